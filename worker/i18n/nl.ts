import type { Texts } from "./texts.ts";

export const nl: Texts = {
  language: "nl",
  direction: "ltr",
  line: {
    phases: {
      countdown: {
        headline: "Nog niet open",
        lead: "Houd deze pagina open. Het gaat vanzelf verder.",
      },
      joining: {
        headline: "Een ogenblik",
        lead: "U krijgt zo een plaats in de wachtrij.",
      },
      "in-draw": {
        headline: "U doet mee aan de loting",
        lead: "Meer hoeft u niet te doen. Houd deze pagina open: uw plaats in de wachtrij verschijnt hier zodra die geloot is.",
      },
      drawn: {
        headline: "Uw plaats in de wachtrij is geloot",
        lead: "Houd deze pagina open. Na de start van de verkoop gaat u vanzelf naar binnen zodra u aan de beurt bent.",
      },
      waiting: {
        headline: "U staat in de wachtrij",
        lead: "Houd deze pagina open. Het gaat vanzelf verder, en zodra u aan de beurt bent, gaat u naar binnen.",
      },
      near: {
        headline: "U bent er bijna",
        lead: "Blijf op deze pagina. U bent over hooguit een paar minuten aan de beurt.",
      },
      next: {
        headline: "U bent hierna aan de beurt",
        lead: "Blijf op deze pagina. Het duurt nog maar even.",
      },
      "too-late": {
        headline: "Waarschijnlijk te laat",
        lead: "Er zijn waarschijnlijk niet genoeg tickets meer voor iedereen vóór u. U kunt blijven: als er tickets terugkomen, gaat de wachtrij in dezelfde volgorde verder.",
      },
      "your-turn": {
        headline: "U bent aan de beurt",
        lead: "De ticketshop staat voor u klaar.",
      },
      front: {
        headline: "U staat vooraan",
        lead: "We laten u binnen zodra er ruimte is in de ticketshop. Blijf op deze pagina.",
      },
      late: {
        headline: "U bent op tijd terug",
        lead: "We laten u binnen zodra er ruimte is in de ticketshop. Blijf op deze pagina: het is de laatste kans voor deze plaats in de wachtrij.",
      },
      entering: {
        headline: "U gaat naar binnen",
        lead: "De ticketshop gaat zo open.",
      },
      missed: {
        headline: "U hebt uw beurt gemist",
        lead: "U kunt nog één keer naar binnen. Druk op de knop en blijf op deze pagina tot de ticketshop opengaat.",
      },
      spent: {
        headline: "Deze plaats in de wachtrij is vervallen",
        lead: "De beurt is voorbij, en de tijd om alsnog terug te komen ook. U kunt achteraan een nieuwe plaats nemen.",
      },
      ended: {
        headline: "Uw bezoek is afgelopen",
        lead: "Uw tijd in de ticketshop is om. Neem een nieuwe plaats in de wachtrij om weer naar binnen te gaan.",
      },
      stopped: {
        headline: "De wachtrij is gepauzeerd",
        lead: "Er wordt nu niemand binnengelaten. Intussen verloopt niemands beurt.",
      },
      sealed: {
        headline: "De ticketshop is tijdelijk gesloten",
        lead: "De organisator heeft de shop voor iedereen gesloten.",
      },
      "sold-out": {
        headline: "Uitverkocht",
        lead: "Alles is verkocht. Als er tickets terugkomen, gaat de wachtrij in dezelfde volgorde verder.",
      },
      closed: {
        headline: "De verkoop is afgelopen",
        lead: "Er wordt niemand meer binnengelaten. U kunt deze pagina sluiten.",
      },
      admitted: {
        headline: "U kunt naar binnen",
        lead: "De ticketshop is voor u open.",
      },
      shared: {
        headline: "Uw bezoek is ergens anders geopend",
        lead: "Het is voor één persoon. Als u hier verdergaat, eindigt het daar.",
      },
      lost: {
        headline: "U staat niet in de wachtrij",
        lead: "Uw plaats is opgegeven, of de cookie ervan is uit deze browser verwijderd. U kunt achteraan een nieuwe plaats nemen.",
      },
      left: {
        headline: "U hebt de wachtrij verlaten",
        lead: "Uw plaats is opgegeven. U kunt achteraan een nieuwe nemen.",
      },
      full: {
        headline: "De wachtrij is vol",
        lead: "Er kan nu niemand meer aansluiten.",
      },
      "no-cookies": {
        headline: "Deze browser bewaart geen cookies",
        lead: "Uw plaats in de wachtrij wordt in een cookie bewaard. Sta cookies toe voor deze website en probeer het opnieuw.",
      },
      challenge: {
        headline: "Een korte controle",
        lead: "Uw browser lost een kleine puzzel op voordat hij een plaats krijgt. Dat duurt een paar seconden en u hoeft niets te doen.",
      },
      invite: {
        headline: "U hebt een uitnodiging nodig",
        lead: "Open de link in uw uitnodiging of vul hier de code in.",
      },
      "wrong-identity": {
        headline: "Deze plaats is van iemand anders",
        lead: "Deze is met een ander account of een andere uitnodiging genomen. Gebruik dat account of die uitnodiging, of neem een nieuwe plaats in de wachtrij.",
      },
    },
    ahead: { one: "persoon vóór u", other: "personen vóór u" },
    tabAhead: "({ahead}) vóór u",
    place: "Uw plaats in de wachtrij",
    drawNumber: "Uw lotnummer",
    opens: "Start van de verkoop",
    untilJoin: "tot de wachtruimte opengaat",
    untilDraw: "tot de loting",
    untilOpen: "tot de start van de verkoop",
    drawFair: "De plaatsen worden geloot. Het maakt dus niet uit hoe vroeg u er bent.",
    drawWaits: "De loting wacht op een openbaar willekeurig getal dat niemand vooraf kon kennen. Dat komt er zo aan.",
    checkDraw: "Loting controleren",
    wait: "Verwachte wachttijd",
    waitUnknown: "nog niet bekend",
    underAMinute: "minder dan een minuut",
    about: "ongeveer {duration}",
    upTo: "hooguit {duration}",
    pace: "Binnengelaten",
    perMinute: { one: "{count} per minuut", other: "{count} per minuut" },
    updatedNow: "Zojuist bijgewerkt",
    updated: "{ago} bijgewerkt",
    turnLeft: "Nog {left}",
    turnLeftUntil: "Nog {left}, tot {time} uur",
    turnEnding: "Nog maar een paar seconden",
    enter: "Nu naar binnen",
    enterAdmitted: "Naar de ticketshop",
    newPlace: "Nieuwe plaats nemen",
    takeOver: "Hier verdergaan",
    reload: "Opnieuw proberen",
    inviteCode: "Uitnodigingscode",
    inviteUse: "Code gebruiken",
    inviteRefused: "Deze code werkt niet: hij is onjuist, verlopen of al gebruikt.",
    alertSound: "Geluid afspelen als ik aan de beurt ben",
    alertNotify: "Melding sturen als ik aan de beurt ben",
    messageLabel: "Van de organisator",
    offline: "U lijkt offline te zijn. De pagina gaat vanzelf verder zodra u weer verbinding hebt.",
    unreachable: "We kunnen de wachtruimte nu niet bereiken en blijven het proberen.",
    busy: "Er komen te veel verzoeken van uw netwerk.",
    sharedUntil: "Uw bezoek is vanaf te veel netwerken geopend. U kunt hier over {duration} verder.",
    retryIn: "We proberen het over {duration} opnieuw.",
    triesAgain: "Deze pagina probeert het vanzelf opnieuw.",
    placeKept: "U houdt uw plaats in de wachtrij.",
    noPlaceYet: "U hebt nog geen plaats in de wachtrij.",
    leave: "Wachtrij verlaten",
    leaveQuestion: "U geeft plaats {position} dan voorgoed op. Een nieuwe plaats is achteraan in de wachtrij.",
    leaveConfirm: "Mijn plaats opgeven",
    reference: "Kenmerk {reference}",
  },
  notices: {
    formNotSent: {
      headline: "Het formulier is niet verzonden",
      lead: "U moet wachten voordat u verder kunt.",
    },
    notSent: "Wat u hebt ingevuld, is niet bij de ticketshop aangekomen.",
    paymentWarning:
      "Als u aan het betalen was, kan de betaling toch gelukt zijn. Controleer uw e-mail of uw bank voordat u nog eens betaalt.",
    originUnreachable: {
      headline: "De ticketshop reageert niet",
      lead: "U bent uw bezoek niet kwijt: het blijft bewaard, en zolang het duurt hoeft u niet opnieuw in de wachtrij.",
    },
    maybeSent:
      "Als u een formulier verstuurde of aan het betalen was, kan dat toch gelukt zijn. Controleer dat voordat u het nog eens verstuurt.",
    errors: {
      "unknown-host": {
        headline: "Hier is niets te koop",
        lead: "Dit adres leidt niet naar een ticketshop. Controleer het adres of ga terug naar waar u vandaan kwam.",
      },
      "ambiguous-path": {
        headline: "Dit adres is niet eenduidig",
        lead: "Het kan meer dan één pagina betekenen. Ga naar de startpagina van de ticketshop en ga van daaruit verder.",
      },
      "session-rate": {
        headline: "Dit is meer dan één mens kan bekijken",
        lead: "Er zijn uit uw naam heel veel pagina’s tegelijk opgevraagd. U houdt uw toegang tot de ticketshop; wacht even.",
      },
      "session-shared": {
        headline: "Uw bezoek is op meer plekken geopend",
        lead: "Het is voor één persoon, maar is binnen een paar minuten vanaf meerdere netwerken gebruikt. Ga in één browser verder en wacht een paar minuten.",
      },
      shed: {
        headline: "De ticketshop is overbelast",
        lead: "Deze pagina kan even wachten en is daarom uitgesteld. U houdt uw toegang tot de ticketshop, en betalingen gaan voor.",
      },
      "room-unavailable": {
        headline: "De wachtruimte is niet klaar",
        lead: "Dit ligt niet aan u. Als u een plaats in de wachtrij hebt, houdt u die.",
      },
      other: {
        headline: "Dit is niet gelukt",
        lead: "Het ligt niet aan u. Als u een plaats in de wachtrij hebt, houdt u die. Probeer het zo nog eens.",
      },
    },
    startPage: "Naar de startpagina",
    backToForm: "Terug naar het formulier",
    code: "Code {code}",
  },
};
