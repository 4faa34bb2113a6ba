import type { Texts } from "./texts.ts";

export const cs: Texts = {
  language: "cs",
  direction: "ltr",
  line: {
    phases: {
      countdown: {
        headline: "Prodej ještě nezačal",
        lead: "Nechte tuto stránku otevřenou. Bude pokračovat sama.",
      },
      joining: {
        headline: "Okamžik, prosím",
        lead: "Přidělujeme vám místo ve frontě.",
      },
      "in-draw": {
        headline: "Jste zařazeni do losování",
        lead: "Víc dělat nemusíte. Nechte tuto stránku otevřenou: jakmile bude vaše místo vylosováno, ukáže ho.",
      },
      drawn: {
        headline: "Vaše místo je vylosováno",
        lead: "Nechte tuto stránku otevřenou. Až začne prodej a přijdete na řadu, pustí vás dovnitř.",
      },
      waiting: {
        headline: "Jste ve frontě",
        lead: "Nechte tuto stránku otevřenou. Obnovuje se sama, a až přijdete na řadu, pustí vás dovnitř.",
      },
      near: {
        headline: "Už jste skoro na řadě",
        lead: "Zůstaňte na této stránce. Na řadu přijdete nejpozději za několik minut.",
      },
      next: {
        headline: "Jste další na řadě",
        lead: "Zůstaňte na této stránce. Na řadu přijdete za okamžik.",
      },
      "too-late": {
        headline: "Pravděpodobně je pozdě",
        lead: "Zbývající vstupenky pravděpodobně nevystačí pro všechny před vámi. Můžete zůstat: pokud se nějaké vrátí, fronta bude pokračovat ve stejném pořadí.",
      },
      "your-turn": {
        headline: "Jste na řadě",
        lead: "Obchod je pro vás připraven.",
      },
      front: {
        headline: "Jste v čele fronty",
        lead: "Pustíme vás dovnitř, jakmile bude v obchodě volno. Zůstaňte na této stránce.",
      },
      late: {
        headline: "Vrátili jste se včas",
        lead: "Pustíme vás dovnitř, jakmile bude v obchodě volno. Zůstaňte na této stránce: je to poslední možnost využít toto místo.",
      },
      entering: {
        headline: "Pouštíme vás dovnitř",
        lead: "Obchod se za okamžik otevře.",
      },
      missed: {
        headline: "Už jste byli na řadě",
        lead: "Ještě můžete vstoupit, ale jen jednou. Stiskněte tlačítko a zůstaňte na této stránce, dokud se obchod neotevře.",
      },
      spent: {
        headline: "Toto místo propadlo",
        lead: "Bylo už na řadě a uplynula i doba, kdy se bylo možné vrátit. Můžete si vzít nové místo na konci fronty.",
      },
      ended: {
        headline: "Vaše návštěva skončila",
        lead: "Váš čas v obchodě vypršel. Chcete-li vstoupit znovu, vezměte si nové místo ve frontě.",
      },
      stopped: {
        headline: "Fronta je pozastavena",
        lead: "Momentálně dovnitř nikoho nepouštíme. Čas ke vstupu mezitím nikomu nevyprší.",
      },
      sealed: {
        headline: "Obchod je momentálně zavřený",
        lead: "Pořadatel ho zavřel pro všechny.",
      },
      "sold-out": {
        headline: "Vyprodáno",
        lead: "Všechno je prodáno. Pokud se nějaké vstupenky vrátí, fronta bude pokračovat ve stejném pořadí.",
      },
      closed: {
        headline: "Prodej skončil",
        lead: "Dovnitř už nikoho nepouštíme. Tuto stránku můžete zavřít.",
      },
      admitted: {
        headline: "Jste uvnitř",
        lead: "Obchod je vám otevřen.",
      },
      shared: {
        headline: "Vaše návštěva byla otevřena jinde",
        lead: "Je pro jednoho člověka. Když budete pokračovat tady, tam skončí.",
      },
      lost: {
        headline: "Nejste ve frontě",
        lead: "Vaše místo bylo uvolněno, nebo z tohoto prohlížeče zmizel jeho soubor cookie. Můžete si vzít nové místo na konci fronty.",
      },
      left: {
        headline: "Odešli jste z fronty",
        lead: "Vaše místo bylo uvolněno. Můžete si vzít nové na konci fronty.",
      },
      full: {
        headline: "Fronta je plná",
        lead: "Momentálně se do ní nemůže nikdo zařadit.",
      },
      "no-cookies": {
        headline: "Tento prohlížeč neukládá soubory cookie",
        lead: "Vaše místo ve frontě je uloženo v souboru cookie. Povolte pro tento web soubory cookie a zkuste to znovu.",
      },
      challenge: {
        headline: "Krátká kontrola",
        lead: "Než váš prohlížeč dostane místo, vyřeší malou úlohu. Trvá to několik sekund a vy nemusíte nic dělat.",
      },
      invite: {
        headline: "Potřebujete pozvánku",
        lead: "Otevřete odkaz ze své pozvánky, nebo sem zadejte její kód.",
      },
      "wrong-identity": {
        headline: "Toto místo patří někomu jinému",
        lead: "Bylo získáno pod jiným účtem nebo s jinou pozvánkou. Použijte je, nebo si vezměte nové místo ve frontě.",
      },
    },
    ahead: { one: "člověk před vámi", few: "lidé před vámi", other: "lidí před vámi" },
    tabAhead: "({ahead}) před vámi",
    place: "Vaše místo ve frontě",
    drawNumber: "Vaše číslo v losování",
    opens: "Začátek prodeje",
    untilJoin: "do otevření čekárny",
    untilDraw: "do losování",
    untilOpen: "do začátku prodeje",
    drawFair: "Místa se losují, takže nezáleží na tom, jak brzy přijdete.",
    drawWaits: "Losování čeká na veřejné náhodné číslo, které nikdo nemohl znát předem. Přijde za okamžik.",
    checkDraw: "Ověřit losování",
    wait: "Předpokládané čekání",
    waitUnknown: "zatím není známo",
    underAMinute: "méně než minuta",
    about: "asi {duration}",
    upTo: "nejvýše {duration}",
    pace: "Vpouštíme",
    perMinute: { one: "{count} za minutu", few: "{count} za minutu", other: "{count} za minutu" },
    updatedNow: "Aktualizováno právě teď",
    updated: "Aktualizováno {ago}",
    turnLeft: "Zbývá {left}",
    turnLeftUntil: "Zbývá {left}, do {time}",
    turnEnding: "Zbývají už jen sekundy",
    enter: "Vstoupit",
    enterAdmitted: "Přejít do obchodu",
    newPlace: "Vzít si nové místo",
    takeOver: "Pokračovat tady",
    reload: "Zkusit znovu",
    inviteCode: "Kód pozvánky",
    inviteUse: "Použít kód",
    inviteRefused: "Tento kód nelze použít: je chybný, vypršel nebo už byl použit.",
    alertSound: "Přehrát zvuk, až budu na řadě",
    alertNotify: "Upozornit mě, až budu na řadě",
    messageLabel: "Od pořadatele",
    offline: "Zdá se, že jste offline. Jakmile se připojení obnoví, stránka bude sama pokračovat.",
    unreachable: "Momentálně se nemůžeme spojit s čekárnou a zkoušíme to dál.",
    busy: "Z vaší sítě přichází příliš mnoho požadavků.",
    sharedUntil: "Vaše návštěva byla otevřena z příliš mnoha sítí. Tady můžete pokračovat za {duration}.",
    retryIn: "Zkusíme to znovu za {duration}.",
    triesAgain: "Tato stránka to zkusí znovu sama.",
    placeKept: "Vaše místo zůstává zachováno.",
    noPlaceYet: "Místo zatím nemáte.",
    leave: "Odejít z fronty",
    leaveQuestion: "Vzdali byste se natrvalo místa {position}. Nové místo je na konci fronty.",
    leaveConfirm: "Vzdát se místa",
    reference: "Referenční číslo: {reference}",
  },
  notices: {
    formNotSent: {
      headline: "Formulář nebyl odeslán",
      lead: "Než budete moci pokračovat, musíte počkat.",
    },
    notSent: "Co jste zadali, do obchodu nedorazilo.",
    paymentWarning: "Pokud jste právě platili, platba přesto mohla projít. Než zaplatíte znovu, podívejte se do e-mailu nebo do banky.",
    originUnreachable: {
      headline: "Obchod neodpovídá",
      lead: "O svou návštěvu jste nepřišli: zůstává zachována, a dokud trvá, nemusíte znovu čekat ve frontě.",
    },
    maybeSent: "Pokud jste právě odesílali formulář nebo platili, mohlo to přesto projít. Než to odešlete znovu, ověřte si to.",
    errors: {
      "unknown-host": {
        headline: "Tady se nic neprodává",
        lead: "Tato adresa nevede do žádného obchodu. Zkontrolujte ji, nebo se vraťte tam, odkud jste přišli.",
      },
      "ambiguous-path": {
        headline: "Tuto adresu nelze přečíst",
        lead: "Může znamenat více než jednu stránku. Přejděte na úvodní stránku obchodu a pokračujte odtud.",
      },
      "session-rate": {
        headline: "Tolik si jeden člověk prohlédnout nemůže",
        lead: "Vaším jménem bylo najednou vyžádáno velmi mnoho stránek. V obchodě zůstáváte; prosím, chvíli počkejte.",
      },
      "session-shared": {
        headline: "Vaše návštěva je otevřená na několika místech",
        lead: "Je pro jednoho člověka a během několika minut byla použita z několika sítí. Pokračujte jen v jednom prohlížeči a několik minut počkejte.",
      },
      shed: {
        headline: "Obchod je přetížený",
        lead: "Tato stránka může chvíli počkat, a tak čeká. V obchodě zůstáváte a platby mají přednost.",
      },
      "room-unavailable": {
        headline: "Čekárna není připravena",
        lead: "Vy za to nemůžete. Pokud máte místo, zůstává zachováno.",
      },
      other: {
        headline: "Tohle se nepovedlo",
        lead: "Vy za to nemůžete. Pokud máte místo ve frontě, zůstává zachováno. Zkuste to prosím za chvíli znovu.",
      },
    },
    startPage: "Přejít na úvodní stránku",
    backToForm: "Zpět k formuláři",
    code: "Kód {code}",
  },
};
