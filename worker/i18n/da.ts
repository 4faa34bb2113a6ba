import type { Texts } from "./texts.ts";

export const da: Texts = {
  language: "da",
  direction: "ltr",
  line: {
    phases: {
      countdown: {
        headline: "Salget er ikke begyndt endnu",
        lead: "Hold denne side åben. Den går selv videre.",
      },
      joining: {
        headline: "Et øjeblik",
        lead: "Vi finder en plads til dig i køen.",
      },
      "in-draw": {
        headline: "Du er med i lodtrækningen",
        lead: "Du skal ikke gøre mere. Hold denne side åben: Den viser din plads, så snart den er trukket.",
      },
      drawn: {
        headline: "Din plads er trukket",
        lead: "Hold denne side åben. Når salget er begyndt, lukker den dig ind, så snart det er din tur.",
      },
      waiting: {
        headline: "Du står i kø",
        lead: "Hold denne side åben. Den opdaterer sig selv og lukker dig ind, når det er din tur.",
      },
      near: {
        headline: "Det er snart din tur",
        lead: "Bliv på denne side. Det bliver din tur om højst nogle få minutter.",
      },
      next: {
        headline: "Du er den næste",
        lead: "Bliv på denne side. Det bliver din tur om et øjeblik.",
      },
      "too-late": {
        headline: "Sandsynligvis for sent",
        lead: "Der er sandsynligvis ikke billetter nok tilbage til alle foran dig. Du kan blive i køen: Hvis der kommer billetter retur, går køen videre i samme rækkefølge.",
      },
      "your-turn": {
        headline: "Det er din tur",
        lead: "Butikken er klar til dig.",
      },
      front: {
        headline: "Du står forrest",
        lead: "Vi lukker dig ind, så snart der er ledigt i butikken. Bliv på denne side.",
      },
      late: {
        headline: "Du nåede tilbage i tide",
        lead: "Vi lukker dig ind, så snart der er ledigt i butikken. Bliv på denne side: Det er sidste chance for at bruge denne plads.",
      },
      entering: {
        headline: "Vi lukker dig ind",
        lead: "Butikken åbner om et øjeblik.",
      },
      missed: {
        headline: "Du gik glip af din tur",
        lead: "Du kan stadig komme ind, én gang. Tryk på knappen, og bliv på denne side, til butikken åbner.",
      },
      spent: {
        headline: "Denne plads er udløbet",
        lead: "Dens tur er forbi, og fristen for at komme tilbage er også udløbet. Du kan tage en ny plads bagest i køen.",
      },
      ended: {
        headline: "Dit besøg er slut",
        lead: "Din tid i butikken er gået. Tag en ny plads i køen, hvis du vil ind igen.",
      },
      stopped: {
        headline: "Køen er sat på pause",
        lead: "Vi lukker ikke nogen ind lige nu. Imens udløber ingens tur.",
      },
      sealed: {
        headline: "Butikken er lukket lige nu",
        lead: "Arrangøren har lukket den for alle.",
      },
      "sold-out": {
        headline: "Udsolgt",
        lead: "Alt er solgt. Hvis der kommer billetter retur, går køen videre i samme rækkefølge.",
      },
      closed: {
        headline: "Salget er slut",
        lead: "Vi lukker ikke flere ind. Du kan lukke denne side.",
      },
      admitted: {
        headline: "Du er inde",
        lead: "Butikken er åben for dig.",
      },
      shared: {
        headline: "Dit besøg er åbnet et andet sted",
        lead: "Det gælder for én person. Hvis du fortsætter her, slutter det dér.",
      },
      lost: {
        headline: "Du står ikke i kø",
        lead: "Din plads er opgivet, eller dens cookie er slettet fra denne browser. Du kan tage en ny plads bagest i køen.",
      },
      left: {
        headline: "Du har forladt køen",
        lead: "Din plads er opgivet. Du kan tage en ny bagest i køen.",
      },
      full: {
        headline: "Køen er fuld",
        lead: "Ingen kan stille sig i kø lige nu.",
      },
      "no-cookies": {
        headline: "Denne browser gemmer ikke cookies",
        lead: "Din plads i køen gemmes i en cookie. Tillad cookies for dette websted, og prøv igen.",
      },
      challenge: {
        headline: "En kort kontrol",
        lead: "Din browser løser en lille opgave, før den får en plads. Det tager nogle få sekunder, og du skal ikke gøre noget.",
      },
      invite: {
        headline: "Du skal bruge en invitation",
        lead: "Åbn linket i din invitation, eller indtast dens kode her.",
      },
      "wrong-identity": {
        headline: "Denne plads tilhører en anden",
        lead: "Den er taget med en anden konto eller invitation. Brug den konto eller den invitation, eller tag en ny plads i køen.",
      },
    },
    ahead: { one: "person foran dig", other: "personer foran dig" },
    tabAhead: "({ahead}) foran dig",
    place: "Din plads i køen",
    drawNumber: "Dit nummer i lodtrækningen",
    opens: "Salget begynder",
    untilJoin: "til venterummet åbner",
    untilDraw: "til lodtrækningen",
    untilOpen: "til salget begynder",
    drawFair: "Pladserne fordeles ved lodtrækning, så det gør ingen forskel, hvor tidligt du kommer.",
    drawWaits: "Lodtrækningen venter på et offentligt tilfældigt tal, som ingen kunne kende på forhånd. Det kommer om et øjeblik.",
    checkDraw: "Tjek lodtrækningen",
    wait: "Forventet ventetid",
    waitUnknown: "kendes ikke endnu",
    underAMinute: "under et minut",
    about: "ca. {duration}",
    upTo: "op til {duration}",
    pace: "Lukkes ind",
    perMinute: { one: "{count} i minuttet", other: "{count} i minuttet" },
    updatedNow: "Opdateret lige nu",
    updated: "Opdateret {ago}",
    turnLeft: "{left} tilbage",
    turnLeftUntil: "{left} tilbage, indtil kl. {time}",
    turnEnding: "Kun få sekunder tilbage",
    enter: "Gå ind nu",
    enterAdmitted: "Gå til butikken",
    newPlace: "Tag en ny plads",
    takeOver: "Fortsæt her",
    reload: "Prøv igen",
    inviteCode: "Invitationskode",
    inviteUse: "Brug koden",
    inviteRefused: "Koden kan ikke bruges: Den er forkert, udløbet eller allerede brugt.",
    alertSound: "Afspil en lyd, når det er min tur",
    alertNotify: "Giv mig besked, når det er min tur",
    messageLabel: "Fra arrangøren",
    offline: "Du ser ud til at være offline. Siden går selv videre, så snart forbindelsen er tilbage.",
    unreachable: "Vi kan ikke få forbindelse til venterummet lige nu og bliver ved med at prøve.",
    busy: "Der kommer for mange forespørgsler fra dit netværk.",
    sharedUntil: "Dit besøg er åbnet fra for mange netværk. Du kan fortsætte her om {duration}.",
    retryIn: "Om {duration} prøver vi igen.",
    triesAgain: "Denne side prøver selv igen.",
    placeKept: "Du beholder din plads.",
    noPlaceYet: "Du har ikke fået en plads endnu.",
    leave: "Forlad køen",
    leaveQuestion: "Du opgiver plads {position} for altid. En ny plads er bagest i køen.",
    leaveConfirm: "Opgiv min plads",
    reference: "Reference: {reference}",
  },
  notices: {
    formNotSent: {
      headline: "Formularen blev ikke sendt",
      lead: "Du skal vente, før du kan gå videre.",
    },
    notSent: "Det, du indtastede, er ikke nået frem til butikken.",
    paymentWarning:
      "Hvis du var ved at betale, kan betalingen alligevel være gået igennem. Tjek din mail eller din bank, før du betaler igen.",
    originUnreachable: {
      headline: "Butikken svarer ikke",
      lead: "Du har ikke mistet dit besøg: Det er gemt, og så længe det varer, skal du ikke stå i kø igen.",
    },
    maybeSent: "Hvis du var ved at sende en formular eller betale, kan det alligevel være gået igennem. Tjek det, før du sender igen.",
    errors: {
      "unknown-host": {
        headline: "Her er ikke noget til salg",
        lead: "Denne adresse fører ikke til nogen butik. Tjek adressen, eller gå tilbage til det sted, du kom fra.",
      },
      "ambiguous-path": {
        headline: "Denne adresse kan ikke læses",
        lead: "Den kan betyde mere end én side. Gå til butikkens startside, og fortsæt derfra.",
      },
      "session-rate": {
        headline: "Det er mere, end én person kan nå at se",
        lead: "Der er bedt om rigtig mange sider på én gang i dit navn. Du bliver i butikken; vent venligst et øjeblik.",
      },
      "session-shared": {
        headline: "Dit besøg er åbent flere steder",
        lead: "Det gælder for én person, og det er brugt fra flere netværk inden for få minutter. Fortsæt kun i én browser, og vent nogle minutter.",
      },
      shed: {
        headline: "Butikken har mere at lave, end den kan nå",
        lead: "Denne side kan godt vente lidt, så det gør den. Du bliver i butikken, og betalinger går forud.",
      },
      "room-unavailable": {
        headline: "Venterummet er ikke klar",
        lead: "Det skyldes ikke dig. Hvis du har en plads, beholder du den.",
      },
      other: {
        headline: "Det lykkedes ikke",
        lead: "Det skyldes ikke dig. Hvis du har en plads i køen, beholder du den. Prøv igen om et øjeblik.",
      },
    },
    startPage: "Gå til startsiden",
    backToForm: "Tilbage til formularen",
    code: "Kode: {code}",
  },
};
