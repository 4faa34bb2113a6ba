import type { Texts } from "./texts.ts";

export const hr: Texts = {
  language: "hr",
  direction: "ltr",
  line: {
    phases: {
      countdown: {
        headline: "Prodaja još nije počela",
        lead: "Ostavite ovu stranicu otvorenom. Sama nastavlja dalje.",
      },
      joining: {
        headline: "Samo trenutak",
        lead: "Dodjeljujemo Vam mjesto u redu.",
      },
      "in-draw": {
        headline: "Sudjelujete u ždrijebu",
        lead: "Ne trebate učiniti ništa više. Ostavite ovu stranicu otvorenom: pokazat će Vaše mjesto čim bude izvučeno.",
      },
      drawn: {
        headline: "Vaše je mjesto izvučeno",
        lead: "Ostavite ovu stranicu otvorenom. Kad prodaja počne, uvest će Vas u trgovinu čim dođete na red.",
      },
      waiting: {
        headline: "Nalazite se u redu",
        lead: "Ostavite ovu stranicu otvorenom. Osvježava se sama i uvest će Vas u trgovinu čim dođete na red.",
      },
      near: {
        headline: "Uskoro ste na redu",
        lead: "Ostanite na ovoj stranici. Na red dolazite najkasnije za nekoliko minuta.",
      },
      next: {
        headline: "Vi ste sljedeći",
        lead: "Ostanite na ovoj stranici. Na red dolazite svaki čas.",
      },
      "too-late": {
        headline: "Vjerojatno je prekasno",
        lead: "Preostalih ulaznica vjerojatno nema dovoljno za sve ispred Vas. Možete ostati: ako se koja ulaznica vrati, red se nastavlja istim redoslijedom.",
      },
      "your-turn": {
        headline: "Na redu ste",
        lead: "Trgovina je spremna za Vas.",
      },
      front: {
        headline: "Na čelu ste reda",
        lead: "Pustit ćemo Vas čim trgovina bude mogla primiti još kupaca. Ostanite na ovoj stranici.",
      },
      late: {
        headline: "Vratili ste se na vrijeme",
        lead: "Pustit ćemo Vas čim trgovina bude mogla primiti još kupaca. Ostanite na ovoj stranici: to je posljednja prilika za ovo mjesto.",
      },
      entering: {
        headline: "Ulazite",
        lead: "Trgovina se otvara za koji trenutak.",
      },
      missed: {
        headline: "Propustili ste svoj red",
        lead: "Još uvijek možete ući, ali samo jednom. Pritisnite gumb i ostanite na ovoj stranici dok se trgovina ne otvori.",
      },
      spent: {
        headline: "Ovo mjesto više ne vrijedi",
        lead: "Njegov je red prošao, a isteklo je i vrijeme za zakašnjeli povratak. Možete uzeti novo mjesto na kraju reda.",
      },
      ended: {
        headline: "Vaš je posjet završio",
        lead: "Vaše vrijeme u trgovini je isteklo. Da biste ponovno ušli, uzmite novo mjesto u redu.",
      },
      stopped: {
        headline: "Red je privremeno zaustavljen",
        lead: "Trenutačno nikoga ne puštamo. U međuvremenu nikomu ne istječe vrijeme za ulazak.",
      },
      sealed: {
        headline: "Trgovina je trenutačno zatvorena",
        lead: "Organizator ju je zatvorio za sve.",
      },
      "sold-out": {
        headline: "Rasprodano",
        lead: "Sve je prodano. Ako se koja ulaznica vrati, red se nastavlja istim redoslijedom.",
      },
      closed: {
        headline: "Prodaja je završila",
        lead: "Više nikoga ne puštamo. Možete zatvoriti ovu stranicu.",
      },
      admitted: {
        headline: "Unutra ste",
        lead: "Trgovina Vam je otvorena.",
      },
      shared: {
        headline: "Vaš je posjet otvoren drugdje",
        lead: "Namijenjen je jednoj osobi. Ako nastavite ovdje, tamo završava.",
      },
      lost: {
        headline: "Ne nalazite se u redu",
        lead: "Vaše je mjesto otkazano ili je njegov kolačić uklonjen iz ovog preglednika. Možete uzeti novo mjesto na kraju reda.",
      },
      left: {
        headline: "Izašli ste iz reda",
        lead: "Vaše je mjesto otkazano. Možete uzeti novo na kraju reda.",
      },
      full: {
        headline: "Red je pun",
        lead: "Trenutačno se nitko ne može pridružiti.",
      },
      "no-cookies": {
        headline: "Ovaj preglednik ne sprema kolačiće",
        lead: "Vaše se mjesto u redu čuva u kolačiću. Dopustite kolačiće za ovo web-mjesto pa pokušajte ponovno.",
      },
      challenge: {
        headline: "Kratka provjera",
        lead: "Vaš preglednik rješava mali zadatak prije nego što dobije mjesto. To traje nekoliko sekundi, a Vi ne trebate učiniti ništa.",
      },
      invite: {
        headline: "Potrebna je pozivnica",
        lead: "Otvorite poveznicu iz pozivnice ili ovdje upišite njezin kôd.",
      },
      "wrong-identity": {
        headline: "Ovo mjesto pripada nekomu drugom",
        lead: "Uzeto je s drugim računom ili drugom pozivnicom. Upotrijebite taj račun ili tu pozivnicu, ili uzmite novo mjesto u redu.",
      },
    },
    ahead: { one: "osoba ispred Vas", few: "osobe ispred Vas", other: "osoba ispred Vas" },
    tabAhead: "({ahead}) ispred Vas",
    place: "Vaše mjesto u redu",
    drawNumber: "Vaš broj u ždrijebu",
    opens: "Početak prodaje",
    untilJoin: "do otvaranja čekaonice",
    untilDraw: "do ždrijeba",
    untilOpen: "do početka prodaje",
    drawFair: "Mjesta se dodjeljuju ždrijebom pa nije važno koliko rano dođete.",
    drawWaits: "Ždrijeb čeka javni slučajni broj koji nitko nije mogao znati unaprijed. Stiže za koji trenutak.",
    checkDraw: "Provjerite ždrijeb",
    wait: "Očekivano čekanje",
    waitUnknown: "još nije poznato",
    underAMinute: "manje od minute",
    about: "otprilike {duration}",
    upTo: "najviše {duration}",
    pace: "Brzina ulaska",
    perMinute: { one: "{count} osoba u minuti", few: "{count} osobe u minuti", other: "{count} osoba u minuti" },
    updatedNow: "Ažurirano upravo sada",
    updated: "Ažurirano {ago}",
    turnLeft: "Još {left}",
    turnLeftUntil: "Još {left}, do {time}",
    turnEnding: "Još samo nekoliko sekundi",
    enter: "Uđite sada",
    enterAdmitted: "U trgovinu",
    newPlace: "Uzmite novo mjesto",
    takeOver: "Nastavite ovdje",
    reload: "Pokušajte ponovno",
    inviteCode: "Kôd pozivnice",
    inviteUse: "Upotrijebite kôd",
    inviteRefused: "Ovaj se kôd ne može upotrijebiti: pogrešan je, istekao je ili je već iskorišten.",
    alertSound: "Zvuk kad dođem na red",
    alertNotify: "Obavijest kad dođem na red",
    messageLabel: "Poruka organizatora",
    offline: "Čini se da nemate internetsku vezu. Stranica nastavlja sama čim se veza vrati.",
    unreachable: "Trenutačno ne možemo doći do čekaonice i pokušavamo dalje.",
    busy: "S Vaše mreže stiže previše zahtjeva.",
    sharedUntil: "Vaš je posjet otvoren s previše mreža. Ovdje možete nastaviti za {duration}.",
    retryIn: "Pokušavamo ponovno za {duration}.",
    triesAgain: "Ova stranica sama pokušava ponovno.",
    placeKept: "Vaše je mjesto sačuvano.",
    noPlaceYet: "Još nemate mjesto.",
    leave: "Izađite iz reda",
    leaveQuestion: "Trajno biste se odrekli mjesta {position}. Novo je mjesto na kraju reda.",
    leaveConfirm: "Odričem se mjesta",
    reference: "Referentna oznaka: {reference}",
  },
  notices: {
    formNotSent: {
      headline: "Obrazac nije poslan",
      lead: "Prije nego što nastavite, morate pričekati.",
    },
    notSent: "Ono što ste upisali nije stiglo do trgovine.",
    paymentWarning: "Ako ste upravo plaćali, plaćanje je ipak moglo proći. Prije nego što ponovno platite, provjerite e-poštu ili banku.",
    originUnreachable: {
      headline: "Trgovina ne odgovara",
      lead: "Niste izgubili svoj posjet: sačuvan je i, dok traje, ne trebate ponovno čekati u redu.",
    },
    maybeSent: "Ako ste upravo slali obrazac ili plaćali, to je ipak moglo proći. Provjerite prije nego što ponovno pošaljete.",
    errors: {
      "unknown-host": {
        headline: "Ovdje nema ničega u prodaji",
        lead: "Ova adresa ne vodi ni u jednu trgovinu. Provjerite adresu ili se vratite odakle ste došli.",
      },
      "ambiguous-path": {
        headline: "Ova se adresa ne može pročitati",
        lead: "Može značiti više od jedne stranice. Otvorite početnu stranicu trgovine i nastavite odande.",
      },
      "session-rate": {
        headline: "To je više nego što jedna osoba može pogledati",
        lead: "U Vaše je ime odjednom zatraženo vrlo mnogo stranica. Ostajete u trgovini; molimo pričekajte trenutak.",
      },
      "session-shared": {
        headline: "Vaš je posjet otvoren na više mjesta",
        lead: "Namijenjen je jednoj osobi, a u nekoliko je minuta korišten s više mreža. Nastavite samo u jednom pregledniku i pričekajte nekoliko minuta.",
      },
      shed: {
        headline: "Trgovina je preopterećena",
        lead: "Ova stranica može malo pričekati pa čeka. Ostajete u trgovini, a plaćanja imaju prednost.",
      },
      "room-unavailable": {
        headline: "Čekaonica nije spremna",
        lead: "To ne ovisi o Vama. Ako imate mjesto, sačuvano je.",
      },
      other: {
        headline: "Ovo nije uspjelo",
        lead: "To ne ovisi o Vama. Ako imate mjesto u redu, sačuvano je. Molimo pokušajte ponovno za koji trenutak.",
      },
    },
    startPage: "Na početnu stranicu",
    backToForm: "Natrag na obrazac",
    code: "Oznaka {code}",
  },
};
