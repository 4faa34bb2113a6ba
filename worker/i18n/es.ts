import type { Texts } from "./texts.ts";

export const es: Texts = {
  language: "es",
  direction: "ltr",
  line: {
    phases: {
      countdown: {
        headline: "Aún no está abierto",
        lead: "Deje esta página abierta. Avanza sola.",
      },
      joining: {
        headline: "Un momento",
        lead: "Le estamos dando un puesto en la cola.",
      },
      "in-draw": {
        headline: "Ya participa en el sorteo",
        lead: "No tiene que hacer nada más. Deje esta página abierta: le mostrará su puesto en cuanto se sortee.",
      },
      drawn: {
        headline: "Su puesto ya se ha sorteado",
        lead: "Deje esta página abierta. Cuando se abra la venta, le dará paso en cuanto llegue su turno.",
      },
      waiting: {
        headline: "Está en la cola",
        lead: "Deje esta página abierta. Avanza sola y le dará paso cuando llegue su turno.",
      },
      near: {
        headline: "Ya falta poco",
        lead: "Siga en esta página. Su turno llegará en unos minutos como mucho.",
      },
      next: {
        headline: "El siguiente turno es el suyo",
        lead: "Siga en esta página. Su turno llegará en un momento.",
      },
      "too-late": {
        headline: "Probablemente sea demasiado tarde",
        lead: "Es probable que no queden entradas para todas las personas que tiene delante. Puede quedarse: si se devuelven entradas, la cola seguirá en el mismo orden.",
      },
      "your-turn": {
        headline: "Es su turno",
        lead: "La tienda está lista para usted.",
      },
      front: {
        headline: "Está al principio de la cola",
        lead: "Le daremos paso en cuanto haya sitio en la tienda. Siga en esta página.",
      },
      late: {
        headline: "Ha vuelto a tiempo",
        lead: "Le daremos paso en cuanto haya sitio en la tienda. Siga en esta página: es la última oportunidad para este puesto.",
      },
      entering: {
        headline: "Le estamos dando paso",
        lead: "La tienda se abrirá en un momento.",
      },
      missed: {
        headline: "Se le ha pasado el turno",
        lead: "Todavía puede entrar, una sola vez. Pulse el botón y siga en esta página hasta que se abra la tienda.",
      },
      spent: {
        headline: "Este puesto ha caducado",
        lead: "Su turno ya pasó, y también el plazo para volver con retraso. Puede tomar un nuevo puesto al final de la cola.",
      },
      ended: {
        headline: "Su visita ha terminado",
        lead: "Se ha agotado su tiempo en la tienda. Para volver a entrar, tome un nuevo puesto en la cola.",
      },
      stopped: {
        headline: "La cola está en pausa",
        lead: "En este momento no se da paso a nadie. Mientras tanto, ningún turno caduca.",
      },
      sealed: {
        headline: "La tienda está cerrada por el momento",
        lead: "La organización la ha cerrado para todo el mundo.",
      },
      "sold-out": {
        headline: "Entradas agotadas",
        lead: "Se ha vendido todo. Si se devuelven entradas, la cola seguirá en el mismo orden.",
      },
      closed: {
        headline: "La venta ha terminado",
        lead: "Ya no se da paso a nadie. Puede cerrar esta página.",
      },
      admitted: {
        headline: "Ya puede entrar",
        lead: "Tiene la tienda abierta.",
      },
      shared: {
        headline: "Su visita se ha abierto en otro lugar",
        lead: "Es para una sola persona. Si continúa aquí, allí termina.",
      },
      lost: {
        headline: "No está en la cola",
        lead: "Ha renunciado a su puesto, o su cookie se borró de este navegador. Puede tomar un nuevo puesto al final de la cola.",
      },
      left: {
        headline: "Ha salido de la cola",
        lead: "Ha renunciado a su puesto. Puede tomar uno nuevo al final de la cola.",
      },
      full: {
        headline: "La cola está llena",
        lead: "En este momento nadie puede ponerse a la cola.",
      },
      "no-cookies": {
        headline: "Este navegador no guarda cookies",
        lead: "Su puesto en la cola se guarda en una cookie. Permita las cookies de este sitio y vuelva a intentarlo.",
      },
      challenge: {
        headline: "Una breve comprobación",
        lead: "Su navegador resuelve un pequeño problema antes de recibir un puesto. Tarda unos segundos y usted no tiene que hacer nada.",
      },
      invite: {
        headline: "Necesita una invitación",
        lead: "Abra el enlace de su invitación o escriba aquí el código.",
      },
      "wrong-identity": {
        headline: "Este puesto es de otra persona",
        lead: "Se tomó con otra cuenta o invitación. Use esa, o tome un nuevo puesto en la cola.",
      },
    },
    ahead: {
      one: "persona delante de usted",
      many: "de personas delante de usted",
      other: "personas delante de usted",
    },
    tabAhead: "({ahead}) delante",
    place: "Su puesto en la cola",
    drawNumber: "Su número para el sorteo",
    opens: "Apertura de la venta",
    untilJoin: "para que se abra la sala de espera",
    untilDraw: "para el sorteo",
    untilOpen: "para que se abra la venta",
    drawFair: "Los puestos se asignan por sorteo, así que da igual lo pronto que llegue.",
    drawWaits: "El sorteo espera un número aleatorio público que nadie podía conocer de antemano. Llegará en un momento.",
    checkDraw: "Comprobar el sorteo",
    wait: "Espera prevista",
    waitUnknown: "aún no se sabe",
    underAMinute: "menos de un minuto",
    about: "alrededor de {duration}",
    upTo: "hasta {duration}",
    pace: "Ritmo de entrada",
    perMinute: { one: "{count} por minuto", many: "{count} por minuto", other: "{count} por minuto" },
    updatedNow: "Actualizado ahora mismo",
    updated: "Actualizado {ago}",
    turnLeft: "Tiempo restante: {left}",
    turnLeftUntil: "Tiempo restante: {left} (hora límite: {time})",
    turnEnding: "Solo quedan unos segundos",
    enter: "Entrar ahora",
    enterAdmitted: "Ir a la tienda",
    newPlace: "Tomar un nuevo puesto",
    takeOver: "Continuar aquí",
    reload: "Volver a intentarlo",
    inviteCode: "Código de invitación",
    inviteUse: "Usar el código",
    inviteRefused: "Este código no sirve: es incorrecto, ha caducado o ya se ha usado.",
    alertSound: "Emitir un sonido cuando sea mi turno",
    alertNotify: "Avisarme cuando sea mi turno",
    messageLabel: "Mensaje de la organización",
    offline: "Parece que no tiene conexión. La página seguirá sola en cuanto la recupere.",
    unreachable: "Ahora mismo no podemos conectar con la sala de espera; seguimos intentándolo.",
    busy: "Llegan demasiadas solicitudes desde su red.",
    sharedUntil: "Su visita se ha abierto desde demasiadas redes. Podrá continuar aquí en {duration}.",
    retryIn: "Volveremos a intentarlo en {duration}.",
    triesAgain: "Esta página vuelve a intentarlo sola.",
    placeKept: "Conserva su puesto.",
    noPlaceYet: "Todavía no tiene puesto.",
    leave: "Salir de la cola",
    leaveQuestion: "Renunciaría definitivamente al puesto {position}. Un nuevo puesto estaría al final de la cola.",
    leaveConfirm: "Renunciar a mi puesto",
    reference: "Referencia {reference}",
  },
  notices: {
    formNotSent: {
      headline: "El formulario no se ha enviado",
      lead: "Tiene que esperar antes de poder continuar.",
    },
    notSent: "Los datos que introdujo no han llegado a la tienda.",
    paymentWarning:
      "Si estaba pagando, es posible que el pago se haya realizado de todos modos. Revise su correo o su banco antes de volver a pagar.",
    originUnreachable: {
      headline: "La tienda no responde",
      lead: "No ha perdido su visita: la conserva y, mientras dure, no tendrá que volver a hacer cola.",
    },
    maybeSent:
      "Si estaba enviando un formulario o pagando, es posible que la operación se haya completado de todos modos. Compruébelo antes de enviarlo otra vez.",
    errors: {
      "unknown-host": {
        headline: "Aquí no hay nada a la venta",
        lead: "Esta dirección no lleva a ninguna tienda. Compruebe la dirección o vuelva a la página de la que venía.",
      },
      "ambiguous-path": {
        headline: "Esta dirección no se puede interpretar",
        lead: "Puede referirse a más de una página. Vaya a la página de inicio de la tienda y continúe desde allí.",
      },
      "session-rate": {
        headline: "Son más páginas de las que puede ver una persona",
        lead: "Se han pedido muchísimas páginas a la vez en su nombre. Conserva su acceso a la tienda; espere un momento, por favor.",
      },
      "session-shared": {
        headline: "Su visita está abierta en varios lugares",
        lead: "Es para una sola persona y se ha usado desde varias redes en pocos minutos. Continúe en un solo navegador y espere unos minutos.",
      },
      shed: {
        headline: "La tienda no da abasto",
        lead: "Esta página puede esperar un momento; por eso se ha aplazado. Conserva su acceso a la tienda, y los pagos tienen prioridad.",
      },
      "room-unavailable": {
        headline: "La sala de espera no está lista",
        lead: "No depende de usted. Si tiene un puesto, lo conserva.",
      },
      other: {
        headline: "Algo no ha funcionado",
        lead: "No depende de usted. Si tiene un puesto en la cola, lo conserva. Vuelva a intentarlo en un momento, por favor.",
      },
    },
    startPage: "Ir a la página de inicio",
    backToForm: "Volver al formulario",
    code: "Código {code}",
  },
};
