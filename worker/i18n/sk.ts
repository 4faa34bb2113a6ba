import type { Texts } from "./texts.ts";

export const sk: Texts = {
  language: "sk",
  direction: "ltr",
  line: {
    phases: {
      countdown: {
        headline: "Ešte nie je otvorené",
        lead: "Nechajte túto stránku otvorenú. Bude pokračovať sama.",
      },
      joining: {
        headline: "Moment, prosím",
        lead: "Hľadáme vám miesto v rade.",
      },
      "in-draw": {
        headline: "Ste v žrebovaní",
        lead: "Nič viac nemusíte robiť. Nechajte túto stránku otvorenú: vaše miesto ukáže hneď po vyžrebovaní.",
      },
      drawn: {
        headline: "Vaše miesto je vyžrebované",
        lead: "Nechajte túto stránku otvorenú. Po začatí predaja vás pustí dnu, keď budete na rade.",
      },
      waiting: {
        headline: "Čakáte v rade",
        lead: "Nechajte túto stránku otvorenú. Obnovuje sa sama a pustí vás dnu, keď budete na rade.",
      },
      near: {
        headline: "Čoskoro budete na rade",
        lead: "Zostaňte na tejto stránke. Na rad prídete najneskôr o niekoľko minút.",
      },
      next: {
        headline: "Nasledujete vy",
        lead: "Zostaňte na tejto stránke. Na rad prídete o chvíľu.",
      },
      "too-late": {
        headline: "Asi je už neskoro",
        lead: "Vstupeniek pravdepodobne nezostáva dosť ani pre všetkých pred vami. Môžete zostať: ak sa niektoré vrátia do predaja, rad pôjde ďalej v rovnakom poradí.",
      },
      "your-turn": {
        headline: "Ste na rade",
        lead: "Obchod je pre vás pripravený.",
      },
      front: {
        headline: "Ste na začiatku radu",
        lead: "Pustíme vás dnu hneď, ako bude v obchode miesto. Zostaňte na tejto stránke.",
      },
      late: {
        headline: "Vrátili ste sa včas",
        lead: "Pustíme vás dnu hneď, ako bude v obchode miesto. Zostaňte na tejto stránke: je to posledná možnosť využiť toto miesto.",
      },
      entering: {
        headline: "Púšťame vás dnu",
        lead: "Obchod sa o chvíľu otvorí.",
      },
      missed: {
        headline: "Zmeškali ste svoj vstup",
        lead: "Ešte môžete vojsť, ale len raz. Stlačte tlačidlo a zostaňte na tejto stránke, kým sa obchod neotvorí.",
      },
      spent: {
        headline: "Toto miesto už neplatí",
        lead: "Váš čas na vstup aj čas na neskorší návrat uplynuli. Môžete si vziať nové miesto na konci radu.",
      },
      ended: {
        headline: "Vaša návšteva sa skončila",
        lead: "Čas na nákup v obchode uplynul. Ak chcete znova vojsť, vezmite si nové miesto v rade.",
      },
      stopped: {
        headline: "Rad je pozastavený",
        lead: "Momentálne nikoho nepúšťame dnu. Nikomu pritom čas na vstup neuplynie.",
      },
      sealed: {
        headline: "Obchod je momentálne zatvorený",
        lead: "Organizátor ho zatvoril pre všetkých.",
      },
      "sold-out": {
        headline: "Vypredané",
        lead: "Všetko je predané. Ak sa niektoré vstupenky vrátia do predaja, rad pôjde ďalej v rovnakom poradí.",
      },
      closed: {
        headline: "Predaj sa skončil",
        lead: "Už nikoho nepúšťame dnu. Túto stránku môžete zavrieť.",
      },
      admitted: {
        headline: "Môžete vojsť",
        lead: "Obchod je pre vás otvorený.",
      },
      shared: {
        headline: "Vaša návšteva bola otvorená inde",
        lead: "Je určená pre jednu osobu. Ak budete pokračovať tu, tam sa skončí.",
      },
      lost: {
        headline: "Nie ste v rade",
        lead: "Vzdali ste sa svojho miesta alebo sa jeho súbor cookie odstránil z tohto prehliadača. Môžete si vziať nové miesto na konci radu.",
      },
      left: {
        headline: "Odišli ste z radu",
        lead: "Vzdali ste sa svojho miesta. Môžete si vziať nové na konci radu.",
      },
      full: {
        headline: "Rad je plný",
        lead: "Momentálne sa doň nikto nemôže zaradiť.",
      },
      "no-cookies": {
        headline: "Tento prehliadač neukladá súbory cookie",
        lead: "Vaše miesto v rade sa uchováva v súbore cookie. Povoľte pre tento web súbory cookie a skúste to znova.",
      },
      challenge: {
        headline: "Krátka kontrola",
        lead: "Skôr než dostanete miesto, váš prehliadač vyrieši malú úlohu. Trvá to niekoľko sekúnd a vy nemusíte robiť nič.",
      },
      invite: {
        headline: "Potrebujete pozvánku",
        lead: "Otvorte odkaz zo svojej pozvánky alebo sem zadajte jej kód.",
      },
      "wrong-identity": {
        headline: "Toto miesto patrí niekomu inému",
        lead: "Bolo obsadené s iným účtom alebo inou pozvánkou. Použite ich alebo si vezmite nové miesto v rade.",
      },
    },
    ahead: { one: "osoba pred vami", few: "osoby pred vami", other: "osôb pred vami" },
    tabAhead: "({ahead}) pred vami",
    place: "Vaše miesto v rade",
    drawNumber: "Vaše číslo v žrebovaní",
    opens: "Začiatok predaja",
    untilJoin: "do otvorenia čakárne",
    untilDraw: "do žrebovania",
    untilOpen: "do začiatku predaja",
    drawFair: "Miesta sa žrebujú, preto nezáleží na tom, ako skoro prídete.",
    drawWaits: "Žrebovanie čaká na verejné náhodné číslo, ktoré nikto nemohol vopred poznať. Bude k dispozícii o chvíľu.",
    checkDraw: "Overiť žrebovanie",
    wait: "Predpokladané čakanie",
    waitUnknown: "zatiaľ nie je známe",
    underAMinute: "menej ako minúta",
    about: "približne {duration}",
    upTo: "najviac {duration}",
    pace: "Vstupuje",
    perMinute: { one: "{count} osoba za minútu", few: "{count} osoby za minútu", other: "{count} osôb za minútu" },
    updatedNow: "Aktualizované práve teraz",
    updated: "Aktualizované {ago}",
    turnLeft: "Ešte {left}",
    turnLeftUntil: "Ešte {left}, do {time}",
    turnEnding: "Zostáva už len pár sekúnd",
    enter: "Vstúpiť teraz",
    enterAdmitted: "Prejsť do obchodu",
    newPlace: "Vziať si nové miesto",
    takeOver: "Pokračovať tu",
    reload: "Skúsiť znova",
    inviteCode: "Kód pozvánky",
    inviteUse: "Použiť kód",
    inviteRefused: "Tento kód sa nedá použiť: je nesprávny, vypršal alebo už bol použitý.",
    alertSound: "Zvuk, keď budem na rade",
    alertNotify: "Upozornenie, keď budem na rade",
    messageLabel: "Správa od organizátora",
    offline: "Zdá sa, že nemáte pripojenie na internet. Stránka bude pokračovať sama, len čo sa pripojenie obnoví.",
    unreachable: "Momentálne sa nevieme spojiť s čakárňou, skúšame to však ďalej.",
    busy: "Z vašej siete prichádza príliš veľa požiadaviek.",
    sharedUntil: "Vaša návšteva bola otvorená z priveľa sietí. Tu môžete pokračovať o {duration}.",
    retryIn: "Skúsime to znova o {duration}.",
    triesAgain: "Táto stránka to skúsi znova sama.",
    placeKept: "Vaše miesto zostáva zachované.",
    noPlaceYet: "Zatiaľ nemáte miesto v rade.",
    leave: "Odísť z radu",
    leaveQuestion: "Natrvalo by ste sa vzdali miesta číslo {position}. Nové miesto je na konci radu.",
    leaveConfirm: "Vzdať sa miesta",
    reference: "Referenčné číslo: {reference}",
  },
  notices: {
    formNotSent: {
      headline: "Formulár sa neodoslal",
      lead: "Skôr než budete pokračovať, musíte počkať.",
    },
    notSent: "To, čo ste zadali, sa do obchodu nedostalo.",
    paymentWarning:
      "Ak ste práve platili, platba napriek tomu mohla prejsť. Skôr než zaplatíte znova, pozrite si e-mail alebo účet v banke.",
    originUnreachable: {
      headline: "Obchod neodpovedá",
      lead: "O svoju návštevu ste neprišli: zostáva zachovaná a kým trvá, nemusíte znova čakať v rade.",
    },
    maybeSent: "Ak ste odosielali formulár alebo platili, napriek tomu to mohlo prejsť. Skôr než to odošlete znova, overte si to.",
    errors: {
      "unknown-host": {
        headline: "Tu sa nič nepredáva",
        lead: "Táto adresa nevedie k žiadnemu obchodu. Skontrolujte ju alebo sa vráťte tam, odkiaľ ste prišli.",
      },
      "ambiguous-path": {
        headline: "Táto adresa nie je jednoznačná",
        lead: "Môže znamenať viac než jednu stránku. Prejdite na úvodnú stránku obchodu a pokračujte odtiaľ.",
      },
      "session-rate": {
        headline: "Toľko stránok jeden človek nestihne prezrieť",
        lead: "Vo vašom mene bolo naraz vyžiadaných priveľa stránok. Zostávate v obchode, len chvíľu počkajte, prosím.",
      },
      "session-shared": {
        headline: "Vaša návšteva je otvorená na viacerých miestach",
        lead: "Je určená pre jednu osobu a v priebehu niekoľkých minút bola použitá z viacerých sietí. Pokračujte len v jednom prehliadači a niekoľko minút počkajte.",
      },
      shed: {
        headline: "Obchod je preťažený",
        lead: "Táto stránka môže chvíľu počkať, a tak čaká. Zostávate v obchode a vaše platby majú prednosť.",
      },
      "room-unavailable": {
        headline: "Čakáreň nie je pripravená",
        lead: "Nie je to vaša chyba. Ak máte miesto v rade, zostáva zachované.",
      },
      other: {
        headline: "Toto sa nepodarilo",
        lead: "Nie je to vaša chyba. Ak máte miesto v rade, zostáva zachované. Skúste to, prosím, o chvíľu znova.",
      },
    },
    startPage: "Prejsť na úvodnú stránku",
    backToForm: "Späť na formulár",
    code: "Kód {code}",
  },
};
