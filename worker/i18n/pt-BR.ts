import type { Texts } from "./texts.ts";

export const ptBR: Texts = {
  language: "pt-BR",
  direction: "ltr",
  line: {
    phases: {
      countdown: {
        headline: "Ainda não abriu",
        lead: "Deixe esta página aberta. Ela avança sozinha.",
      },
      joining: {
        headline: "Um momento",
        lead: "Estamos reservando um lugar na fila para você.",
      },
      "in-draw": {
        headline: "Você está no sorteio",
        lead: "Não é preciso fazer mais nada. Deixe esta página aberta: ela mostrará seu lugar na fila assim que for sorteado.",
      },
      drawn: {
        headline: "Seu lugar na fila foi sorteado",
        lead: "Deixe esta página aberta. Depois que a venda abrir, ela leva você à loja quando chegar sua vez.",
      },
      waiting: {
        headline: "Você está na fila",
        lead: "Deixe esta página aberta. Ela avança sozinha e leva você à loja quando chegar sua vez.",
      },
      near: {
        headline: "Falta pouco",
        lead: "Fique nesta página. Sua vez chega em poucos minutos, no máximo.",
      },
      next: {
        headline: "A próxima vez é sua",
        lead: "Fique nesta página. Sua vez chega em instantes.",
      },
      "too-late": {
        headline: "Provavelmente é tarde demais",
        lead: "É provável que não restem ingressos para todas as pessoas à sua frente. Você pode ficar: se houver devoluções, a fila continua na mesma ordem.",
      },
      "your-turn": {
        headline: "É a sua vez",
        lead: "A loja está pronta para você.",
      },
      front: {
        headline: "Você está no começo da fila",
        lead: "Você vai entrar assim que houver espaço na loja. Fique nesta página.",
      },
      late: {
        headline: "Você voltou a tempo",
        lead: "Você vai entrar assim que houver espaço na loja. Fique nesta página: é a última chance para este lugar na fila.",
      },
      entering: {
        headline: "Você está entrando",
        lead: "A loja abre em instantes.",
      },
      missed: {
        headline: "Você perdeu a sua vez",
        lead: "Você ainda pode entrar, uma única vez. Aperte o botão e fique nesta página até a loja abrir.",
      },
      spent: {
        headline: "Este lugar na fila expirou",
        lead: "A vez dele já passou, e o prazo para voltar com atraso também. Você pode pegar um novo lugar no fim da fila.",
      },
      ended: {
        headline: "Sua visita terminou",
        lead: "Seu tempo na loja acabou. Para entrar de novo, pegue um novo lugar na fila.",
      },
      stopped: {
        headline: "A fila está pausada",
        lead: "Ninguém está entrando no momento. Enquanto isso, a vez de ninguém expira.",
      },
      sealed: {
        headline: "A loja está fechada no momento",
        lead: "A organização fechou a loja para todo mundo.",
      },
      "sold-out": {
        headline: "Ingressos esgotados",
        lead: "Tudo foi vendido. Se houver devoluções, a fila continua na mesma ordem.",
      },
      closed: {
        headline: "A venda terminou",
        lead: "Ninguém mais vai entrar. Você pode fechar esta página.",
      },
      admitted: {
        headline: "Você já pode entrar",
        lead: "A loja está aberta para você.",
      },
      shared: {
        headline: "Sua visita foi aberta em outro lugar",
        lead: "Ela vale para uma só pessoa. Se você continuar aqui, ela termina lá.",
      },
      lost: {
        headline: "Você não está na fila",
        lead: "Você abriu mão do seu lugar ou o cookie dele foi removido deste navegador. Você pode pegar um novo lugar no fim da fila.",
      },
      left: {
        headline: "Você saiu da fila",
        lead: "Você abriu mão do seu lugar. Pode pegar um novo no fim da fila.",
      },
      full: {
        headline: "A fila está cheia",
        lead: "Ninguém pode entrar na fila no momento.",
      },
      "no-cookies": {
        headline: "Este navegador não guarda cookies",
        lead: "Seu lugar na fila fica guardado em um cookie. Permita cookies neste site e tente de novo.",
      },
      challenge: {
        headline: "Uma verificação rápida",
        lead: "Seu navegador resolve um pequeno problema antes de receber um lugar na fila. Leva alguns segundos e você não precisa fazer nada.",
      },
      invite: {
        headline: "É preciso ter um convite",
        lead: "Abra o link do seu convite ou digite o código dele aqui.",
      },
      "wrong-identity": {
        headline: "Este lugar na fila é de outra pessoa",
        lead: "Ele foi obtido com outra conta ou outro convite. Use essa conta ou esse convite, ou pegue um novo lugar na fila.",
      },
    },
    ahead: {
      one: "pessoa à sua frente",
      many: "de pessoas à sua frente",
      other: "pessoas à sua frente",
    },
    tabAhead: "({ahead}) à frente",
    place: "Seu lugar na fila",
    drawNumber: "Seu número no sorteio",
    opens: "Abertura da venda",
    untilJoin: "até a abertura da sala de espera",
    untilDraw: "até o sorteio",
    untilOpen: "até a abertura da venda",
    drawFair: "Os lugares na fila são sorteados, então não faz diferença chegar mais cedo.",
    drawWaits: "O sorteio aguarda um número aleatório público que ninguém tinha como saber antes. Ele chega em instantes.",
    checkDraw: "Conferir o sorteio",
    wait: "Espera prevista",
    waitUnknown: "ainda não se sabe",
    underAMinute: "menos de um minuto",
    about: "cerca de {duration}",
    upTo: "até {duration}",
    pace: "Ritmo de entrada",
    perMinute: { one: "{count} por minuto", many: "{count} por minuto", other: "{count} por minuto" },
    updatedNow: "Atualizado agora mesmo",
    updated: "Atualizado {ago}",
    turnLeft: "Tempo restante: {left}",
    turnLeftUntil: "Tempo restante: {left} (até {time})",
    turnEnding: "Restam só alguns segundos",
    enter: "Entrar agora",
    enterAdmitted: "Ir para a loja",
    newPlace: "Pegar um novo lugar",
    takeOver: "Continuar aqui",
    reload: "Tentar de novo",
    inviteCode: "Código do convite",
    inviteUse: "Usar o código",
    inviteRefused: "Este código não pode ser usado: está errado, expirou ou já foi usado.",
    alertSound: "Tocar um som na minha vez",
    alertNotify: "Enviar notificação na minha vez",
    messageLabel: "Recado da organização",
    offline: "Parece que você está sem conexão. A página continua sozinha assim que ela voltar.",
    unreachable: "Não conseguimos acessar a sala de espera no momento e seguimos tentando.",
    busy: "Sua rede está enviando solicitações demais.",
    sharedUntil: "Sua visita foi aberta em redes demais. Você poderá continuar aqui em {duration}.",
    retryIn: "Tentaremos de novo em {duration}.",
    triesAgain: "Esta página tenta de novo sozinha.",
    placeKept: "Seu lugar na fila está guardado.",
    noPlaceYet: "Você ainda não tem um lugar na fila.",
    leave: "Sair da fila",
    leaveQuestion: "Você abriria mão do lugar {position} em definitivo. Um novo lugar seria no fim da fila.",
    leaveConfirm: "Abrir mão do meu lugar",
    reference: "Referência {reference}",
  },
  notices: {
    formNotSent: {
      headline: "O formulário não foi enviado",
      lead: "Você precisa esperar antes de continuar.",
    },
    notSent: "O que você preencheu não chegou à loja.",
    paymentWarning:
      "Se você estava pagando, o pagamento pode ter sido concluído mesmo assim. Confira seu e-mail ou seu banco antes de pagar de novo.",
    originUnreachable: {
      headline: "A loja não está respondendo",
      lead: "Você não perdeu sua visita: ela continua valendo e, enquanto durar, você não precisa voltar para a fila.",
    },
    maybeSent:
      "Se você estava enviando um formulário ou pagando, isso pode ter sido concluído mesmo assim. Confira antes de enviar de novo.",
    errors: {
      "unknown-host": {
        headline: "Não há nada à venda aqui",
        lead: "Este endereço não leva a nenhuma loja. Confira o endereço ou volte para a página de onde veio.",
      },
      "ambiguous-path": {
        headline: "Não é possível interpretar este endereço",
        lead: "Ele pode indicar mais de uma página. Vá para a página inicial da loja e siga a partir dela.",
      },
      "session-rate": {
        headline: "São mais páginas do que uma pessoa consegue ver",
        lead: "Muitas páginas foram pedidas em seu nome de uma só vez. Seu acesso à loja continua valendo; aguarde um momento.",
      },
      "session-shared": {
        headline: "Sua visita está aberta em vários lugares",
        lead: "Ela vale para uma só pessoa e foi usada a partir de várias redes em poucos minutos. Continue em um único navegador e aguarde alguns minutos.",
      },
      shed: {
        headline: "A loja está sobrecarregada",
        lead: "Esta página pode esperar um momento, por isso fica para depois. Seu acesso à loja continua valendo, e os pagamentos têm prioridade.",
      },
      "room-unavailable": {
        headline: "A sala de espera não está pronta",
        lead: "Isso não depende de você. Se você tem um lugar na fila, ele está guardado.",
      },
      other: {
        headline: "Isso não deu certo",
        lead: "Não depende de você. Se você tem um lugar na fila, ele está guardado. Tente de novo em instantes.",
      },
    },
    startPage: "Ir para a página inicial",
    backToForm: "Voltar ao formulário",
    code: "Código {code}",
  },
};
