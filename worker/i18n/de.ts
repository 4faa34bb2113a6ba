import type { Texts } from "./texts.ts";

export const de: Texts = {
  language: "de",
  direction: "ltr",
  line: {
    phases: {
      countdown: {
        headline: "Noch nicht geöffnet",
        lead: "Lassen Sie diese Seite offen. Es geht von selbst weiter.",
      },
      joining: {
        headline: "Einen Moment",
        lead: "Sie bekommen gleich einen Platz in der Warteschlange.",
      },
      "in-draw": {
        headline: "Sie sind bei der Auslosung dabei",
        lead: "Mehr müssen Sie nicht tun. Lassen Sie diese Seite offen: Ihr Platz erscheint hier, sobald er ausgelost ist.",
      },
      drawn: {
        headline: "Ihr Platz ist ausgelost",
        lead: "Lassen Sie diese Seite offen. Nach dem Verkaufsstart werden Sie eingelassen, sobald Sie an der Reihe sind.",
      },
      waiting: {
        headline: "Sie sind in der Warteschlange",
        lead: "Lassen Sie diese Seite offen. Es geht von selbst weiter, und sobald Sie an der Reihe sind, werden Sie eingelassen.",
      },
      near: {
        headline: "Gleich ist es so weit",
        lead: "Bleiben Sie auf dieser Seite. In höchstens ein paar Minuten sind Sie an der Reihe.",
      },
      next: {
        headline: "Sie sind als Nächstes an der Reihe",
        lead: "Bleiben Sie auf dieser Seite. Es dauert nur noch einen Moment.",
      },
      "too-late": {
        headline: "Wahrscheinlich zu spät",
        lead: "Für alle, die vor Ihnen warten, reichen die Karten wahrscheinlich nicht mehr. Sie können bleiben: Werden Karten zurückgegeben, geht es in derselben Reihenfolge weiter.",
      },
      "your-turn": {
        headline: "Sie sind an der Reihe",
        lead: "Der Shop ist für Sie bereit.",
      },
      front: {
        headline: "Sie stehen ganz vorn",
        lead: "Wir lassen Sie ein, sobald der Shop Sie aufnehmen kann. Bleiben Sie auf dieser Seite.",
      },
      late: {
        headline: "Sie sind rechtzeitig zurück",
        lead: "Wir lassen Sie ein, sobald der Shop Sie aufnehmen kann. Bleiben Sie auf dieser Seite: Es ist die letzte Gelegenheit für diesen Platz.",
      },
      entering: {
        headline: "Sie werden eingelassen",
        lead: "Der Shop öffnet sich gleich.",
      },
      missed: {
        headline: "Sie haben Ihren Aufruf verpasst",
        lead: "Einmal können Sie noch hinein. Drücken Sie den Knopf und bleiben Sie auf dieser Seite, bis sich der Shop öffnet.",
      },
      spent: {
        headline: "Dieser Platz ist verfallen",
        lead: "Er war schon an der Reihe, und auch die Zeit für Nachzügler ist vorbei. Sie können sich am Ende der Warteschlange neu anstellen.",
      },
      ended: {
        headline: "Ihr Besuch ist beendet",
        lead: "Ihre Zeit im Shop ist abgelaufen. Um wieder hineinzukommen, stellen Sie sich bitte neu an.",
      },
      stopped: {
        headline: "Die Warteschlange ist angehalten",
        lead: "Im Moment wird niemand eingelassen. Bis es weitergeht, verfällt kein Aufruf.",
      },
      sealed: {
        headline: "Der Shop ist vorübergehend geschlossen",
        lead: "Der Veranstalter hat ihn für alle geschlossen.",
      },
      "sold-out": {
        headline: "Ausverkauft",
        lead: "Alles ist verkauft. Werden Karten zurückgegeben, geht es in derselben Reihenfolge weiter.",
      },
      closed: {
        headline: "Der Verkauf ist beendet",
        lead: "Es wird niemand mehr eingelassen. Sie können diese Seite schließen.",
      },
      admitted: {
        headline: "Sie sind eingelassen",
        lead: "Der Shop steht Ihnen offen.",
      },
      shared: {
        headline: "Ihr Besuch wurde woanders geöffnet",
        lead: "Er gilt für eine Person. Wenn Sie hier weitermachen, endet er dort.",
      },
      lost: {
        headline: "Sie sind nicht in der Warteschlange",
        lead: "Ihr Platz wurde aufgegeben, oder sein Cookie wurde aus diesem Browser gelöscht. Sie können sich am Ende der Warteschlange neu anstellen.",
      },
      left: {
        headline: "Sie haben die Warteschlange verlassen",
        lead: "Ihr Platz ist aufgegeben. Sie können sich am Ende der Warteschlange neu anstellen.",
      },
      full: {
        headline: "Die Warteschlange ist voll",
        lead: "Im Moment kann sich niemand mehr anstellen.",
      },
      "no-cookies": {
        headline: "Dieser Browser speichert keine Cookies",
        lead: "Ihr Platz in der Warteschlange wird in einem Cookie gespeichert. Erlauben Sie Cookies für diese Website und versuchen Sie es dann noch einmal.",
      },
      challenge: {
        headline: "Eine kurze Prüfung",
        lead: "Ihr Browser löst eine kleine Rechenaufgabe, bevor er einen Platz bekommt. Das dauert ein paar Sekunden, und Sie müssen nichts tun.",
      },
      invite: {
        headline: "Sie brauchen eine Einladung",
        lead: "Öffnen Sie den Link in Ihrer Einladung oder geben Sie hier den Code ein.",
      },
      "wrong-identity": {
        headline: "Dieser Platz gehört jemand anderem",
        lead: "Er wurde mit einem anderen Konto oder einer anderen Einladung belegt. Verwenden Sie dieses Konto oder diese Einladung, oder stellen Sie sich neu an.",
      },
    },
    ahead: { one: "Person vor Ihnen", other: "Personen vor Ihnen" },
    tabAhead: "({ahead}) vor Ihnen",
    place: "Ihr Platz in der Warteschlange",
    drawNumber: "Ihre Losnummer",
    opens: "Verkaufsstart",
    untilJoin: "bis zur Öffnung des Warteraums",
    untilDraw: "bis zur Auslosung",
    untilOpen: "bis zum Verkaufsstart",
    drawFair: "Die Plätze werden ausgelost. Es macht also keinen Unterschied, wie früh Sie da sind.",
    drawWaits: "Die Auslosung wartet auf eine öffentliche Zufallszahl, die vorher niemand kennen konnte. Sie kommt in Kürze.",
    checkDraw: "Auslosung nachprüfen",
    wait: "Voraussichtliche Wartezeit",
    waitUnknown: "noch nicht bekannt",
    underAMinute: "unter einer Minute",
    about: "etwa {duration}",
    upTo: "bis zu {duration}",
    pace: "Einlass",
    perMinute: { one: "{count} pro Minute", other: "{count} pro Minute" },
    updatedNow: "Gerade aktualisiert",
    updated: "Aktualisiert {ago}",
    turnLeft: "Noch {left}",
    turnLeftUntil: "Noch {left}, bis {time} Uhr",
    turnEnding: "Nur noch wenige Sekunden",
    enter: "Jetzt eintreten",
    enterAdmitted: "Zum Shop",
    newPlace: "Neu anstellen",
    takeOver: "Hier weitermachen",
    reload: "Noch einmal versuchen",
    inviteCode: "Einladungscode",
    inviteUse: "Code einlösen",
    inviteRefused: "Dieser Code gilt nicht: Er ist falsch, abgelaufen oder schon eingelöst.",
    alertSound: "Ton abspielen, wenn ich an der Reihe bin",
    alertNotify: "Mitteilung zeigen, wenn ich an der Reihe bin",
    messageLabel: "Vom Veranstalter",
    offline: "Sie sind anscheinend offline. Die Seite geht von selbst weiter, sobald Sie wieder verbunden sind.",
    unreachable: "Wir erreichen den Warteraum gerade nicht und versuchen es weiter.",
    busy: "Aus Ihrem Netz kommen zu viele Anfragen.",
    sharedUntil: "Ihr Besuch wurde aus zu vielen Netzen geöffnet. In {duration} können Sie hier weitermachen.",
    retryIn: "In {duration} versuchen wir es noch einmal.",
    triesAgain: "Diese Seite versucht es von selbst noch einmal.",
    placeKept: "Ihr Platz bleibt Ihnen erhalten.",
    noPlaceYet: "Sie haben noch keinen Platz.",
    leave: "Warteschlange verlassen",
    leaveQuestion: "Sie würden Platz {position} endgültig aufgeben. Ein neuer Platz wäre am Ende der Warteschlange.",
    leaveConfirm: "Meinen Platz aufgeben",
    reference: "Kennung {reference}",
  },
  notices: {
    formNotSent: {
      headline: "Das Formular wurde nicht gesendet",
      lead: "Sie müssen warten, bevor Sie weitermachen können.",
    },
    notSent: "Ihre Eingaben sind nicht beim Shop angekommen.",
    paymentWarning:
      "Falls es um eine Zahlung ging, kann sie trotzdem ausgeführt worden sein. Sehen Sie in Ihren E-Mails oder bei Ihrer Bank nach, bevor Sie noch einmal bezahlen.",
    originUnreachable: {
      headline: "Der Shop antwortet nicht",
      lead: "Ihr Besuch ist nicht verloren: Er bleibt Ihnen erhalten, und solange er dauert, müssen Sie sich nicht neu anstellen.",
    },
    maybeSent:
      "Falls Sie gerade ein Formular abgeschickt oder bezahlt haben, kann das trotzdem angekommen sein. Sehen Sie nach, bevor Sie es noch einmal senden.",
    errors: {
      "unknown-host": {
        headline: "Hier wird nichts verkauft",
        lead: "Diese Adresse führt zu keinem Shop. Prüfen Sie die Adresse oder gehen Sie dorthin zurück, woher Sie gekommen sind.",
      },
      "ambiguous-path": {
        headline: "Diese Adresse ist nicht eindeutig",
        lead: "Sie kann mehr als eine Seite meinen. Gehen Sie zur Startseite des Shops und von dort aus weiter.",
      },
      "session-rate": {
        headline: "Das ist mehr, als sich ein Mensch ansehen kann",
        lead: "In Ihrem Namen wurden sehr viele Seiten auf einmal abgerufen. Ihr Zutritt zum Shop bleibt Ihnen erhalten; bitte warten Sie einen Moment.",
      },
      "session-shared": {
        headline: "Ihr Besuch ist an mehreren Orten geöffnet",
        lead: "Er gilt für eine Person, wurde aber innerhalb weniger Minuten aus mehreren Netzen genutzt. Machen Sie in nur einem Browser weiter und warten Sie ein paar Minuten.",
      },
      shed: {
        headline: "Der Shop ist überlastet",
        lead: "Diese Seite kann einen Moment warten und wird deshalb zurückgestellt. Ihr Zutritt zum Shop bleibt Ihnen erhalten, und Zahlungen haben Vorrang.",
      },
      "room-unavailable": {
        headline: "Der Warteraum ist nicht bereit",
        lead: "Das liegt nicht an Ihnen. Falls Sie einen Platz haben, bleibt er Ihnen erhalten.",
      },
      other: {
        headline: "Das hat nicht geklappt",
        lead: "Es liegt nicht an Ihnen. Falls Sie einen Platz in der Warteschlange haben, bleibt er Ihnen erhalten. Bitte versuchen Sie es gleich noch einmal.",
      },
    },
    startPage: "Zur Startseite",
    backToForm: "Zurück zum Formular",
    code: "Code {code}",
  },
};
