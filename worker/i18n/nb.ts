import type { Texts } from "./texts.ts";

export const nb: Texts = {
  language: "nb",
  direction: "ltr",
  line: {
    phases: {
      countdown: {
        headline: "Salget har ikke åpnet ennå",
        lead: "Hold denne siden åpen. Den går videre av seg selv.",
      },
      joining: {
        headline: "Et øyeblikk",
        lead: "Vi finner en plass til deg i køen.",
      },
      "in-draw": {
        headline: "Du er med i trekningen",
        lead: "Du trenger ikke gjøre noe mer. Hold denne siden åpen: Den viser plassen din så snart den er trukket.",
      },
      drawn: {
        headline: "Plassen din er trukket",
        lead: "Hold denne siden åpen. Når salget har åpnet, slipper den deg inn når det er din tur.",
      },
      waiting: {
        headline: "Du står i kø",
        lead: "Hold denne siden åpen. Den oppdaterer seg selv og slipper deg inn når det er din tur.",
      },
      near: {
        headline: "Snart din tur",
        lead: "Bli på denne siden. Det blir din tur om høyst noen få minutter.",
      },
      next: {
        headline: "Du er nestemann",
        lead: "Bli på denne siden. Det blir din tur om et øyeblikk.",
      },
      "too-late": {
        headline: "Trolig for sent",
        lead: "Det er trolig ikke nok billetter igjen til alle foran deg. Du kan bli stående: Hvis noen billetter kommer tilbake, går køen videre i samme rekkefølge.",
      },
      "your-turn": {
        headline: "Det er din tur",
        lead: "Butikken er klar for deg.",
      },
      front: {
        headline: "Du står fremst",
        lead: "Vi slipper deg inn så snart det er ledig i butikken. Bli på denne siden.",
      },
      late: {
        headline: "Du rakk tilbake i tide",
        lead: "Vi slipper deg inn så snart det er ledig i butikken. Bli på denne siden: Dette er siste sjanse for denne plassen.",
      },
      entering: {
        headline: "Slipper deg inn",
        lead: "Butikken åpner om et øyeblikk.",
      },
      missed: {
        headline: "Du gikk glipp av din tur",
        lead: "Du kan fortsatt gå inn, én gang. Trykk på knappen, og bli på denne siden til butikken åpner.",
      },
      spent: {
        headline: "Denne plassen er utløpt",
        lead: "Turen er forbi, og fristen for å komme tilbake er også ute. Du kan ta en ny plass bakerst i køen.",
      },
      ended: {
        headline: "Besøket ditt er over",
        lead: "Tiden din i butikken er ute. Ta en ny plass i køen hvis du vil inn igjen.",
      },
      stopped: {
        headline: "Køen er satt på pause",
        lead: "Ingen slippes inn akkurat nå. Ingens tur utløper i mellomtiden.",
      },
      sealed: {
        headline: "Butikken er stengt for øyeblikket",
        lead: "Arrangøren har stengt den for alle.",
      },
      "sold-out": {
        headline: "Utsolgt",
        lead: "Alt er solgt. Hvis noen billetter kommer tilbake, går køen videre i samme rekkefølge.",
      },
      closed: {
        headline: "Salget er over",
        lead: "Ingen flere slippes inn. Du kan lukke denne siden.",
      },
      admitted: {
        headline: "Du er inne",
        lead: "Butikken er åpen for deg.",
      },
      shared: {
        headline: "Besøket ditt er åpnet et annet sted",
        lead: "Det gjelder for én person. Hvis du fortsetter her, slutter det der.",
      },
      lost: {
        headline: "Du står ikke i kø",
        lead: "Plassen din er gitt opp, eller informasjonskapselen til plassen er slettet fra denne nettleseren. Du kan ta en ny plass bakerst i køen.",
      },
      left: {
        headline: "Du har forlatt køen",
        lead: "Plassen din er gitt opp. Du kan ta en ny bakerst i køen.",
      },
      full: {
        headline: "Køen er full",
        lead: "Ingen kan stille seg i kø akkurat nå.",
      },
      "no-cookies": {
        headline: "Denne nettleseren lagrer ikke informasjonskapsler",
        lead: "Plassen din i køen lagres i en informasjonskapsel. Tillat informasjonskapsler for dette nettstedet, og prøv igjen.",
      },
      challenge: {
        headline: "En kort kontroll",
        lead: "Nettleseren din løser en liten oppgave før den får en plass. Det tar noen få sekunder, og du trenger ikke gjøre noe.",
      },
      invite: {
        headline: "Du trenger en invitasjon",
        lead: "Åpne lenken i invitasjonen din, eller skriv inn koden her.",
      },
      "wrong-identity": {
        headline: "Denne plassen tilhører noen andre",
        lead: "Den er tatt med en annen konto eller invitasjon. Bruk den kontoen eller invitasjonen, eller ta en ny plass i køen.",
      },
    },
    ahead: { one: "person foran deg", other: "personer foran deg" },
    tabAhead: "({ahead}) foran deg",
    place: "Plassen din i køen",
    drawNumber: "Nummeret ditt i trekningen",
    opens: "Salget åpner",
    untilJoin: "til venterommet åpner",
    untilDraw: "til trekningen",
    untilOpen: "til salget åpner",
    drawFair: "Plassene fordeles ved loddtrekning, så det spiller ingen rolle hvor tidlig du kommer.",
    drawWaits: "Trekningen venter på et offentlig tilfeldig tall som ingen kunne vite på forhånd. Det kommer om et øyeblikk.",
    checkDraw: "Kontroller trekningen",
    wait: "Forventet ventetid",
    waitUnknown: "ikke kjent ennå",
    underAMinute: "under ett minutt",
    about: "omtrent {duration}",
    upTo: "opptil {duration}",
    pace: "Slippes inn",
    perMinute: { one: "{count} i minuttet", other: "{count} i minuttet" },
    updatedNow: "Oppdatert akkurat nå",
    updated: "Oppdatert {ago}",
    turnLeft: "{left} igjen",
    turnLeftUntil: "{left} igjen, til kl. {time}",
    turnEnding: "Bare sekunder igjen",
    enter: "Gå inn nå",
    enterAdmitted: "Gå til butikken",
    newPlace: "Ta en ny plass",
    takeOver: "Fortsett her",
    reload: "Prøv igjen",
    inviteCode: "Invitasjonskode",
    inviteUse: "Bruk koden",
    inviteRefused: "Koden kan ikke brukes: Den er feil, utløpt eller allerede brukt.",
    alertSound: "Spill av en lyd når det er min tur",
    alertNotify: "Varsle meg når det er min tur",
    messageLabel: "Fra arrangøren",
    offline: "Du ser ut til å være frakoblet. Siden går videre av seg selv så snart du er på nett igjen.",
    unreachable: "Vi får ikke kontakt med venterommet akkurat nå, men vi fortsetter å prøve.",
    busy: "Det kommer for mange forespørsler fra nettverket ditt.",
    sharedUntil: "Besøket ditt er åpnet fra for mange nettverk. Du kan fortsette her om {duration}.",
    retryIn: "Om {duration} prøver vi igjen.",
    triesAgain: "Denne siden prøver igjen av seg selv.",
    placeKept: "Du beholder plassen din.",
    noPlaceYet: "Du har ikke fått plass ennå.",
    leave: "Forlat køen",
    leaveQuestion: "Du gir opp plass {position} for godt. En ny plass er bakerst i køen.",
    leaveConfirm: "Gi opp plassen min",
    reference: "Referanse {reference}",
  },
  notices: {
    formNotSent: {
      headline: "Skjemaet ble ikke sendt",
      lead: "Du må vente før du kan gå videre.",
    },
    notSent: "Det du fylte inn, har ikke kommet frem til butikken.",
    paymentWarning:
      "Hvis du holdt på å betale, kan betalingen likevel ha gått gjennom. Sjekk e-posten eller banken din før du betaler på nytt.",
    originUnreachable: {
      headline: "Butikken svarer ikke",
      lead: "Du har ikke mistet besøket ditt: Det er tatt vare på, og du trenger ikke stå i kø igjen så lenge det varer.",
    },
    maybeSent: "Hvis du holdt på å sende et skjema eller betale, kan det likevel ha gått gjennom. Sjekk det før du sender på nytt.",
    errors: {
      "unknown-host": {
        headline: "Her er ingenting til salgs",
        lead: "Denne adressen fører ikke til noen butikk. Sjekk adressen, eller gå tilbake dit du kom fra.",
      },
      "ambiguous-path": {
        headline: "Denne adressen kan ikke leses",
        lead: "Den kan bety mer enn én side. Gå til butikkens startside, og fortsett derfra.",
      },
      "session-rate": {
        headline: "Dette er mer enn én person rekker å se på",
        lead: "Det er bedt om svært mange sider på én gang i ditt navn. Du blir værende i butikken; vent litt.",
      },
      "session-shared": {
        headline: "Besøket ditt er åpent flere steder",
        lead: "Det gjelder for én person, og det er brukt fra flere nettverk i løpet av få minutter. Fortsett i bare én nettleser, og vent noen minutter.",
      },
      shed: {
        headline: "Butikken har mer å gjøre enn den rekker",
        lead: "Denne siden kan vente litt, så det gjør den. Du blir værende i butikken, og betalinger går foran.",
      },
      "room-unavailable": {
        headline: "Venterommet er ikke klart",
        lead: "Det skyldes ikke deg. Hvis du har en plass, beholder du den.",
      },
      other: {
        headline: "Dette gikk ikke",
        lead: "Det skyldes ikke deg. Hvis du har en plass i køen, beholder du den. Prøv igjen om et øyeblikk.",
      },
    },
    startPage: "Gå til startsiden",
    backToForm: "Tilbake til skjemaet",
    code: "Kode {code}",
  },
};
