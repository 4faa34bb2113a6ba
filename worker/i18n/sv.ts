import type { Texts } from "./texts.ts";

export const sv: Texts = {
  language: "sv",
  direction: "ltr",
  line: {
    phases: {
      countdown: {
        headline: "Inte öppet ännu",
        lead: "Låt den här sidan vara öppen. Den går vidare av sig själv.",
      },
      joining: {
        headline: "Ett ögonblick",
        lead: "Vi ordnar en plats i kön åt dig.",
      },
      "in-draw": {
        headline: "Du är med i lottningen",
        lead: "Du behöver inte göra något mer. Låt den här sidan vara öppen: den visar din plats så snart den har lottats.",
      },
      drawn: {
        headline: "Din plats har lottats",
        lead: "Låt den här sidan vara öppen. När försäljningen har öppnat släpper den in dig när det är din tur.",
      },
      waiting: {
        headline: "Du står i kön",
        lead: "Låt den här sidan vara öppen. Den uppdateras av sig själv och släpper in dig när det är din tur.",
      },
      near: {
        headline: "Det är snart din tur",
        lead: "Stanna på den här sidan. Det blir din tur inom högst några minuter.",
      },
      next: {
        headline: "Du är näst på tur",
        lead: "Stanna på den här sidan. Det blir din tur alldeles strax.",
      },
      "too-late": {
        headline: "Troligen för sent",
        lead: "Biljetterna räcker troligen inte till alla som står före dig. Du kan stanna kvar: om några kommer tillbaka fortsätter kön i samma ordning.",
      },
      "your-turn": {
        headline: "Det är din tur",
        lead: "Butiken är redo för dig.",
      },
      front: {
        headline: "Du står längst fram i kön",
        lead: "Vi släpper in dig så snart det finns plats i butiken. Stanna på den här sidan.",
      },
      late: {
        headline: "Du hann tillbaka i tid",
        lead: "Vi släpper in dig så snart det finns plats i butiken. Stanna på den här sidan: det är sista chansen för den här platsen.",
      },
      entering: {
        headline: "Vi släpper in dig",
        lead: "Butiken öppnas alldeles strax.",
      },
      missed: {
        headline: "Du missade din tur",
        lead: "Du kan fortfarande gå in, en gång. Tryck på knappen och stanna på den här sidan tills butiken öppnas.",
      },
      spent: {
        headline: "Den här platsen gäller inte längre",
        lead: "Platsens tur har passerat, och det har även tiden för att komma tillbaka i efterhand. Du kan ta en ny plats sist i kön.",
      },
      ended: {
        headline: "Ditt besök är slut",
        lead: "Din tid i butiken har gått ut. Ta en ny plats i kön om du vill gå in igen.",
      },
      stopped: {
        headline: "Kön är pausad",
        lead: "Ingen släpps in just nu. Ingen förlorar sin tur under tiden.",
      },
      sealed: {
        headline: "Butiken är tillfälligt stängd",
        lead: "Arrangören har stängt den för alla.",
      },
      "sold-out": {
        headline: "Slutsålt",
        lead: "Alla biljetter är sålda. Om några kommer tillbaka fortsätter kön i samma ordning.",
      },
      closed: {
        headline: "Försäljningen är avslutad",
        lead: "Ingen släpps in längre. Du kan stänga den här sidan.",
      },
      admitted: {
        headline: "Du är insläppt",
        lead: "Butiken är öppen för dig.",
      },
      shared: {
        headline: "Ditt besök har öppnats någon annanstans",
        lead: "Det gäller för en person. Om du fortsätter här slutar det där.",
      },
      lost: {
        headline: "Du står inte i kön",
        lead: "Du har gett upp din plats, eller så har dess kaka tagits bort från den här webbläsaren. Du kan ta en ny plats sist i kön.",
      },
      left: {
        headline: "Du har lämnat kön",
        lead: "Du har gett upp din plats. Du kan ta en ny sist i kön.",
      },
      full: {
        headline: "Kön är full",
        lead: "Ingen kan ställa sig i kön just nu.",
      },
      "no-cookies": {
        headline: "Den här webbläsaren sparar inga kakor",
        lead: "Din plats i kön sparas i en kaka (cookie). Tillåt kakor för den här webbplatsen och försök sedan igen.",
      },
      challenge: {
        headline: "En kort kontroll",
        lead: "Din webbläsare löser en liten uppgift innan den får en plats. Det tar några sekunder och du behöver inte göra något.",
      },
      invite: {
        headline: "Du behöver en inbjudan",
        lead: "Öppna länken i din inbjudan, eller skriv in dess kod här.",
      },
      "wrong-identity": {
        headline: "Den här platsen tillhör någon annan",
        lead: "Den togs med ett annat konto eller en annan inbjudan. Använd det kontot eller den inbjudan, eller ta en ny plats i kön.",
      },
    },
    ahead: { one: "person före dig", other: "personer före dig" },
    tabAhead: "({ahead}) före dig",
    place: "Din plats i kön",
    drawNumber: "Ditt nummer i lottningen",
    opens: "Försäljningen öppnar",
    untilJoin: "tills väntrummet öppnar",
    untilDraw: "till lottningen",
    untilOpen: "tills försäljningen öppnar",
    drawFair: "Platserna lottas, så det spelar ingen roll hur tidigt du kommer.",
    drawWaits: "Lottningen väntar på ett offentligt slumptal som ingen kunde känna till i förväg. Det kommer alldeles strax.",
    checkDraw: "Kontrollera lottningen",
    wait: "Beräknad väntetid",
    waitUnknown: "inte känd ännu",
    underAMinute: "mindre än en minut",
    about: "ungefär {duration}",
    upTo: "högst {duration}",
    pace: "Släpps in",
    perMinute: { one: "{count} i minuten", other: "{count} i minuten" },
    updatedNow: "Uppdaterades alldeles nyss",
    updated: "Uppdaterades {ago}",
    turnLeft: "{left} kvar",
    turnLeftUntil: "{left} kvar, till kl. {time}",
    turnEnding: "Bara några sekunder kvar",
    enter: "Gå in nu",
    enterAdmitted: "Gå till butiken",
    newPlace: "Ta en ny plats",
    takeOver: "Fortsätt här",
    reload: "Försök igen",
    inviteCode: "Inbjudningskod",
    inviteUse: "Använd koden",
    inviteRefused: "Koden går inte att använda: den är fel, har gått ut eller är redan använd.",
    alertSound: "Spela ett ljud när det är min tur",
    alertNotify: "Meddela mig när det är min tur",
    messageLabel: "Från arrangören",
    offline: "Du verkar inte ha någon internetanslutning. Sidan går vidare av sig själv så snart den är tillbaka.",
    unreachable: "Vi får ingen kontakt med väntrummet just nu men fortsätter att försöka.",
    busy: "Det kommer för många förfrågningar från ditt nätverk.",
    sharedUntil: "Ditt besök har öppnats från för många nätverk. Du kan fortsätta här om {duration}.",
    retryIn: "Vi försöker igen om {duration}.",
    triesAgain: "Sidan försöker igen av sig själv.",
    placeKept: "Din plats är kvar.",
    noPlaceYet: "Du har ingen plats ännu.",
    leave: "Lämna kön",
    leaveQuestion: "Du skulle ge upp plats {position} för gott. En ny plats är sist i kön.",
    leaveConfirm: "Ge upp min plats",
    reference: "Referens {reference}",
  },
  notices: {
    formNotSent: {
      headline: "Formuläret skickades inte",
      lead: "Du behöver vänta innan du kan gå vidare.",
    },
    notSent: "Det du fyllde i har inte nått butiken.",
    paymentWarning:
      "Om du höll på att betala kan betalningen ändå ha gått igenom. Kontrollera din e-post eller din bank innan du betalar igen.",
    originUnreachable: {
      headline: "Butiken svarar inte",
      lead: "Du har inte förlorat ditt besök: det är kvar, och så länge det varar behöver du inte köa igen.",
    },
    maybeSent: "Om du höll på att skicka ett formulär eller betala kan det ändå ha gått igenom. Kontrollera innan du skickar igen.",
    errors: {
      "unknown-host": {
        headline: "Inget säljs här",
        lead: "Den här adressen leder inte till någon butik. Kontrollera adressen, eller gå tillbaka dit du kom ifrån.",
      },
      "ambiguous-path": {
        headline: "Den här adressen går inte att tolka",
        lead: "Den kan betyda mer än en sida. Gå till butikens startsida och vidare därifrån.",
      },
      "session-rate": {
        headline: "Det här är mer än en person hinner titta på",
        lead: "Väldigt många sidor begärdes i ditt namn på en gång. Du är fortfarande inne i butiken, men vänta ett ögonblick.",
      },
      "session-shared": {
        headline: "Ditt besök är öppet på flera ställen",
        lead: "Det gäller för en person, men användes från flera nätverk inom några minuter. Fortsätt i en enda webbläsare och vänta några minuter.",
      },
      shed: {
        headline: "Butiken har mer att göra än den hinner",
        lead: "Den här sidan kan vänta en stund, så den gör det. Du är fortfarande inne i butiken, och dina betalningar går först.",
      },
      "room-unavailable": {
        headline: "Väntrummet är inte redo",
        lead: "Det beror inte på dig. Har du en plats så är den kvar.",
      },
      other: {
        headline: "Det här fungerade inte",
        lead: "Det beror inte på dig. Har du en plats i kön så är den kvar. Försök igen om en stund.",
      },
    },
    startPage: "Gå till startsidan",
    backToForm: "Tillbaka till formuläret",
    code: "Kod {code}",
  },
};
