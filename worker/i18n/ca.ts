import type { Texts } from "./texts.ts";

export const ca: Texts = {
  language: "ca",
  direction: "ltr",
  line: {
    phases: {
      countdown: {
        headline: "Encara no és obert",
        lead: "Deixeu aquesta pàgina oberta. Continuarà sola.",
      },
      joining: {
        headline: "Un moment",
        lead: "Us estem donant un lloc a la cua.",
      },
      "in-draw": {
        headline: "Participeu en el sorteig",
        lead: "No cal que feu res més. Deixeu aquesta pàgina oberta: us mostrarà el vostre lloc tan bon punt s’hagi sortejat.",
      },
      drawn: {
        headline: "El vostre lloc ja s’ha sortejat",
        lead: "Deixeu aquesta pàgina oberta. Un cop oberta la venda, us farà entrar quan us toqui.",
      },
      waiting: {
        headline: "Sou a la cua",
        lead: "Deixeu aquesta pàgina oberta. S’actualitza sola i us farà entrar quan us toqui.",
      },
      near: {
        headline: "Ja falta poc",
        lead: "No sortiu d’aquesta pàgina. Us tocarà d’aquí a pocs minuts, com a màxim.",
      },
      next: {
        headline: "El proper torn és el vostre",
        lead: "No sortiu d’aquesta pàgina. Us tocarà d’aquí a un moment.",
      },
      "too-late": {
        headline: "Probablement ja és massa tard",
        lead: "Probablement no queden prou entrades per a tothom que teniu davant. Podeu quedar-vos: si se’n retorna alguna, la cua continua en el mateix ordre.",
      },
      "your-turn": {
        headline: "És el vostre torn",
        lead: "La botiga ja us espera.",
      },
      front: {
        headline: "Sou al capdavant",
        lead: "Us farem entrar tan bon punt hi hagi lloc a la botiga. No sortiu d’aquesta pàgina.",
      },
      late: {
        headline: "Heu tornat a temps",
        lead: "Us farem entrar tan bon punt hi hagi lloc a la botiga. No sortiu d’aquesta pàgina: és l’última oportunitat amb aquest lloc a la cua.",
      },
      entering: {
        headline: "Us fem entrar",
        lead: "La botiga s’obrirà d’aquí a un moment.",
      },
      missed: {
        headline: "Se us ha passat el torn",
        lead: "Encara podeu entrar, una sola vegada. Premeu el botó i no sortiu d’aquesta pàgina fins que s’obri la botiga.",
      },
      spent: {
        headline: "Aquest lloc ja no és vàlid",
        lead: "Ha passat el seu torn i també el termini per tornar amb retard. Podeu agafar un lloc nou al final de la cua.",
      },
      ended: {
        headline: "La vostra visita s’ha acabat",
        lead: "S’ha exhaurit el vostre temps a la botiga. Per tornar a entrar, agafeu un lloc nou a la cua.",
      },
      stopped: {
        headline: "La cua està aturada",
        lead: "Ara mateix no hi entra ningú. Mentrestant, ningú no perd el torn.",
      },
      sealed: {
        headline: "La botiga està tancada de moment",
        lead: "L’organització l’ha tancada per a tothom.",
      },
      "sold-out": {
        headline: "Entrades exhaurides",
        lead: "S’han venut totes les entrades. Si se’n retorna alguna, la cua continua en el mateix ordre.",
      },
      closed: {
        headline: "La venda s’ha acabat",
        lead: "Ja no hi entra ningú. Podeu tancar aquesta pàgina.",
      },
      admitted: {
        headline: "Ja podeu entrar",
        lead: "La botiga és oberta per a vós.",
      },
      shared: {
        headline: "La vostra visita s’ha obert en un altre lloc",
        lead: "És per a una sola persona. Si continueu aquí, allà s’acaba.",
      },
      lost: {
        headline: "No sou a la cua",
        lead: "Heu renunciat al vostre lloc o se n’ha eliminat la galeta en aquest navegador. Podeu agafar un lloc nou al final de la cua.",
      },
      left: {
        headline: "Heu sortit de la cua",
        lead: "Heu renunciat al vostre lloc. En podeu agafar un de nou al final de la cua.",
      },
      full: {
        headline: "La cua és plena",
        lead: "Ara mateix no s’hi pot afegir ningú.",
      },
      "no-cookies": {
        headline: "Aquest navegador no desa galetes",
        lead: "El vostre lloc a la cua es desa en una galeta. Permeteu les galetes d’aquest lloc web i torneu-ho a provar.",
      },
      challenge: {
        headline: "Una comprovació breu",
        lead: "El vostre navegador resol un petit problema abans d’obtenir un lloc. Triga uns segons i no cal que feu res.",
      },
      invite: {
        headline: "Us cal una invitació",
        lead: "Obriu l’enllaç de la vostra invitació o introduïu-ne el codi aquí.",
      },
      "wrong-identity": {
        headline: "Aquest lloc és d’una altra persona",
        lead: "Es va agafar amb un altre compte o una altra invitació. Feu-los servir o agafeu un lloc nou a la cua.",
      },
    },
    ahead: { one: "persona davant vostre", many: "de persones davant vostre", other: "persones davant vostre" },
    tabAhead: "({ahead}) davant",
    place: "El vostre lloc a la cua",
    drawNumber: "El vostre número per al sorteig",
    opens: "Inici de la venda",
    untilJoin: "fins que s’obri la sala d’espera",
    untilDraw: "fins al sorteig",
    untilOpen: "fins que comenci la venda",
    drawFair: "Els llocs se sortegen, de manera que tant és si arribeu d’hora.",
    drawWaits: "El sorteig espera un nombre aleatori públic que ningú no podia conèixer per endavant. Arribarà d’aquí a un moment.",
    checkDraw: "Comproveu el sorteig",
    wait: "Espera prevista",
    waitUnknown: "encara no se sap",
    underAMinute: "menys d’un minut",
    about: "aproximadament {duration}",
    upTo: "fins a {duration}",
    pace: "Ritme d’entrada",
    perMinute: {
      one: "{count} persona per minut",
      many: "{count} de persones per minut",
      other: "{count} persones per minut",
    },
    updatedNow: "Actualitzat ara mateix",
    updated: "Actualitzat {ago}",
    turnLeft: "Queden {left}",
    turnLeftUntil: "Queden {left} (hora límit: {time})",
    turnEnding: "Només queden uns segons",
    enter: "Entreu-hi ara",
    enterAdmitted: "Aneu a la botiga",
    newPlace: "Agafeu un lloc nou",
    takeOver: "Continueu aquí",
    reload: "Torneu-ho a provar",
    inviteCode: "Codi d’invitació",
    inviteUse: "Feu servir el codi",
    inviteRefused: "Aquest codi no serveix: és incorrecte, ha caducat o ja s’ha fet servir.",
    alertSound: "Fes sonar un avís quan em toqui",
    alertNotify: "Envia’m una notificació quan em toqui",
    messageLabel: "De l’organització",
    offline: "Sembla que no teniu connexió a Internet. La pàgina continuarà sola tan bon punt la recupereu.",
    unreachable: "Ara mateix no podem connectar amb la sala d’espera. Ho continuem intentant.",
    busy: "Arriben massa sol·licituds des de la vostra xarxa.",
    sharedUntil: "La vostra visita s’ha obert des de massa xarxes. Podreu continuar aquí d’aquí a {duration}.",
    retryIn: "Ho tornarem a provar d’aquí a {duration}.",
    triesAgain: "Aquesta pàgina ho torna a provar sola.",
    placeKept: "Conserveu el vostre lloc.",
    noPlaceYet: "Encara no teniu lloc.",
    leave: "Sortiu de la cua",
    leaveQuestion: "Renunciaríeu definitivament al lloc {position}. Un lloc nou és al final de la cua.",
    leaveConfirm: "Renuncio al meu lloc",
    reference: "Referència {reference}",
  },
  notices: {
    formNotSent: {
      headline: "No s’ha enviat el formulari",
      lead: "Heu d’esperar abans de continuar.",
    },
    notSent: "Les dades que heu introduït no han arribat a la botiga.",
    paymentWarning:
      "Si estàveu pagant, pot ser que el pagament s’hagi fet igualment. Consulteu el correu o el banc abans de tornar a pagar.",
    originUnreachable: {
      headline: "La botiga no respon",
      lead: "No heu perdut la visita: la conserveu i, mentre duri, no haureu de tornar a fer cua.",
    },
    maybeSent: "Si estàveu enviant un formulari o pagant, pot ser que s’hagi fet igualment. Comproveu-ho abans de tornar-ho a enviar.",
    errors: {
      "unknown-host": {
        headline: "Aquí no hi ha res a la venda",
        lead: "Aquesta adreça no porta a cap botiga. Comproveu l’adreça o torneu al lloc d’on veníeu.",
      },
      "ambiguous-path": {
        headline: "Aquesta adreça no és clara",
        lead: "Pot voler dir més d’una pàgina. Aneu a la pàgina d’inici de la botiga i continueu des d’allà.",
      },
      "session-rate": {
        headline: "Això és més del que pot mirar una sola persona",
        lead: "S’han demanat moltíssimes pàgines alhora en nom vostre. Continueu dins de la botiga; espereu un moment, si us plau.",
      },
      "session-shared": {
        headline: "La vostra visita és oberta en més d’un lloc",
        lead: "És per a una sola persona i s’ha fet servir des de diverses xarxes en pocs minuts. Continueu en un sol navegador i espereu uns minuts.",
      },
      shed: {
        headline: "La botiga té més feina de la que pot fer",
        lead: "Aquesta pàgina pot esperar una mica, i per això espera. Continueu dins de la botiga, i els pagaments que feu tenen prioritat.",
      },
      "room-unavailable": {
        headline: "La sala d’espera no està a punt",
        lead: "No depèn de vós. Si teniu un lloc, el conserveu.",
      },
      other: {
        headline: "Això no ha funcionat",
        lead: "No depèn de vós. Si teniu un lloc a la cua, el conserveu. Torneu-ho a provar d’aquí a un moment, si us plau.",
      },
    },
    startPage: "Aneu a la pàgina d’inici",
    backToForm: "Torneu al formulari",
    code: "Codi {code}",
  },
};
