import type { Texts } from "./texts.ts";

export const sl: Texts = {
  language: "sl",
  direction: "ltr",
  line: {
    phases: {
      countdown: {
        headline: "Še ni odprto",
        lead: "Pustite to stran odprto. Nadaljevala bo sama.",
      },
      joining: {
        headline: "Trenutek, prosimo",
        lead: "Dodeljujemo vam mesto v vrsti.",
      },
      "in-draw": {
        headline: "Sodelujete v žrebu",
        lead: "Ničesar več vam ni treba storiti. Pustite to stran odprto: vaše mesto bo prikazala takoj, ko bo izžrebano.",
      },
      drawn: {
        headline: "Vaše mesto je izžrebano",
        lead: "Pustite to stran odprto. Po začetku prodaje vas bo spustila naprej, ko boste na vrsti.",
      },
      waiting: {
        headline: "Čakate v vrsti",
        lead: "Pustite to stran odprto. Osvežuje se sama in vas bo spustila naprej, ko boste na vrsti.",
      },
      near: {
        headline: "Kmalu boste na vrsti",
        lead: "Ostanite na tej strani. Na vrsto pridete najpozneje v nekaj minutah.",
      },
      next: {
        headline: "Naslednji na vrsti ste vi",
        lead: "Ostanite na tej strani. Na vrsto pridete vsak trenutek.",
      },
      "too-late": {
        headline: "Verjetno je prepozno",
        lead: "Vstopnic verjetno ni več dovolj niti za vse, ki so pred vami. Lahko ostanete: če se katera vrne v prodajo, gre vrsta naprej v istem vrstnem redu.",
      },
      "your-turn": {
        headline: "Na vrsti ste",
        lead: "Trgovina je pripravljena za vas.",
      },
      front: {
        headline: "Na začetku vrste ste",
        lead: "Naprej vas spustimo takoj, ko bo v trgovini prostor. Ostanite na tej strani.",
      },
      late: {
        headline: "Vrnili ste se pravočasno",
        lead: "Naprej vas spustimo takoj, ko bo v trgovini prostor. Ostanite na tej strani: to je zadnja priložnost za to mesto.",
      },
      entering: {
        headline: "Spuščamo vas naprej",
        lead: "Trgovina se bo odprla čez trenutek.",
      },
      missed: {
        headline: "Zamudili ste svoj vstop",
        lead: "Še vedno lahko vstopite, enkrat. Pritisnite gumb in ostanite na tej strani, dokler se trgovina ne odpre.",
      },
      spent: {
        headline: "To mesto ne velja več",
        lead: "Čas za vstop je minil, potekel pa je tudi čas za pozno vrnitev. Vzamete lahko novo mesto na koncu vrste.",
      },
      ended: {
        headline: "Vaš obisk je končan",
        lead: "Vaš čas v trgovini je potekel. Če želite znova vstopiti, vzemite novo mesto v vrsti.",
      },
      stopped: {
        headline: "Vrsta je začasno ustavljena",
        lead: "Trenutno ne spuščamo nikogar naprej. Medtem nihče ne zamudi svojega vstopa.",
      },
      sealed: {
        headline: "Trgovina je trenutno zaprta",
        lead: "Organizator jo je zaprl za vse.",
      },
      "sold-out": {
        headline: "Razprodano",
        lead: "Vse vstopnice so prodane. Če se katera vrne v prodajo, gre vrsta naprej v istem vrstnem redu.",
      },
      closed: {
        headline: "Prodaja je končana",
        lead: "Nikogar več ne spuščamo naprej. To stran lahko zaprete.",
      },
      admitted: {
        headline: "Lahko vstopite",
        lead: "Trgovina je za vas odprta.",
      },
      shared: {
        headline: "Vaš obisk je bil odprt drugje",
        lead: "Namenjen je eni osebi. Če nadaljujete tukaj, se tam konča.",
      },
      lost: {
        headline: "Niste v vrsti",
        lead: "Svojemu mestu ste se odpovedali ali pa je bil njegov piškotek odstranjen iz tega brskalnika. Vzamete lahko novo mesto na koncu vrste.",
      },
      left: {
        headline: "Zapustili ste vrsto",
        lead: "Svojemu mestu ste se odpovedali. Vzamete lahko novo na koncu vrste.",
      },
      full: {
        headline: "Vrsta je polna",
        lead: "Trenutno se ji ne more pridružiti nihče.",
      },
      "no-cookies": {
        headline: "Ta brskalnik ne shranjuje piškotkov",
        lead: "Vaše mesto v vrsti je shranjeno v piškotku. Dovolite piškotke za to spletno mesto in poskusite znova.",
      },
      challenge: {
        headline: "Kratko preverjanje",
        lead: "Preden dobite mesto, vaš brskalnik reši majhno uganko. To traja nekaj sekund, vam pa ni treba storiti ničesar.",
      },
      invite: {
        headline: "Potrebujete vabilo",
        lead: "Odprite povezavo iz vabila ali tukaj vnesite njegovo kodo.",
      },
      "wrong-identity": {
        headline: "To mesto pripada nekomu drugemu",
        lead: "Zasedeno je bilo z drugim računom ali vabilom. Uporabite tisti račun oziroma vabilo ali pa vzemite novo mesto v vrsti.",
      },
    },
    ahead: { one: "oseba pred vami", two: "osebi pred vami", few: "osebe pred vami", other: "oseb pred vami" },
    tabAhead: "({ahead}) pred vami",
    place: "Vaše mesto v vrsti",
    drawNumber: "Vaša številka v žrebu",
    opens: "Začetek prodaje",
    untilJoin: "do odprtja čakalnice",
    untilDraw: "do žreba",
    untilOpen: "do začetka prodaje",
    drawFair: "Mesta se izžrebajo, zato ni pomembno, kako zgodaj pridete.",
    drawWaits: "Žreb čaka na javno naključno število, ki ga nihče ni mogel vnaprej poznati. Na voljo bo čez trenutek.",
    checkDraw: "Preverite žreb",
    wait: "Predvideno čakanje",
    waitUnknown: "še ni znano",
    underAMinute: "manj kot minuta",
    about: "približno {duration}",
    upTo: "največ {duration}",
    pace: "Hitrost vstopanja",
    perMinute: {
      one: "{count} oseba na minuto",
      two: "{count} osebi na minuto",
      few: "{count} osebe na minuto",
      other: "{count} oseb na minuto",
    },
    updatedNow: "Pravkar posodobljeno",
    updated: "Posodobljeno {ago}",
    turnLeft: "Še {left}",
    turnLeftUntil: "Še {left}, do {time}",
    turnEnding: "Samo še nekaj sekund",
    enter: "Vstopite zdaj",
    enterAdmitted: "V trgovino",
    newPlace: "Vzemite novo mesto",
    takeOver: "Nadaljujte tukaj",
    reload: "Poskusite znova",
    inviteCode: "Koda vabila",
    inviteUse: "Uporabite kodo",
    inviteRefused: "Te kode ni mogoče uporabiti: je napačna, potekla ali že uporabljena.",
    alertSound: "Zvok, ko pridem na vrsto",
    alertNotify: "Obvestilo, ko pridem na vrsto",
    messageLabel: "Sporočilo organizatorja",
    offline: "Videti je, da nimate povezave z internetom. Stran bo nadaljevala sama, takoj ko bo povezava spet vzpostavljena.",
    unreachable: "Trenutno ne moremo doseči čakalnice, vendar poskušamo naprej.",
    busy: "Iz vašega omrežja prihaja preveč zahtev.",
    sharedUntil: "Vaš obisk je bil odprt iz preveč omrežij. Tukaj lahko nadaljujete čez {duration}.",
    retryIn: "Čez {duration} poskusimo znova.",
    triesAgain: "Ta stran bo poskusila znova sama.",
    placeKept: "Vaše mesto ostaja shranjeno.",
    noPlaceYet: "Mesta še nimate.",
    leave: "Zapustite vrsto",
    leaveQuestion: "Mestu številka {position} bi se odpovedali za vedno. Novo mesto je na koncu vrste.",
    leaveConfirm: "Odpovem se mestu",
    reference: "Referenčna številka: {reference}",
  },
  notices: {
    formNotSent: {
      headline: "Obrazec ni bil poslan",
      lead: "Preden lahko nadaljujete, morate počakati.",
    },
    notSent: "Vneseni podatki niso prispeli v trgovino.",
    paymentWarning: "Če ste ravno plačevali, je plačilo morda kljub temu uspelo. Preden plačate znova, preverite e-pošto ali bančni račun.",
    originUnreachable: {
      headline: "Trgovina se ne odziva",
      lead: "Svojega obiska niste izgubili: shranjen je in dokler traja, vam ni treba znova čakati v vrsti.",
    },
    maybeSent: "Če ste pošiljali obrazec ali plačevali, je to morda kljub temu uspelo. Preverite, preden znova pošljete.",
    errors: {
      "unknown-host": {
        headline: "Tukaj ni ničesar naprodaj",
        lead: "Ta naslov ne vodi do nobene trgovine. Preverite naslov ali se vrnite tja, od koder ste prišli.",
      },
      "ambiguous-path": {
        headline: "Ta naslov ni nedvoumen",
        lead: "Pomeni lahko več kot eno stran. Pojdite na začetno stran trgovine in nadaljujte od tam.",
      },
      "session-rate": {
        headline: "Toliko strani en človek ne more pregledati",
        lead: "V vašem imenu je bilo naenkrat zahtevanih zelo veliko strani. Vaše mesto v trgovini ostaja; prosimo, počakajte trenutek.",
      },
      "session-shared": {
        headline: "Vaš obisk je odprt na več mestih",
        lead: "Namenjen je eni osebi, v nekaj minutah pa je bil uporabljen iz več omrežij. Nadaljujte samo v enem brskalniku in počakajte nekaj minut.",
      },
      shed: {
        headline: "Trgovina je preobremenjena",
        lead: "Ta stran lahko malo počaka, zato čaka. Vaše mesto v trgovini ostaja, vaša plačila pa imajo prednost.",
      },
      "room-unavailable": {
        headline: "Čakalnica ni pripravljena",
        lead: "Razlog ni na vaši strani. Če imate mesto, ostaja shranjeno.",
      },
      other: {
        headline: "To ni uspelo",
        lead: "Razlog ni na vaši strani. Če imate mesto v vrsti, ostaja shranjeno. Prosimo, poskusite znova čez trenutek.",
      },
    },
    startPage: "Na začetno stran",
    backToForm: "Nazaj na obrazec",
    code: "Koda {code}",
  },
};
