import type { Texts } from "./texts.ts";

export const ko: Texts = {
  language: "ko",
  direction: "ltr",
  line: {
    phases: {
      countdown: {
        headline: "아직 열리지 않았습니다",
        lead: "이 페이지를 열어 두세요. 자동으로 진행됩니다.",
      },
      joining: {
        headline: "잠시만 기다려 주세요",
        lead: "대기 순번을 받고 있습니다.",
      },
      "in-draw": {
        headline: "추첨에 참여하고 있습니다",
        lead: "더 하실 일은 없습니다. 이 페이지를 열어 두세요. 추첨이 끝나면 대기 순번이 바로 표시됩니다.",
      },
      drawn: {
        headline: "대기 순번이 추첨되었습니다",
        lead: "이 페이지를 열어 두세요. 판매가 시작된 뒤 차례가 되면 자동으로 입장합니다.",
      },
      waiting: {
        headline: "줄을 서서 기다리고 있습니다",
        lead: "이 페이지를 열어 두세요. 자동으로 진행되며, 차례가 되면 입장합니다.",
      },
      near: {
        headline: "거의 다 왔습니다",
        lead: "이 페이지를 떠나지 마세요. 늦어도 몇 분 안에 차례가 됩니다.",
      },
      next: {
        headline: "바로 다음 차례입니다",
        lead: "이 페이지를 떠나지 마세요. 곧 차례가 됩니다.",
      },
      "too-late": {
        headline: "늦었을 가능성이 높습니다",
        lead: "앞에 계신 분들께 모두 돌아갈 만큼 티켓이 남아 있지 않을 가능성이 높습니다. 계속 기다리셔도 됩니다. 취소된 티켓이 나오면 같은 순서로 줄이 계속됩니다.",
      },
      "your-turn": {
        headline: "차례가 되었습니다",
        lead: "예매 사이트에 입장하실 수 있습니다.",
      },
      front: {
        headline: "줄의 맨 앞입니다",
        lead: "예매 사이트에 자리가 나는 대로 입장합니다. 이 페이지를 떠나지 마세요.",
      },
      late: {
        headline: "늦지 않게 돌아오셨습니다",
        lead: "예매 사이트에 자리가 나는 대로 입장합니다. 이 페이지를 떠나지 마세요. 이 순번으로 입장할 수 있는 마지막 기회입니다.",
      },
      entering: {
        headline: "입장하는 중입니다",
        lead: "곧 예매 사이트가 열립니다.",
      },
      missed: {
        headline: "차례를 놓치셨습니다",
        lead: "아직 한 번은 입장하실 수 있습니다. 버튼을 누르고 예매 사이트가 열릴 때까지 이 페이지에 계세요.",
      },
      spent: {
        headline: "이 순번은 만료되었습니다",
        lead: "차례가 지났고, 늦게라도 입장할 수 있는 시간도 끝났습니다. 줄의 맨 뒤에서 새 순번을 받으실 수 있습니다.",
      },
      ended: {
        headline: "이용이 종료되었습니다",
        lead: "예매 사이트 이용 시간이 끝났습니다. 다시 입장하려면 새 순번을 받으세요.",
      },
      stopped: {
        headline: "줄이 잠시 멈췄습니다",
        lead: "지금은 아무도 입장하지 않습니다. 그동안 차례가 만료되는 일은 없습니다.",
      },
      sealed: {
        headline: "예매 사이트가 잠시 닫혀 있습니다",
        lead: "주최 측에서 모든 이용자의 입장을 막아 두었습니다.",
      },
      "sold-out": {
        headline: "매진되었습니다",
        lead: "모두 판매되었습니다. 취소된 티켓이 나오면 같은 순서로 줄이 계속됩니다.",
      },
      closed: {
        headline: "판매가 끝났습니다",
        lead: "더 이상 입장할 수 없습니다. 이 페이지를 닫으셔도 됩니다.",
      },
      admitted: {
        headline: "입장하셨습니다",
        lead: "예매 사이트를 이용하실 수 있습니다.",
      },
      shared: {
        headline: "다른 곳에서 열렸습니다",
        lead: "입장 권한은 한 사람만 쓸 수 있습니다. 여기서 계속하면 다른 곳에서는 끝납니다.",
      },
      lost: {
        headline: "줄에 서 있지 않습니다",
        lead: "순번을 포기했거나 순번이 저장된 쿠키가 이 브라우저에서 삭제되었습니다. 줄의 맨 뒤에서 새 순번을 받으실 수 있습니다.",
      },
      left: {
        headline: "줄에서 나왔습니다",
        lead: "순번을 포기했습니다. 줄의 맨 뒤에서 새 순번을 받으실 수 있습니다.",
      },
      full: {
        headline: "줄이 가득 찼습니다",
        lead: "지금은 아무도 줄을 설 수 없습니다.",
      },
      "no-cookies": {
        headline: "이 브라우저는 쿠키를 저장하지 않습니다",
        lead: "대기 순번은 쿠키에 저장됩니다. 이 사이트의 쿠키를 허용한 뒤 다시 시도해 주세요.",
      },
      challenge: {
        headline: "간단한 확인",
        lead: "순번을 받기 전에 브라우저가 작은 문제를 풉니다. 몇 초 걸리며, 하실 일은 없습니다.",
      },
      invite: {
        headline: "초대가 필요합니다",
        lead: "초대 링크를 열거나 초대 코드를 여기에 입력하세요.",
      },
      "wrong-identity": {
        headline: "다른 사람의 순번입니다",
        lead: "다른 계정이나 초대로 받은 순번입니다. 그 계정이나 초대를 사용하거나 새 순번을 받으세요.",
      },
    },
    ahead: { other: "명이 앞에서 기다리고 있습니다" },
    tabAhead: "앞에 {ahead}명",
    place: "대기 순번",
    drawNumber: "추첨 번호",
    opens: "판매 시작",
    untilJoin: "대기실이 열릴 때까지",
    untilDraw: "추첨까지",
    untilOpen: "판매 시작까지",
    drawFair: "순번은 추첨으로 정해지므로 일찍 와도 차이가 없습니다.",
    drawWaits: "미리 아무도 알 수 없는 공개 난수가 나오면 추첨합니다. 곧 나옵니다.",
    checkDraw: "추첨 검증하기",
    wait: "예상 대기 시간",
    waitUnknown: "아직 알 수 없음",
    underAMinute: "1분 미만",
    about: "약 {duration}",
    upTo: "최대 {duration}",
    pace: "입장 속도",
    perMinute: { other: "분당 {count}명" },
    updatedNow: "방금 업데이트됨",
    updated: "{ago} 업데이트됨",
    turnLeft: "{left} 남음",
    turnLeftUntil: "{left} 남음({time}까지)",
    turnEnding: "몇 초밖에 남지 않았습니다",
    enter: "지금 입장하기",
    enterAdmitted: "예매 사이트로 가기",
    newPlace: "새 순번 받기",
    takeOver: "여기서 계속하기",
    reload: "다시 시도하기",
    inviteCode: "초대 코드",
    inviteUse: "코드 사용하기",
    inviteRefused: "이 코드는 사용할 수 없습니다. 잘못되었거나 만료되었거나 이미 사용된 코드입니다.",
    alertSound: "차례가 되면 소리로 알리기",
    alertNotify: "차례가 되면 알림 보내기",
    messageLabel: "주최 측 안내",
    offline: "오프라인 상태인 것 같습니다. 다시 연결되면 자동으로 계속됩니다.",
    unreachable: "지금 대기실에 연결할 수 없어 계속 시도하고 있습니다.",
    busy: "사용 중인 네트워크에서 요청이 너무 많이 들어오고 있습니다.",
    sharedUntil: "너무 많은 네트워크에서 열렸습니다. {duration} 후에 여기서 계속할 수 있습니다.",
    retryIn: "{duration} 후에 다시 시도합니다.",
    triesAgain: "이 페이지가 자동으로 다시 시도합니다.",
    placeKept: "순번은 그대로 유지됩니다.",
    noPlaceYet: "아직 순번을 받지 못했습니다.",
    leave: "줄에서 나가기",
    leaveQuestion: "순번 {position}번을 완전히 포기하게 됩니다. 새 순번은 줄의 맨 뒤입니다.",
    leaveConfirm: "내 순번 포기하기",
    reference: "참조 번호 {reference}",
  },
  notices: {
    formNotSent: {
      headline: "양식이 전송되지 않았습니다",
      lead: "계속하려면 먼저 기다리셔야 합니다.",
    },
    notSent: "입력하신 내용은 예매 사이트에 전달되지 않았습니다.",
    paymentWarning: "결제 중이었다면 결제가 이미 처리되었을 수 있습니다. 다시 결제하기 전에 이메일이나 은행 거래 내역을 확인해 주세요.",
    originUnreachable: {
      headline: "예매 사이트가 응답하지 않습니다",
      lead: "입장 권한은 사라지지 않았습니다. 유효한 동안에는 다시 줄을 서지 않으셔도 됩니다.",
    },
    maybeSent: "양식을 보내거나 결제하는 중이었다면 이미 처리되었을 수 있습니다. 다시 보내기 전에 확인해 주세요.",
    errors: {
      "unknown-host": {
        headline: "여기에는 판매 중인 것이 없습니다",
        lead: "이 주소에는 예매 사이트가 없습니다. 주소를 확인하거나 이전 페이지로 돌아가세요.",
      },
      "ambiguous-path": {
        headline: "이 주소를 읽을 수 없습니다",
        lead: "둘 이상의 페이지를 뜻할 수 있는 주소입니다. 예매 사이트의 시작 페이지에서 다시 이동해 주세요.",
      },
      "session-rate": {
        headline: "한 사람이 볼 수 있는 양을 넘었습니다",
        lead: "고객님의 접속으로 한꺼번에 매우 많은 페이지가 요청되었습니다. 입장 권한은 유지되니 잠시 기다려 주세요.",
      },
      "session-shared": {
        headline: "여러 곳에서 열려 있습니다",
        lead: "입장 권한은 한 사람만 쓸 수 있는데, 몇 분 사이에 여러 네트워크에서 사용되었습니다. 한 브라우저에서만 계속하고 몇 분 기다려 주세요.",
      },
      shed: {
        headline: "예매 사이트가 몹시 붐비고 있습니다",
        lead: "이 페이지는 잠시 미뤄도 되므로 나중에 처리됩니다. 입장 권한은 유지되며, 결제가 먼저 처리됩니다.",
      },
      "room-unavailable": {
        headline: "대기실이 준비되지 않았습니다",
        lead: "고객님의 문제가 아닙니다. 순번이 있다면 그대로 유지됩니다.",
      },
      other: {
        headline: "처리하지 못했습니다",
        lead: "고객님의 문제가 아닙니다. 대기 순번이 있다면 그대로 유지됩니다. 잠시 후 다시 시도해 주세요.",
      },
    },
    startPage: "시작 페이지로 가기",
    backToForm: "양식으로 돌아가기",
    code: "코드 {code}",
  },
};
