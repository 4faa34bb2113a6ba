import type { Texts } from "./texts.ts";

export const fr: Texts = {
  language: "fr",
  direction: "ltr",
  line: {
    phases: {
      countdown: {
        headline: "Pas encore ouvert",
        lead: "Gardez cette page ouverte. Elle avance toute seule.",
      },
      joining: {
        headline: "Un instant",
        lead: "Nous vous attribuons une place dans la file.",
      },
      "in-draw": {
        headline: "Vous participez au tirage au sort",
        lead: "Vous n’avez rien d’autre à faire. Gardez cette page ouverte\u00a0: votre place s’affichera dès qu’elle sera tirée au sort.",
      },
      drawn: {
        headline: "Votre place est tirée au sort",
        lead: "Gardez cette page ouverte. Après l’ouverture de la vente, elle vous fera entrer quand ce sera votre tour.",
      },
      waiting: {
        headline: "Vous êtes dans la file",
        lead: "Gardez cette page ouverte. Elle avance toute seule et vous fera entrer quand ce sera votre tour.",
      },
      near: {
        headline: "Vous y êtes presque",
        lead: "Restez sur cette page. Votre tour viendra dans quelques minutes au plus.",
      },
      next: {
        headline: "Le prochain tour est le vôtre",
        lead: "Restez sur cette page. Votre tour viendra dans un instant.",
      },
      "too-late": {
        headline: "Probablement trop tard",
        lead: "Il ne reste probablement pas assez de billets pour toutes les personnes devant vous. Vous pouvez rester\u00a0: si des billets sont remis en vente, la file reprendra dans le même ordre.",
      },
      "your-turn": {
        headline: "C’est votre tour",
        lead: "La billetterie est prête à vous recevoir.",
      },
      front: {
        headline: "Vous êtes en tête de file",
        lead: "Nous vous ferons entrer dès que la billetterie pourra vous recevoir. Restez sur cette page.",
      },
      late: {
        headline: "Vous revenez à temps",
        lead: "Nous vous ferons entrer dès que la billetterie pourra vous recevoir. Restez sur cette page\u00a0: c’est la dernière chance pour cette place dans la file.",
      },
      entering: {
        headline: "Vous entrez",
        lead: "La billetterie s’ouvrira dans un instant.",
      },
      missed: {
        headline: "Vous avez manqué votre tour",
        lead: "Vous pouvez encore entrer, une seule fois. Appuyez sur le bouton et restez sur cette page jusqu’à l’ouverture de la billetterie.",
      },
      spent: {
        headline: "Cette place dans la file a expiré",
        lead: "Son tour est passé, et le délai de rattrapage aussi. Vous pouvez prendre une nouvelle place en fin de file.",
      },
      ended: {
        headline: "Votre visite est terminée",
        lead: "Votre temps dans la billetterie est écoulé. Pour entrer à nouveau, prenez une nouvelle place dans la file.",
      },
      stopped: {
        headline: "La file est en pause",
        lead: "Personne n’entre pour le moment. En attendant, aucun tour n’expire.",
      },
      sealed: {
        headline: "La billetterie est fermée pour le moment",
        lead: "L’organisateur l’a fermée à tout le monde.",
      },
      "sold-out": {
        headline: "Complet",
        lead: "Tout est vendu. Si des billets sont remis en vente, la file reprendra dans le même ordre.",
      },
      closed: {
        headline: "La vente est terminée",
        lead: "Plus personne n’entre. Vous pouvez fermer cette page.",
      },
      admitted: {
        headline: "Vous pouvez entrer",
        lead: "La billetterie vous est ouverte.",
      },
      shared: {
        headline: "Votre visite a été ouverte ailleurs",
        lead: "Elle est réservée à une seule personne. Si vous continuez ici, elle s’arrête là-bas.",
      },
      lost: {
        headline: "Vous n’êtes pas dans la file",
        lead: "Votre place a été abandonnée, ou son cookie a été supprimé de ce navigateur. Vous pouvez prendre une nouvelle place en fin de file.",
      },
      left: {
        headline: "Vous avez quitté la file",
        lead: "Votre place a été abandonnée. Vous pouvez en prendre une nouvelle en fin de file.",
      },
      full: {
        headline: "La file est pleine",
        lead: "Personne ne peut la rejoindre pour le moment.",
      },
      "no-cookies": {
        headline: "Ce navigateur ne conserve pas les cookies",
        lead: "Votre place dans la file est conservée dans un cookie. Autorisez les cookies pour ce site, puis réessayez.",
      },
      challenge: {
        headline: "Une courte vérification",
        lead: "Votre navigateur résout un petit problème avant de recevoir une place. Cela prend quelques secondes et vous n’avez rien à faire.",
      },
      invite: {
        headline: "Il vous faut une invitation",
        lead: "Ouvrez le lien de votre invitation ou saisissez ici son code.",
      },
      "wrong-identity": {
        headline: "Cette place appartient à quelqu’un d’autre",
        lead: "Elle a été prise avec un autre compte ou une autre invitation. Utilisez ce compte ou cette invitation, ou prenez une nouvelle place dans la file.",
      },
    },
    ahead: {
      one: "personne devant vous",
      many: "de personnes devant vous",
      other: "personnes devant vous",
    },
    tabAhead: "({ahead}) devant vous",
    place: "Votre place dans la file",
    drawNumber: "Votre numéro de tirage",
    opens: "Ouverture de la vente",
    untilJoin: "avant l’ouverture de la salle d’attente",
    untilDraw: "avant le tirage au sort",
    untilOpen: "avant l’ouverture de la vente",
    drawFair: "Les places dans la file sont tirées au sort\u00a0: arriver plus tôt ne change rien.",
    drawWaits: "Le tirage attend un nombre aléatoire public que personne ne pouvait connaître d’avance. Il arrivera dans un instant.",
    checkDraw: "Vérifier le tirage",
    wait: "Attente prévue",
    waitUnknown: "pas encore connue",
    underAMinute: "moins d’une minute",
    about: "environ {duration}",
    upTo: "jusqu’à {duration}",
    pace: "Rythme d’entrée",
    perMinute: { one: "{count} par minute", many: "{count} par minute", other: "{count} par minute" },
    updatedNow: "Mis à jour à l’instant",
    updated: "Mis à jour {ago}",
    turnLeft: "Temps restant\u00a0: {left}",
    turnLeftUntil: "Temps restant\u00a0: {left}, jusqu’à {time}",
    turnEnding: "Plus que quelques secondes",
    enter: "Entrer maintenant",
    enterAdmitted: "Aller à la billetterie",
    newPlace: "Prendre une nouvelle place",
    takeOver: "Continuer ici",
    reload: "Réessayer",
    inviteCode: "Code d’invitation",
    inviteUse: "Utiliser le code",
    inviteRefused: "Ce code ne peut pas servir : il est erroné, a expiré ou a déjà été utilisé.",
    alertSound: "Émettre un son quand c’est mon tour",
    alertNotify: "M’avertir quand c’est mon tour",
    messageLabel: "Message de l’organisateur",
    offline: "Vous semblez être hors ligne. La page reprendra toute seule dès que la connexion sera rétablie.",
    unreachable: "La salle d’attente est injoignable pour le moment\u00a0; nous continuons d’essayer.",
    busy: "Trop de requêtes viennent de votre réseau.",
    sharedUntil: "Votre visite a été ouverte depuis trop de réseaux. Vous pourrez continuer ici dans {duration}.",
    retryIn: "Nouvel essai dans {duration}.",
    triesAgain: "Cette page réessaie toute seule.",
    placeKept: "Votre place dans la file est conservée.",
    noPlaceYet: "Vous n’avez pas encore de place dans la file.",
    leave: "Quitter la file",
    leaveQuestion: "Vous abandonneriez définitivement la place {position}. Une nouvelle place serait en fin de file.",
    leaveConfirm: "Abandonner ma place",
    reference: "Référence {reference}",
  },
  notices: {
    formNotSent: {
      headline: "Le formulaire n’a pas été envoyé",
      lead: "Vous devez attendre avant de pouvoir continuer.",
    },
    notSent: "Ce que vous avez saisi n’est pas parvenu à la billetterie.",
    paymentWarning:
      "Si vous étiez en train de payer, le paiement a pu passer malgré tout. Vérifiez vos e-mails ou votre compte bancaire avant de payer à nouveau.",
    originUnreachable: {
      headline: "La billetterie ne répond pas",
      lead: "Votre visite n’est pas perdue\u00a0: elle est conservée et, tant qu’elle dure, vous n’avez pas à refaire la file.",
    },
    maybeSent:
      "Si vous étiez en train d’envoyer un formulaire ou de payer, l’opération a pu aboutir malgré tout. Vérifiez avant de recommencer.",
    errors: {
      "unknown-host": {
        headline: "Rien n’est en vente ici",
        lead: "Cette adresse ne mène à aucune billetterie. Vérifiez l’adresse ou revenez à la page d’où vous venez.",
      },
      "ambiguous-path": {
        headline: "Cette adresse est ambiguë",
        lead: "Elle peut désigner plus d’une page. Allez à la page d’accueil de la billetterie et continuez à partir de là.",
      },
      "session-rate": {
        headline: "C’est plus qu’une personne ne peut consulter",
        lead: "Un très grand nombre de pages ont été demandées à la fois en votre nom. Votre accès à la billetterie est conservé\u00a0; veuillez patienter un instant.",
      },
      "session-shared": {
        headline: "Votre visite est ouverte à plusieurs endroits",
        lead: "Elle est réservée à une seule personne et a été utilisée depuis plusieurs réseaux en quelques minutes. Continuez dans un seul navigateur et patientez quelques minutes.",
      },
      shed: {
        headline: "La billetterie est surchargée",
        lead: "Cette page peut attendre un instant\u00a0: elle passe donc après. Votre accès à la billetterie est conservé et les paiements sont prioritaires.",
      },
      "room-unavailable": {
        headline: "La salle d’attente n’est pas prête",
        lead: "Cela ne dépend pas de vous. Si vous avez une place dans la file, elle est conservée.",
      },
      other: {
        headline: "Cela n’a pas fonctionné",
        lead: "Cela ne dépend pas de vous. Si vous avez une place dans la file, elle est conservée. Veuillez réessayer dans un instant.",
      },
    },
    startPage: "Aller à la page d’accueil",
    backToForm: "Revenir au formulaire",
    code: "Code {code}",
  },
};
