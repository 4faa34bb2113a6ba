import type { Texts } from "./texts.ts";

export const lt: Texts = {
  language: "lt",
  direction: "ltr",
  line: {
    phases: {
      countdown: {
        headline: "Pardavimas dar neprasidėjo",
        lead: "Neuždarykite šio puslapio. Jis pats tęs toliau.",
      },
      joining: {
        headline: "Palaukite akimirką",
        lead: "Skiriame jums vietą eilėje.",
      },
      "in-draw": {
        headline: "Dalyvaujate burtų traukime",
        lead: "Daugiau nieko daryti nereikia. Neuždarykite šio puslapio: jis parodys jūsų vietą, kai tik ji bus ištraukta.",
      },
      drawn: {
        headline: "Jūsų vieta ištraukta",
        lead: "Neuždarykite šio puslapio. Prasidėjus pardavimui jis įleis jus į parduotuvę, kai ateis jūsų eilė.",
      },
      waiting: {
        headline: "Esate eilėje",
        lead: "Neuždarykite šio puslapio. Jis atsinaujina pats ir įleis jus į parduotuvę, kai ateis jūsų eilė.",
      },
      near: {
        headline: "Netrukus jūsų eilė",
        lead: "Likite šiame puslapyje. Jūsų eilė ateis vėliausiai po kelių minučių.",
      },
      next: {
        headline: "Kita eilė – jūsų",
        lead: "Likite šiame puslapyje. Jūsų eilė ateis netrukus.",
      },
      "too-late": {
        headline: "Tikriausiai per vėlu",
        lead: "Likusių bilietų tikriausiai neužteks visiems, kurie yra prieš jus. Galite likti: jei bilietų bus grąžinta, eilė judės toliau ta pačia tvarka.",
      },
      "your-turn": {
        headline: "Atėjo jūsų eilė",
        lead: "Parduotuvė pasirengusi jus priimti.",
      },
      front: {
        headline: "Esate eilės priekyje",
        lead: "Įleisime jus, kai tik parduotuvėje atsiras vietos. Likite šiame puslapyje.",
      },
      late: {
        headline: "Grįžote laiku",
        lead: "Įleisime jus, kai tik parduotuvėje atsiras vietos. Likite šiame puslapyje: tai paskutinė galimybė pasinaudoti šia vieta eilėje.",
      },
      entering: {
        headline: "Įleidžiame jus",
        lead: "Parduotuvė netrukus atsidarys.",
      },
      missed: {
        headline: "Praleidote savo eilę",
        lead: "Dar galite įeiti, bet tik vieną kartą. Paspauskite mygtuką ir likite šiame puslapyje, kol atsidarys parduotuvė.",
      },
      spent: {
        headline: "Ši vieta nebegalioja",
        lead: "Jos eilė praėjo, baigėsi ir laikas, kai dar buvo galima grįžti pavėlavus. Galite užimti naują vietą eilės gale.",
      },
      ended: {
        headline: "Jūsų apsilankymas baigėsi",
        lead: "Jūsų laikas parduotuvėje baigėsi. Norėdami įeiti dar kartą, užimkite naują vietą eilėje.",
      },
      stopped: {
        headline: "Eilė sustabdyta",
        lead: "Šiuo metu nieko neįleidžiame. Niekieno eilė per tą laiką nesibaigs.",
      },
      sealed: {
        headline: "Parduotuvė šiuo metu uždaryta",
        lead: "Organizatorius uždarė ją visiems.",
      },
      "sold-out": {
        headline: "Išparduota",
        lead: "Viskas parduota. Jei bilietų bus grąžinta, eilė judės toliau ta pačia tvarka.",
      },
      closed: {
        headline: "Pardavimas baigėsi",
        lead: "Daugiau nieko neįleidžiame. Šį puslapį galite uždaryti.",
      },
      admitted: {
        headline: "Esate viduje",
        lead: "Parduotuvė jums atidaryta.",
      },
      shared: {
        headline: "Jūsų apsilankymas atidarytas kitur",
        lead: "Jis skirtas vienam žmogui. Jei tęsite čia, ten jis baigsis.",
      },
      lost: {
        headline: "Nesate eilėje",
        lead: "Jūsų vietos buvo atsisakyta arba jos slapukas pašalintas iš šios naršyklės. Galite užimti naują vietą eilės gale.",
      },
      left: {
        headline: "Išėjote iš eilės",
        lead: "Jūsų vietos atsisakyta. Galite užimti naują eilės gale.",
      },
      full: {
        headline: "Eilė pilna",
        lead: "Šiuo metu niekas negali į ją stoti.",
      },
      "no-cookies": {
        headline: "Ši naršyklė nesaugo slapukų",
        lead: "Jūsų vieta eilėje saugoma slapuke. Leiskite šios svetainės slapukus ir bandykite dar kartą.",
      },
      challenge: {
        headline: "Trumpas patikrinimas",
        lead: "Prieš gaudama vietą, jūsų naršyklė išsprendžia nedidelį uždavinį. Tai trunka kelias sekundes, jums nieko daryti nereikia.",
      },
      invite: {
        headline: "Reikia kvietimo",
        lead: "Atidarykite nuorodą iš savo kvietimo arba įveskite čia jo kodą.",
      },
      "wrong-identity": {
        headline: "Ši vieta priklauso kitam žmogui",
        lead: "Ji gauta su kita paskyra ar kitu kvietimu. Naudokite tą paskyrą ar kvietimą arba užimkite naują vietą eilėje.",
      },
    },
    ahead: { one: "žmogus prieš jus", few: "žmonės prieš jus", other: "žmonių prieš jus" },
    tabAhead: "({ahead}) prieš jus",
    place: "Jūsų vieta eilėje",
    drawNumber: "Jūsų burtų numeris",
    opens: "Pardavimo pradžia",
    untilJoin: "iki laukiamojo atidarymo",
    untilDraw: "iki burtų traukimo",
    untilOpen: "iki pardavimo pradžios",
    drawFair: "Vietos skirstomos burtais, todėl nesvarbu, kaip anksti ateisite.",
    drawWaits: "Burtams traukti reikia viešo atsitiktinio skaičiaus, kurio niekas negalėjo žinoti iš anksto. Jis netrukus bus gautas.",
    checkDraw: "Patikrinti burtų traukimą",
    wait: "Numatomas laukimo laikas",
    waitUnknown: "dar nežinomas",
    underAMinute: "mažiau nei minutė",
    about: "maždaug {duration}",
    upTo: "daugiausia {duration}",
    pace: "Įleidžiama",
    perMinute: { one: "{count} per minutę", few: "{count} per minutę", other: "{count} per minutę" },
    updatedNow: "Atnaujinta ką tik",
    updated: "Atnaujinta {ago}",
    turnLeft: "Liko {left}",
    turnLeftUntil: "Liko {left}, iki {time}",
    turnEnding: "Liko tik kelios sekundės",
    enter: "Įeiti dabar",
    enterAdmitted: "Eiti į parduotuvę",
    newPlace: "Užimti naują vietą",
    takeOver: "Tęsti čia",
    reload: "Bandyti dar kartą",
    inviteCode: "Kvietimo kodas",
    inviteUse: "Naudoti kodą",
    inviteRefused: "Šio kodo naudoti negalima: jis klaidingas, nebegalioja arba jau panaudotas.",
    alertSound: "Garso signalas, kai ateis mano eilė",
    alertNotify: "Pranešimas, kai ateis mano eilė",
    messageLabel: "Organizatoriaus pranešimas",
    offline: "Atrodo, kad nėra interneto ryšio. Puslapis tęs pats, kai tik ryšys atsiras.",
    unreachable: "Šiuo metu negalime pasiekti laukiamojo ir vis dar bandome.",
    busy: "Iš jūsų tinklo gaunama per daug užklausų.",
    sharedUntil: "Jūsų apsilankymas atidarytas iš per daug tinklų. Čia galėsite tęsti po {duration}.",
    retryIn: "Po {duration} bandysime dar kartą.",
    triesAgain: "Šis puslapis pats bandys dar kartą.",
    placeKept: "Jūsų vieta išsaugota.",
    noPlaceYet: "Vietos dar neturite.",
    leave: "Išeiti iš eilės",
    leaveQuestion: "Visam laikui atsisakytumėte vietos {position}. Nauja vieta bus eilės gale.",
    leaveConfirm: "Atsisakyti vietos",
    reference: "Identifikatorius: {reference}",
  },
  notices: {
    formNotSent: {
      headline: "Forma neišsiųsta",
      lead: "Prieš tęsdami turite palaukti.",
    },
    notSent: "Tai, ką įvedėte, parduotuvės nepasiekė.",
    paymentWarning:
      "Jei tuo metu mokėjote, mokėjimas vis tiek galėjo pavykti. Prieš mokėdami dar kartą, patikrinkite el. paštą arba banko sąskaitą.",
    originUnreachable: {
      headline: "Parduotuvė neatsako",
      lead: "Savo apsilankymo nepraradote: jis išsaugotas, ir kol jis trunka, stoti į eilę iš naujo nereikia.",
    },
    maybeSent: "Jei tuo metu siuntėte formą ar mokėjote, tai vis tiek galėjo pavykti. Patikrinkite, prieš siųsdami dar kartą.",
    errors: {
      "unknown-host": {
        headline: "Čia nieko neparduodama",
        lead: "Šis adresas neveda į jokią parduotuvę. Patikrinkite adresą arba grįžkite ten, iš kur atėjote.",
      },
      "ambiguous-path": {
        headline: "Šio adreso neįmanoma perskaityti",
        lead: "Jis gali reikšti daugiau nei vieną puslapį. Eikite į parduotuvės pradžios puslapį ir tęskite iš ten.",
      },
      "session-rate": {
        headline: "Tiek vienas žmogus peržiūrėti negali",
        lead: "Jūsų vardu vienu metu paprašyta labai daug puslapių. Liekate parduotuvėje; šiek tiek palaukite.",
      },
      "session-shared": {
        headline: "Jūsų apsilankymas atidarytas keliose vietose",
        lead: "Jis skirtas vienam žmogui, o per kelias minutes juo pasinaudota iš kelių tinklų. Tęskite tik vienoje naršyklėje ir palaukite kelias minutes.",
      },
      shed: {
        headline: "Parduotuvė perkrauta",
        lead: "Šis puslapis gali šiek tiek palaukti, todėl laukia. Liekate parduotuvėje, o mokėjimai vykdomi pirmiausia.",
      },
      "room-unavailable": {
        headline: "Laukiamasis neparengtas",
        lead: "Tai nuo jūsų nepriklauso. Jei turite vietą, ji išsaugota.",
      },
      other: {
        headline: "Nepavyko",
        lead: "Tai nuo jūsų nepriklauso. Jei turite vietą eilėje, ji išsaugota. Netrukus bandykite dar kartą.",
      },
    },
    startPage: "Eiti į pradžios puslapį",
    backToForm: "Grįžti į formą",
    code: "Kodas {code}",
  },
};
