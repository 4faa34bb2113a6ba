import type { Texts } from "./texts.ts";

export const it: Texts = {
  language: "it",
  direction: "ltr",
  line: {
    phases: {
      countdown: {
        headline: "Non ancora aperto",
        lead: "Tieni aperta questa pagina. Va avanti da sola.",
      },
      joining: {
        headline: "Un momento",
        lead: "Ti stiamo assegnando un posto in coda.",
      },
      "in-draw": {
        headline: "Partecipi al sorteggio",
        lead: "Non devi fare altro. Tieni aperta questa pagina: mostrerà il tuo posto in coda appena sarà sorteggiato.",
      },
      drawn: {
        headline: "Il tuo posto in coda è stato sorteggiato",
        lead: "Tieni aperta questa pagina. Dopo l’apertura della vendita ti farà entrare quando sarà il tuo turno.",
      },
      waiting: {
        headline: "Sei in coda",
        lead: "Tieni aperta questa pagina. Va avanti da sola e ti farà entrare quando sarà il tuo turno.",
      },
      near: {
        headline: "Ci sei quasi",
        lead: "Resta su questa pagina. Il tuo turno arriverà al massimo tra qualche minuto.",
      },
      next: {
        headline: "Il prossimo turno è il tuo",
        lead: "Resta su questa pagina. Il tuo turno arriverà tra un momento.",
      },
      "too-late": {
        headline: "Probabilmente è troppo tardi",
        lead: "Probabilmente non restano abbastanza biglietti per tutte le persone davanti a te. Puoi restare: se qualche biglietto torna disponibile, la coda riprende nello stesso ordine.",
      },
      "your-turn": {
        headline: "È il tuo turno",
        lead: "La biglietteria è pronta per te.",
      },
      front: {
        headline: "Sei in testa alla coda",
        lead: "Ti faremo entrare appena la biglietteria potrà accoglierti. Resta su questa pagina.",
      },
      late: {
        headline: "Hai fatto in tempo a tornare",
        lead: "Ti faremo entrare appena la biglietteria potrà accoglierti. Resta su questa pagina: è l’ultima possibilità per questo posto in coda.",
      },
      entering: {
        headline: "Stai entrando",
        lead: "La biglietteria si aprirà tra un momento.",
      },
      missed: {
        headline: "Hai perso il tuo turno",
        lead: "Puoi ancora entrare, una volta sola. Premi il pulsante e resta su questa pagina finché non si apre la biglietteria.",
      },
      spent: {
        headline: "Questo posto in coda è scaduto",
        lead: "Il suo turno è passato, e anche il tempo per tornare in ritardo. Puoi prendere un nuovo posto in fondo alla coda.",
      },
      ended: {
        headline: "La tua visita è terminata",
        lead: "Il tuo tempo nella biglietteria è scaduto. Per entrare di nuovo, prendi un nuovo posto in coda.",
      },
      stopped: {
        headline: "La coda è in pausa",
        lead: "Al momento non entra nessuno. Nel frattempo nessun turno scade.",
      },
      sealed: {
        headline: "La biglietteria è chiusa per il momento",
        lead: "L’organizzatore l’ha chiusa per tutti.",
      },
      "sold-out": {
        headline: "Tutto esaurito",
        lead: "È stato venduto tutto. Se qualche biglietto torna disponibile, la coda riprende nello stesso ordine.",
      },
      closed: {
        headline: "La vendita è terminata",
        lead: "Non entra più nessuno. Puoi chiudere questa pagina.",
      },
      admitted: {
        headline: "Puoi entrare",
        lead: "La biglietteria è aperta per te.",
      },
      shared: {
        headline: "La tua visita è stata aperta altrove",
        lead: "Vale per una sola persona. Se continui qui, lì finisce.",
      },
      lost: {
        headline: "Non sei in coda",
        lead: "Hai rinunciato al tuo posto in coda, oppure il suo cookie è stato rimosso da questo browser. Puoi prendere un nuovo posto in fondo alla coda.",
      },
      left: {
        headline: "Hai lasciato la coda",
        lead: "Hai rinunciato al tuo posto. Puoi prenderne uno nuovo in fondo alla coda.",
      },
      full: {
        headline: "La coda è piena",
        lead: "Al momento nessuno può mettersi in coda.",
      },
      "no-cookies": {
        headline: "Questo browser non conserva i cookie",
        lead: "Il tuo posto in coda è conservato in un cookie. Consenti i cookie per questo sito, poi riprova.",
      },
      challenge: {
        headline: "Una breve verifica",
        lead: "Il tuo browser risolve un piccolo problema prima di ricevere un posto in coda. Ci vogliono pochi secondi e non devi fare nulla.",
      },
      invite: {
        headline: "Ti serve un invito",
        lead: "Apri il link del tuo invito oppure inserisci qui il codice.",
      },
      "wrong-identity": {
        headline: "Questo posto in coda è di un’altra persona",
        lead: "È stato preso con un altro account o un altro invito. Usa quello, oppure prendi un nuovo posto in coda.",
      },
    },
    ahead: {
      one: "persona davanti a te",
      many: "di persone davanti a te",
      other: "persone davanti a te",
    },
    tabAhead: "({ahead}) davanti a te",
    place: "Il tuo posto in coda",
    drawNumber: "Il tuo numero per il sorteggio",
    opens: "Apertura della vendita",
    untilJoin: "all’apertura della sala d’attesa",
    untilDraw: "al sorteggio",
    untilOpen: "all’apertura della vendita",
    drawFair: "I posti in coda sono assegnati per sorteggio: arrivare prima non cambia nulla.",
    drawWaits: "Il sorteggio attende un numero casuale pubblico che nessuno poteva conoscere in anticipo. Arriverà tra un momento.",
    checkDraw: "Verifica il sorteggio",
    wait: "Attesa prevista",
    waitUnknown: "non ancora nota",
    underAMinute: "meno di un minuto",
    about: "circa {duration}",
    upTo: "fino a {duration}",
    pace: "Ritmo di ingresso",
    perMinute: { one: "{count} al minuto", many: "{count} al minuto", other: "{count} al minuto" },
    updatedNow: "Aggiornato proprio ora",
    updated: "Aggiornato {ago}",
    turnLeft: "Tempo rimasto: {left}",
    turnLeftUntil: "Tempo rimasto: {left} (scadenza: {time})",
    turnEnding: "Restano solo pochi secondi",
    enter: "Entra ora",
    enterAdmitted: "Vai alla biglietteria",
    newPlace: "Prendi un nuovo posto",
    takeOver: "Continua qui",
    reload: "Riprova",
    inviteCode: "Codice d’invito",
    inviteUse: "Usa il codice",
    inviteRefused: "Questo codice non è utilizzabile: è errato, scaduto o già usato.",
    alertSound: "Emetti un suono quando è il mio turno",
    alertNotify: "Avvisami quando è il mio turno",
    messageLabel: "Dall’organizzatore",
    offline: "Sembra che tu non abbia connessione. La pagina riprenderà da sola appena tornerà.",
    unreachable: "Al momento non riusciamo a raggiungere la sala d’attesa; continuiamo a provare.",
    busy: "Dalla tua rete arrivano troppe richieste.",
    sharedUntil: "La tua visita è stata aperta da troppe reti. Potrai continuare qui tra {duration}.",
    retryIn: "Riproveremo tra {duration}.",
    triesAgain: "Questa pagina riprova da sola.",
    placeKept: "Conservi il tuo posto in coda.",
    noPlaceYet: "Non hai ancora un posto in coda.",
    leave: "Lascia la coda",
    leaveQuestion: "Rinunceresti definitivamente al posto {position}. Un nuovo posto sarebbe in fondo alla coda.",
    leaveConfirm: "Rinuncia al mio posto",
    reference: "Riferimento {reference}",
  },
  notices: {
    formNotSent: {
      headline: "Il modulo non è stato inviato",
      lead: "Devi aspettare prima di poter continuare.",
    },
    notSent: "Ciò che hai inserito non è arrivato alla biglietteria.",
    paymentWarning:
      "Se stavi pagando, il pagamento potrebbe essere andato a buon fine lo stesso. Controlla la posta o il conto bancario prima di pagare di nuovo.",
    originUnreachable: {
      headline: "La biglietteria non risponde",
      lead: "Non hai perso la tua visita: resta valida e, finché dura, non devi rimetterti in coda.",
    },
    maybeSent: "Se stavi inviando un modulo o pagando, l’operazione potrebbe essere riuscita lo stesso. Controlla prima di ripeterla.",
    errors: {
      "unknown-host": {
        headline: "Qui non c’è nulla in vendita",
        lead: "Questo indirizzo non porta a nessuna biglietteria. Controlla l’indirizzo o torna alla pagina da cui provieni.",
      },
      "ambiguous-path": {
        headline: "Questo indirizzo è ambiguo",
        lead: "Può indicare più di una pagina. Vai alla pagina iniziale della biglietteria e continua da lì.",
      },
      "session-rate": {
        headline: "Sono più pagine di quante una persona possa guardarne",
        lead: "A tuo nome sono state richieste moltissime pagine insieme. Il tuo accesso alla biglietteria resta valido; attendi un momento.",
      },
      "session-shared": {
        headline: "La tua visita è aperta in più posti",
        lead: "Vale per una sola persona ed è stata usata da più reti nel giro di pochi minuti. Continua in un solo browser e attendi qualche minuto.",
      },
      shed: {
        headline: "La biglietteria è sovraccarica",
        lead: "Questa pagina può aspettare un momento, quindi passa dopo. Il tuo accesso alla biglietteria resta valido e i pagamenti hanno la precedenza.",
      },
      "room-unavailable": {
        headline: "La sala d’attesa non è pronta",
        lead: "Non dipende da te. Se hai un posto in coda, lo conservi.",
      },
      other: {
        headline: "Qualcosa non ha funzionato",
        lead: "Non dipende da te. Se hai un posto in coda, lo conservi. Riprova tra un momento.",
      },
    },
    startPage: "Vai alla pagina iniziale",
    backToForm: "Torna al modulo",
    code: "Codice {code}",
  },
};
