import type { Texts } from "./texts.ts";

export const hu: Texts = {
  language: "hu",
  direction: "ltr",
  line: {
    phases: {
      countdown: {
        headline: "Még nincs nyitva",
        lead: "Hagyja nyitva ezt az oldalt, magától továbblép.",
      },
      joining: {
        headline: "Egy pillanat",
        lead: "Helyet keresünk Önnek a sorban.",
      },
      "in-draw": {
        headline: "Részt vesz a sorsoláson",
        lead: "Nincs más teendője. Hagyja nyitva ezt az oldalt: amint kisorsoltuk a helyét, itt megjelenik.",
      },
      drawn: {
        headline: "Kisorsoltuk a helyét",
        lead: "Hagyja nyitva ezt az oldalt. Miután megnyílt az értékesítés, az oldal magától belépteti, amikor Ön következik.",
      },
      waiting: {
        headline: "Ön sorban áll",
        lead: "Hagyja nyitva ezt az oldalt. Magától frissül, és belépteti, amikor Ön következik.",
      },
      near: {
        headline: "Hamarosan Ön következik",
        lead: "Maradjon ezen az oldalon. Legfeljebb néhány percen belül sorra kerül.",
      },
      next: {
        headline: "Ön a következő",
        lead: "Maradjon ezen az oldalon. Egy pillanaton belül sorra kerül.",
      },
      "too-late": {
        headline: "Valószínűleg már késő",
        lead: "Valószínűleg már az Ön előtt állóknak sem jut mindenkinek jegy. Maradhat, ha szeretne: amennyiben jegyek szabadulnak fel, a sor ugyanebben a sorrendben halad tovább.",
      },
      "your-turn": {
        headline: "Ön következik",
        lead: "A jegybolt készen áll, beléphet.",
      },
      front: {
        headline: "Ön a sor elején áll",
        lead: "Amint van hely a jegyboltban, beengedjük. Maradjon ezen az oldalon.",
      },
      late: {
        headline: "Időben visszaért",
        lead: "Amint van hely a jegyboltban, beengedjük. Maradjon ezen az oldalon: ezzel a hellyel most léphet be utoljára.",
      },
      entering: {
        headline: "Beléptetjük",
        lead: "A jegybolt egy pillanaton belül megnyílik.",
      },
      missed: {
        headline: "Lemaradt a belépésről",
        lead: "Egyszer még beléphet. Nyomja meg a gombot, és maradjon ezen az oldalon, amíg a jegybolt meg nem nyílik.",
      },
      spent: {
        headline: "Ez a hely már nem érvényes",
        lead: "Már sorra került, és a késői visszatérésre adott idő is letelt. A sor végén új helyet kérhet.",
      },
      ended: {
        headline: "A látogatása véget ért",
        lead: "Lejárt a jegyboltban tölthető ideje. Ha újra be szeretne lépni, kérjen új helyet a sorban.",
      },
      stopped: {
        headline: "A sor szünetel",
        lead: "Jelenleg senkit sem engedünk be. Ez idő alatt senki sem marad le a belépésről.",
      },
      sealed: {
        headline: "A jegybolt átmenetileg zárva van",
        lead: "A szervező mindenki előtt bezárta.",
      },
      "sold-out": {
        headline: "Elfogyott",
        lead: "Minden jegy elkelt. Ha jegyek szabadulnak fel, a sor ugyanebben a sorrendben halad tovább.",
      },
      closed: {
        headline: "Az értékesítés véget ért",
        lead: "Már senkit sem engedünk be. Ezt az oldalt bezárhatja.",
      },
      admitted: {
        headline: "Beléphet",
        lead: "A jegybolt nyitva áll Ön előtt.",
      },
      shared: {
        headline: "A látogatását máshol megnyitották",
        lead: "Egy személynek szól. Ha itt folytatja, ott véget ér.",
      },
      lost: {
        headline: "Ön nincs a sorban",
        lead: "Lemondott a helyéről, vagy a hozzá tartozó sütit eltávolították ebből a böngészőből. A sor végén új helyet kérhet.",
      },
      left: {
        headline: "Kilépett a sorból",
        lead: "Lemondott a helyéről. A sor végén új helyet kérhet.",
      },
      full: {
        headline: "A sor megtelt",
        lead: "Jelenleg senki sem tud beállni a sorba.",
      },
      "no-cookies": {
        headline: "Ez a böngésző nem tárol sütiket",
        lead: "A sorban elfoglalt helyét egy süti őrzi. Engedélyezze a sütiket ezen a webhelyen, majd próbálja újra.",
      },
      challenge: {
        headline: "Rövid ellenőrzés",
        lead: "A böngészője megold egy kis feladványt, mielőtt helyet kap. Ez néhány másodpercig tart, Önnek nincs teendője.",
      },
      invite: {
        headline: "Meghívó szükséges",
        lead: "Nyissa meg a meghívójában kapott hivatkozást, vagy írja be ide a meghívó kódját.",
      },
      "wrong-identity": {
        headline: "Ez a hely másé",
        lead: "Egy másik fiókkal vagy meghívóval foglalták el. Használja azt, vagy kérjen új helyet a sorban.",
      },
    },
    ahead: { one: "fő áll Ön előtt", other: "fő áll Ön előtt" },
    tabAhead: "({ahead}) Ön előtt",
    place: "Helye a sorban",
    drawNumber: "Sorsolási száma",
    opens: "Az értékesítés kezdete",
    untilJoin: "a várószoba megnyitásáig",
    untilDraw: "a sorsolásig",
    untilOpen: "az értékesítés kezdetéig",
    drawFair: "A helyeket kisorsoljuk, ezért nem számít, milyen korán érkezik.",
    drawWaits: "A sorsolás egy nyilvános véletlen számra vár, amelyet előre senki sem tudhatott. Egy pillanaton belül megérkezik.",
    checkDraw: "A sorsolás ellenőrzése",
    wait: "Várható várakozás",
    waitUnknown: "még nem ismert",
    underAMinute: "kevesebb mint egy perc",
    about: "körülbelül {duration}",
    upTo: "legfeljebb {duration}",
    pace: "Beléptetés",
    perMinute: { one: "percenként {count} fő", other: "percenként {count} fő" },
    updatedNow: "Épp most frissült",
    updated: "Frissítve {ago}",
    turnLeft: "Még {left}",
    turnLeftUntil: "Még {left}, {time}-ig",
    turnEnding: "Már csak másodpercek vannak hátra",
    enter: "Belépés most",
    enterAdmitted: "Tovább a jegyboltba",
    newPlace: "Új helyet kérek",
    takeOver: "Folytatás itt",
    reload: "Újrapróbálkozás",
    inviteCode: "Meghívókód",
    inviteUse: "Kód beváltása",
    inviteRefused: "Ez a kód nem használható: hibás, lejárt vagy már felhasználták.",
    alertSound: "Hangjelzés, amikor sorra kerülök",
    alertNotify: "Értesítés, amikor sorra kerülök",
    messageLabel: "A szervező üzenete",
    offline: "Úgy tűnik, nincs internetkapcsolata. Amint helyreáll, az oldal magától továbblép.",
    unreachable: "Jelenleg nem érjük el a várószobát, de folyamatosan próbálkozunk.",
    busy: "Túl sok kérés érkezik az Ön hálózatából.",
    sharedUntil: "A látogatását túl sok hálózatból nyitották meg. Itt {duration} múlva folytathatja.",
    retryIn: "{duration} múlva újra próbáljuk.",
    triesAgain: "Az oldal magától újra próbálkozik.",
    placeKept: "A helyét megőrizzük.",
    noPlaceYet: "Még nincs helye a sorban.",
    leave: "Kilépés a sorból",
    leaveQuestion: "Jelenlegi helye: {position}. Ha kilép, erről végleg lemond. Új helyet a sor végén kaphat.",
    leaveConfirm: "Lemondok a helyemről",
    reference: "Hivatkozási szám: {reference}",
  },
  notices: {
    formNotSent: {
      headline: "Az űrlapot nem továbbítottuk",
      lead: "A folytatás előtt várakoznia kell.",
    },
    notSent: "A megadott adatok nem jutottak el a jegybolthoz.",
    paymentWarning:
      "Ha éppen fizetett, a fizetés ennek ellenére sikerülhetett. Mielőtt újra fizet, nézze meg az e-mailjeit vagy a bankszámláját.",
    originUnreachable: {
      headline: "A jegybolt nem válaszol",
      lead: "A látogatása nem veszett el: megőrizzük, és amíg tart, nem kell újra sorba állnia.",
    },
    maybeSent: "Ha éppen űrlapot küldött vagy fizetett, az ennek ellenére sikerülhetett. Ellenőrizze, mielőtt újra elküldi.",
    errors: {
      "unknown-host": {
        headline: "Itt nincs semmi eladó",
        lead: "Ezen a címen nincs jegybolt. Ellenőrizze a címet, vagy menjen vissza oda, ahonnan érkezett.",
      },
      "ambiguous-path": {
        headline: "Ez a cím nem értelmezhető",
        lead: "Több oldalt is jelenthet. Menjen a jegybolt kezdőlapjára, és onnan lépjen tovább.",
      },
      "session-rate": {
        headline: "Ennyi oldalt egy ember nem tud megnézni",
        lead: "Az Ön nevében egyszerre nagyon sok oldalt kértek le. A helye a jegyboltban megmarad; kérjük, várjon egy kicsit.",
      },
      "session-shared": {
        headline: "A látogatása több helyen is meg van nyitva",
        lead: "A látogatás egy személynek szól, de néhány percen belül több hálózatból is használták. Folytassa egyetlen böngészőben, és várjon néhány percet.",
      },
      shed: {
        headline: "A jegybolt túlterhelt",
        lead: "Ez az oldal várhat egy kicsit, ezért most vár. A helye a jegyboltban megmarad, és a fizetés elsőbbséget élvez.",
      },
      "room-unavailable": {
        headline: "A várószoba nem áll készen",
        lead: "Ennek nem Ön az oka. Ha van helye a sorban, megőrizzük.",
      },
      other: {
        headline: "Ez nem sikerült",
        lead: "Ennek nem Ön az oka. Ha van helye a sorban, megőrizzük. Kérjük, próbálja újra egy kis idő múlva.",
      },
    },
    startPage: "Tovább a kezdőlapra",
    backToForm: "Vissza az űrlaphoz",
    code: "Kód: {code}",
  },
};
