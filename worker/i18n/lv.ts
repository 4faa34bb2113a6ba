import type { Texts } from "./texts.ts";

export const lv: Texts = {
  language: "lv",
  direction: "ltr",
  line: {
    phases: {
      countdown: {
        headline: "Pārdošana vēl nav sākusies",
        lead: "Turiet šo lapu atvērtu. Tā pati pāries tālāk.",
      },
      joining: {
        headline: "Acumirkli",
        lead: "Iedalām jums vietu rindā.",
      },
      "in-draw": {
        headline: "Jūs piedalāties izlozē",
        lead: "Vairāk nekas nav jādara. Turiet šo lapu atvērtu: tā parādīs jūsu vietu, tiklīdz tā būs izlozēta.",
      },
      drawn: {
        headline: "Jūsu vieta ir izlozēta",
        lead: "Turiet šo lapu atvērtu. Kad pārdošana būs sākusies un pienāks jūsu kārta, tā ielaidīs jūs veikalā.",
      },
      waiting: {
        headline: "Jūs esat rindā",
        lead: "Turiet šo lapu atvērtu. Tā pati atjaunojas un ielaidīs jūs veikalā, kad pienāks jūsu kārta.",
      },
      near: {
        headline: "Drīz būs jūsu kārta",
        lead: "Palieciet šajā lapā. Jūsu kārta pienāks vēlākais pēc dažām minūtēm.",
      },
      next: {
        headline: "Nākamā ir jūsu kārta",
        lead: "Palieciet šajā lapā. Jūsu kārta pienāks pēc mirkļa.",
      },
      "too-late": {
        headline: "Visticamāk, par vēlu",
        lead: "Atlikušo biļešu, visticamāk, nepietiks visiem, kas ir jums priekšā. Varat palikt: ja biļetes atgriezīsies pārdošanā, rinda turpināsies tādā pašā secībā.",
      },
      "your-turn": {
        headline: "Ir pienākusi jūsu kārta",
        lead: "Veikals ir gatavs jūs uzņemt.",
      },
      front: {
        headline: "Jūs esat rindas priekšgalā",
        lead: "Ielaidīsim jūs, tiklīdz veikalā būs brīvs. Palieciet šajā lapā.",
      },
      late: {
        headline: "Jūs atgriezāties laikus",
        lead: "Ielaidīsim jūs, tiklīdz veikalā būs brīvs. Palieciet šajā lapā: šī ir pēdējā iespēja izmantot šo vietu rindā.",
      },
      entering: {
        headline: "Ielaižam jūs",
        lead: "Veikals atvērsies pēc mirkļa.",
      },
      missed: {
        headline: "Jūs nokavējāt savu kārtu",
        lead: "Jūs vēl varat ieiet, bet tikai vienu reizi. Nospiediet pogu un palieciet šajā lapā, līdz veikals atveras.",
      },
      spent: {
        headline: "Šī vieta vairs nav derīga",
        lead: "Tās kārta ir pagājusi, un beidzies arī laiks, kad vēl varēja atgriezties ar nokavēšanos. Varat ieņemt jaunu vietu rindas beigās.",
      },
      ended: {
        headline: "Jūsu apmeklējums ir beidzies",
        lead: "Jūsu laiks veikalā ir beidzies. Lai ieietu vēlreiz, ieņemiet jaunu vietu rindā.",
      },
      stopped: {
        headline: "Rinda ir apturēta",
        lead: "Pašlaik nevienu neielaižam. Tikmēr neviena kārta nebeigsies.",
      },
      sealed: {
        headline: "Veikals pašlaik ir slēgts",
        lead: "Organizators to ir slēdzis visiem.",
      },
      "sold-out": {
        headline: "Izpārdots",
        lead: "Viss ir pārdots. Ja biļetes atgriezīsies pārdošanā, rinda turpināsies tādā pašā secībā.",
      },
      closed: {
        headline: "Pārdošana ir beigusies",
        lead: "Vairs nevienu neielaižam. Šo lapu varat aizvērt.",
      },
      admitted: {
        headline: "Jūs esat iekšā",
        lead: "Veikals jums ir atvērts.",
      },
      shared: {
        headline: "Jūsu apmeklējums atvērts citur",
        lead: "Tas ir paredzēts vienam cilvēkam. Ja turpināsiet šeit, tur tas beigsies.",
      },
      lost: {
        headline: "Jūs neesat rindā",
        lead: "Jūsu vieta ir atbrīvota vai tās sīkdatne ir izdzēsta no šīs pārlūkprogrammas. Varat ieņemt jaunu vietu rindas beigās.",
      },
      left: {
        headline: "Jūs izgājāt no rindas",
        lead: "Jūsu vieta ir atbrīvota. Varat ieņemt jaunu rindas beigās.",
      },
      full: {
        headline: "Rinda ir pilna",
        lead: "Pašlaik neviens nevar tajā iestāties.",
      },
      "no-cookies": {
        headline: "Šī pārlūkprogramma nesaglabā sīkdatnes",
        lead: "Jūsu vieta rindā tiek glabāta sīkdatnē. Atļaujiet šai vietnei sīkdatnes un mēģiniet vēlreiz.",
      },
      challenge: {
        headline: "Īsa pārbaude",
        lead: "Pirms vietas saņemšanas jūsu pārlūkprogramma atrisina nelielu uzdevumu. Tas ilgst dažas sekundes, un jums nekas nav jādara.",
      },
      invite: {
        headline: "Nepieciešams ielūgums",
        lead: "Atveriet sava ielūguma saiti vai ievadiet šeit tā kodu.",
      },
      "wrong-identity": {
        headline: "Šī vieta pieder kādam citam",
        lead: "Tā saņemta ar citu kontu vai ielūgumu. Izmantojiet to kontu vai ielūgumu vai arī ieņemiet jaunu vietu rindā.",
      },
    },
    ahead: { zero: "cilvēku jums priekšā", one: "cilvēks jums priekšā", other: "cilvēki jums priekšā" },
    tabAhead: "({ahead}) priekšā",
    place: "Jūsu vieta rindā",
    drawNumber: "Jūsu izlozes numurs",
    opens: "Pārdošanas sākums",
    untilJoin: "līdz uzgaidāmās telpas atvēršanai",
    untilDraw: "līdz izlozei",
    untilOpen: "līdz pārdošanas sākumam",
    drawFair: "Vietas tiek izlozētas, tāpēc nav nozīmes, cik agri atnākat.",
    drawWaits: "Izloze gaida publisku nejaušu skaitli, ko neviens nevarēja zināt iepriekš. Tas pienāks pēc mirkļa.",
    checkDraw: "Pārbaudīt izlozi",
    wait: "Paredzamais gaidīšanas laiks",
    waitUnknown: "vēl nav zināms",
    underAMinute: "mazāk par minūti",
    about: "aptuveni {duration}",
    upTo: "ne vairāk kā {duration}",
    pace: "Tiek ielaisti",
    perMinute: { zero: "{count} minūtē", one: "{count} minūtē", other: "{count} minūtē" },
    updatedNow: "Atjaunināts tikko",
    updated: "Atjaunināts {ago}",
    turnLeft: "Atlikušais laiks: {left}",
    turnLeftUntil: "Atlikušais laiks: {left}, līdz {time}",
    turnEnding: "Atlikušas tikai sekundes",
    enter: "Ieiet tagad",
    enterAdmitted: "Doties uz veikalu",
    newPlace: "Ieņemt jaunu vietu",
    takeOver: "Turpināt šeit",
    reload: "Mēģināt vēlreiz",
    inviteCode: "Ielūguma kods",
    inviteUse: "Izmantot kodu",
    inviteRefused: "Šo kodu nevar izmantot: tas ir nepareizs, beidzies vai jau izmantots.",
    alertSound: "Skaņas signāls, kad pienāks mana kārta",
    alertNotify: "Paziņojums, kad pienāks mana kārta",
    messageLabel: "No organizatora",
    offline: "Šķiet, ka nav interneta savienojuma. Lapa pati turpinās, tiklīdz savienojums atjaunosies.",
    unreachable: "Pašlaik nevaram sazināties ar uzgaidāmo telpu un turpinām mēģināt.",
    busy: "No jūsu tīkla nāk pārāk daudz pieprasījumu.",
    sharedUntil: "Jūsu apmeklējums atvērts no pārāk daudziem tīkliem. Šeit varēsiet turpināt pēc {duration}.",
    retryIn: "Pēc {duration} mēģināsim vēlreiz.",
    triesAgain: "Šī lapa pati mēģinās vēlreiz.",
    placeKept: "Jūsu vieta ir saglabāta.",
    noPlaceYet: "Jums vēl nav vietas.",
    leave: "Iziet no rindas",
    leaveQuestion: "Jūs pavisam atteiktos no vietas {position}. Jauna vieta ir rindas beigās.",
    leaveConfirm: "Atteikties no vietas",
    reference: "Atsauces numurs: {reference}",
  },
  notices: {
    formNotSent: {
      headline: "Veidlapa netika nosūtīta",
      lead: "Pirms turpināt, jums jāgaida.",
    },
    notSent: "Jūsu ievadītais nav nonācis veikalā.",
    paymentWarning: "Ja tobrīd maksājāt, maksājums tomēr varēja izdoties. Pirms maksājat vēlreiz, pārbaudiet savu e-pastu vai banku.",
    originUnreachable: {
      headline: "Veikals neatbild",
      lead: "Jūsu apmeklējums nav zudis: tas ir saglabāts, un, kamēr tas ilgst, jums nav vēlreiz jāgaida rindā.",
    },
    maybeSent: "Ja tobrīd sūtījāt veidlapu vai maksājāt, tas tomēr varēja izdoties. Pirms sūtāt vēlreiz, pārbaudiet.",
    errors: {
      "unknown-host": {
        headline: "Šeit nekas netiek pārdots",
        lead: "Šī adrese neved uz veikalu. Pārbaudiet adresi vai atgriezieties tur, no kurienes atnācāt.",
      },
      "ambiguous-path": {
        headline: "Šo adresi nevar nolasīt",
        lead: "Tā var nozīmēt vairāk nekā vienu lapu. Dodieties uz veikala sākumlapu un turpiniet no turienes.",
      },
      "session-rate": {
        headline: "Tik daudz viens cilvēks nevar apskatīt",
        lead: "Jūsu vārdā vienlaikus tika pieprasīts ļoti daudz lapu. Jūs paliekat veikalā; lūdzu, brīdi uzgaidiet.",
      },
      "session-shared": {
        headline: "Jūsu apmeklējums ir atvērts vairākās vietās",
        lead: "Tas ir paredzēts vienam cilvēkam, bet dažu minūšu laikā izmantots no vairākiem tīkliem. Turpiniet tikai vienā pārlūkprogrammā un uzgaidiet dažas minūtes.",
      },
      shed: {
        headline: "Veikals ir pārslogots",
        lead: "Šī lapa var brīdi pagaidīt, tāpēc tā gaida. Jūs paliekat veikalā, un maksājumiem ir priekšroka.",
      },
      "room-unavailable": {
        headline: "Uzgaidāmā telpa nav gatava",
        lead: "Tas nav atkarīgs no jums. Ja jums ir vieta, tā ir saglabāta.",
      },
      other: {
        headline: "Tas neizdevās",
        lead: "Tas nav atkarīgs no jums. Ja jums ir vieta rindā, tā ir saglabāta. Lūdzu, pēc brīža mēģiniet vēlreiz.",
      },
    },
    startPage: "Doties uz sākumlapu",
    backToForm: "Atpakaļ uz veidlapu",
    code: "Kods {code}",
  },
};
