import type { Texts } from "./texts.ts";

export const zhTW: Texts = {
  language: "zh-TW",
  direction: "ltr",
  line: {
    phases: {
      countdown: {
        headline: "尚未開放",
        lead: "請不要關閉這個頁面，它會自動更新。",
      },
      joining: {
        headline: "請稍候",
        lead: "正在為您安排排隊順位。",
      },
      "in-draw": {
        headline: "您已參加抽籤",
        lead: "您不需要再做任何操作。請不要關閉這個頁面：抽籤結束後，這裡會立即顯示您的排隊順位。",
      },
      drawn: {
        headline: "您的排隊順位已抽出",
        lead: "請不要關閉這個頁面。開賣後輪到您時，頁面會自動帶您進入。",
      },
      waiting: {
        headline: "您正在排隊",
        lead: "請不要關閉這個頁面。頁面會自動更新，輪到您時會帶您進入。",
      },
      near: {
        headline: "就快到了",
        lead: "請留在這個頁面。最多再幾分鐘就輪到您了。",
      },
      next: {
        headline: "下一位就是您",
        lead: "請留在這個頁面。馬上就輪到您了。",
      },
      "too-late": {
        headline: "很可能來不及了",
        lead: "剩下的票很可能不夠排在您前面的所有人購買。您可以繼續等候：如有退票，隊伍會依原本的順序繼續。",
      },
      "your-turn": {
        headline: "輪到您了",
        lead: "您可以進入售票網站了。",
      },
      front: {
        headline: "您已排到最前面",
        lead: "售票網站一有空位，您就可以進入。請留在這個頁面。",
      },
      late: {
        headline: "您及時回來了",
        lead: "售票網站一有空位，您就可以進入。請留在這個頁面：這是這個排隊順位的最後一次機會。",
      },
      entering: {
        headline: "正在帶您進入",
        lead: "售票網站馬上開啟。",
      },
      missed: {
        headline: "您已過號",
        lead: "您還有一次進入的機會。請按下按鈕，並留在這個頁面，直到售票網站開啟。",
      },
      spent: {
        headline: "這個排隊順位已失效",
        lead: "這個順位已過號，補進的時間也已結束。您可以到隊伍最後面重新排隊。",
      },
      ended: {
        headline: "您的入場時間已結束",
        lead: "您在售票網站的時間已用完。如要再次進入，請重新排隊。",
      },
      stopped: {
        headline: "排隊已暫停",
        lead: "目前不開放任何人進入。暫停期間，不會有人過號。",
      },
      sealed: {
        headline: "售票網站暫時關閉",
        lead: "主辦單位已對所有人關閉。",
      },
      "sold-out": {
        headline: "已售完",
        lead: "所有票券皆已售出。如有退票，隊伍會依原本的順序繼續。",
      },
      closed: {
        headline: "銷售已結束",
        lead: "不再開放進入。您可以關閉這個頁面。",
      },
      admitted: {
        headline: "您可以進入了",
        lead: "售票網站已為您開放。",
      },
      shared: {
        headline: "您的入場資格已在別處使用",
        lead: "它僅限一人使用。如果您在此繼續，別處的使用就會結束。",
      },
      lost: {
        headline: "您不在隊伍中",
        lead: "您的排隊順位已被放棄，或相關的 Cookie 已從這個瀏覽器中移除。您可以到隊伍最後面重新排隊。",
      },
      left: {
        headline: "您已離開隊伍",
        lead: "您的排隊順位已放棄。您可以到隊伍最後面重新排隊。",
      },
      full: {
        headline: "隊伍已滿",
        lead: "目前無法加入排隊。",
      },
      "no-cookies": {
        headline: "這個瀏覽器不儲存 Cookie",
        lead: "您的排隊順位儲存在 Cookie 中。請允許這個網站使用 Cookie，然後再試一次。",
      },
      challenge: {
        headline: "簡短驗證",
        lead: "取得排隊順位之前，您的瀏覽器會先解一道小題目。這需要幾秒鐘，您不需要做任何操作。",
      },
      invite: {
        headline: "需要邀請才能排隊",
        lead: "請開啟邀請中的連結，或在這裡輸入邀請碼。",
      },
      "wrong-identity": {
        headline: "這個排隊順位屬於其他人",
        lead: "它是以另一個帳號或邀請取得的。請使用該帳號或邀請，或重新排隊。",
      },
    },
    ahead: { other: "人排在您前面" },
    tabAhead: "前面 {ahead} 人",
    place: "您的排隊順位",
    drawNumber: "您的抽籤號碼",
    opens: "開賣時間",
    untilJoin: "後開放等候室",
    untilDraw: "後抽籤",
    untilOpen: "後開賣",
    drawFair: "排隊順位由抽籤決定，早到或晚到都沒有差別。",
    drawWaits: "抽籤正在等候一個事先無人能得知的公開亂數，很快就會公布。",
    checkDraw: "驗證抽籤結果",
    wait: "預估等候時間",
    waitUnknown: "目前未知",
    underAMinute: "不到 1 分鐘",
    about: "約 {duration}",
    upTo: "最多 {duration}",
    pace: "放行速度",
    perMinute: { other: "每分鐘 {count} 人" },
    updatedNow: "剛剛更新",
    updated: "{ago}更新",
    turnLeft: "還剩 {left}",
    turnLeftUntil: "還剩 {left}，截止時間 {time}",
    turnEnding: "只剩幾秒鐘了",
    enter: "立即進入",
    enterAdmitted: "前往售票網站",
    newPlace: "重新排隊",
    takeOver: "在此繼續",
    reload: "再試一次",
    inviteCode: "邀請碼",
    inviteUse: "使用邀請碼",
    inviteRefused: "此邀請碼無法使用：不正確、已過期或已被使用。",
    alertSound: "輪到我時播放提示音",
    alertNotify: "輪到我時通知我",
    messageLabel: "主辦單位訊息",
    offline: "您似乎已離線。恢復連線後，頁面會自動繼續。",
    unreachable: "目前無法連線到等候室，我們會繼續嘗試。",
    busy: "來自您所在網路的請求過多。",
    sharedUntil: "使用您入場資格的網路過多。您可在 {duration}後在此繼續。",
    retryIn: "我們會在 {duration}後再試一次。",
    triesAgain: "這個頁面會自動再試一次。",
    placeKept: "您的排隊順位會保留。",
    noPlaceYet: "您還沒有排隊順位。",
    leave: "離開隊伍",
    leaveQuestion: "您將永久放棄第 {position} 順位。重新排隊將從隊伍最後面開始。",
    leaveConfirm: "放棄我的順位",
    reference: "參考編號 {reference}",
  },
  notices: {
    formNotSent: {
      headline: "表單未送出",
      lead: "您需要先等候，才能繼續。",
    },
    notSent: "您填寫的內容沒有送達售票網站。",
    paymentWarning: "如果您正在付款，付款仍有可能已經成功。再次付款之前，請先查看您的電子郵件或銀行紀錄。",
    originUnreachable: {
      headline: "售票網站沒有回應",
      lead: "您的入場資格沒有遺失：它仍會保留，有效期間內您不需要重新排隊。",
    },
    maybeSent: "如果您正在送出表單或付款，操作仍有可能已經成功。再次送出之前，請先確認。",
    errors: {
      "unknown-host": {
        headline: "這裡沒有正在販售的項目",
        lead: "這個網址沒有對應的售票網站。請檢查網址，或返回您原本的頁面。",
      },
      "ambiguous-path": {
        headline: "無法辨識這個網址",
        lead: "它可能指向不只一個頁面。請前往售票網站的首頁，再從那裡繼續。",
      },
      "session-rate": {
        headline: "這超出了一個人能看的數量",
        lead: "短時間內以您的名義請求了大量頁面。您的入場資格仍會保留，請稍候。",
      },
      "session-shared": {
        headline: "您的入場資格正在多處使用",
        lead: "它僅限一人使用，但在幾分鐘內出現了來自多個網路的使用。請只在一個瀏覽器中繼續，並等候幾分鐘。",
      },
      shed: {
        headline: "售票網站太忙碌了",
        lead: "這個頁面可以稍等，因此暫時往後排。您的入場資格仍會保留，付款會優先處理。",
      },
      "room-unavailable": {
        headline: "等候室尚未就緒",
        lead: "問題不在您這邊。如果您已有排隊順位，它會保留。",
      },
      other: {
        headline: "操作未成功",
        lead: "問題不在您這邊。如果您已有排隊順位，它會保留。請稍後再試一次。",
      },
    },
    startPage: "前往首頁",
    backToForm: "返回表單",
    code: "代碼 {code}",
  },
};
