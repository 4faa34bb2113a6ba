import type { Texts } from "./texts.ts";

export const zhCN: Texts = {
  language: "zh-CN",
  direction: "ltr",
  line: {
    phases: {
      countdown: {
        headline: "尚未开放",
        lead: "请不要关闭此页面，它会自动更新。",
      },
      joining: {
        headline: "请稍候",
        lead: "正在为您安排排队位置。",
      },
      "in-draw": {
        headline: "您已参加抽签",
        lead: "您无需再做任何操作。请不要关闭此页面：抽签结束后，这里会立即显示您的排队位置。",
      },
      drawn: {
        headline: "您的排队位置已抽出",
        lead: "请不要关闭此页面。开售后轮到您时，页面会自动带您进入。",
      },
      waiting: {
        headline: "您正在排队",
        lead: "请不要关闭此页面。页面会自动更新，轮到您时会带您进入。",
      },
      near: {
        headline: "就快到了",
        lead: "请留在此页面。最多再过几分钟就轮到您了。",
      },
      next: {
        headline: "下一位就是您",
        lead: "请留在此页面。马上就轮到您了。",
      },
      "too-late": {
        headline: "很可能来不及了",
        lead: "剩余的票很可能不够排在您前面的所有人购买。您可以继续等待：如有退票，队伍会按原来的顺序继续。",
      },
      "your-turn": {
        headline: "轮到您了",
        lead: "您可以进入售票网站了。",
      },
      front: {
        headline: "您已排到最前面",
        lead: "售票网站一有空位，您就可以进入。请留在此页面。",
      },
      late: {
        headline: "您及时回来了",
        lead: "售票网站一有空位，您就可以进入。请留在此页面：这是这个排队位置的最后一次机会。",
      },
      entering: {
        headline: "正在带您进入",
        lead: "售票网站马上打开。",
      },
      missed: {
        headline: "您已过号",
        lead: "您还有一次进入的机会。请点击按钮，并留在此页面，直到售票网站打开。",
      },
      spent: {
        headline: "此排队位置已失效",
        lead: "此位置已过号，补进的时间也已结束。您可以到队尾重新排队。",
      },
      ended: {
        headline: "您的入场时间已结束",
        lead: "您在售票网站的时间已用完。如需再次进入，请重新排队。",
      },
      stopped: {
        headline: "排队已暂停",
        lead: "目前不放任何人进入。暂停期间，不会有人过号。",
      },
      sealed: {
        headline: "售票网站暂时关闭",
        lead: "主办方已对所有人关闭。",
      },
      "sold-out": {
        headline: "已售罄",
        lead: "所有票均已售出。如有退票，队伍会按原来的顺序继续。",
      },
      closed: {
        headline: "销售已结束",
        lead: "不再放人进入。您可以关闭此页面。",
      },
      admitted: {
        headline: "您可以进入了",
        lead: "售票网站已向您开放。",
      },
      shared: {
        headline: "您的入场资格已在别处使用",
        lead: "它仅限一人使用。如果您在此继续，别处的使用就会结束。",
      },
      lost: {
        headline: "您不在队伍中",
        lead: "您的排队位置已被放弃，或者相应的 Cookie 已从此浏览器中删除。您可以到队尾重新排队。",
      },
      left: {
        headline: "您已离开队伍",
        lead: "您的排队位置已被放弃。您可以到队尾重新排队。",
      },
      full: {
        headline: "队伍已满",
        lead: "目前无法加入排队。",
      },
      "no-cookies": {
        headline: "此浏览器不保存 Cookie",
        lead: "您的排队位置保存在 Cookie 中。请允许此网站使用 Cookie，然后重试。",
      },
      challenge: {
        headline: "简短验证",
        lead: "在获得排队位置之前，您的浏览器会先解一道小题。这需要几秒钟，您无需任何操作。",
      },
      invite: {
        headline: "需要邀请才能排队",
        lead: "请打开邀请中的链接，或在此输入邀请码。",
      },
      "wrong-identity": {
        headline: "此排队位置属于其他人",
        lead: "它是用另一个账号或邀请取得的。请使用该账号或邀请，或者重新排队。",
      },
    },
    ahead: { other: "人排在您前面" },
    tabAhead: "前面 {ahead} 人",
    place: "您的排队位置",
    drawNumber: "您的抽签号码",
    opens: "开售时间",
    untilJoin: "后开放等候室",
    untilDraw: "后抽签",
    untilOpen: "后开售",
    drawFair: "排队位置由抽签决定，来得早或晚没有区别。",
    drawWaits: "抽签正在等待一个事先无人能知道的公开随机数，它马上就会公布。",
    checkDraw: "验证抽签结果",
    wait: "预计等候时间",
    waitUnknown: "暂时未知",
    underAMinute: "不到 1 分钟",
    about: "约{duration}",
    upTo: "最多{duration}",
    pace: "放行速度",
    perMinute: { other: "每分钟 {count} 人" },
    updatedNow: "刚刚更新",
    updated: "{ago}更新",
    turnLeft: "还剩{left}",
    turnLeftUntil: "还剩{left}，截止时间 {time}",
    turnEnding: "只剩几秒钟了",
    enter: "立即进入",
    enterAdmitted: "前往售票网站",
    newPlace: "重新排队",
    takeOver: "在此继续",
    reload: "重试",
    inviteCode: "邀请码",
    inviteUse: "使用邀请码",
    inviteRefused: "此邀请码无法使用：不正确、已过期或已被使用。",
    alertSound: "轮到我时播放提示音",
    alertNotify: "轮到我时通知我",
    messageLabel: "主办方消息",
    offline: "您似乎已断网。网络恢复后，页面会自动继续。",
    unreachable: "目前无法连接等候室，我们会继续尝试。",
    busy: "来自您所在网络的请求过多。",
    sharedUntil: "使用您入场资格的网络过多。您可在{duration}后在此继续。",
    retryIn: "我们会在{duration}后重试。",
    triesAgain: "此页面会自动重试。",
    placeKept: "您的排队位置会保留。",
    noPlaceYet: "您还没有排队位置。",
    leave: "离开队伍",
    leaveQuestion: "您将永久放弃第 {position} 位。重新排队将从队尾开始。",
    leaveConfirm: "放弃我的位置",
    reference: "参考编号 {reference}",
  },
  notices: {
    formNotSent: {
      headline: "表单未发送",
      lead: "您需要先等候，才能继续。",
    },
    notSent: "您填写的内容没有送达售票网站。",
    paymentWarning: "如果您正在付款，付款仍有可能已经成功。再次付款之前，请先查看您的邮箱或银行记录。",
    originUnreachable: {
      headline: "售票网站没有响应",
      lead: "您的入场资格没有丢失：它仍会保留，有效期内您无需重新排队。",
    },
    maybeSent: "如果您正在提交表单或付款，操作仍有可能已经成功。再次提交之前，请先确认。",
    errors: {
      "unknown-host": {
        headline: "这里没有正在销售的内容",
        lead: "此网址没有对应的售票网站。请检查网址，或返回您来时的页面。",
      },
      "ambiguous-path": {
        headline: "无法识别此网址",
        lead: "它可能指向不止一个页面。请前往售票网站的首页，再从那里继续。",
      },
      "session-rate": {
        headline: "这超出了一个人能看的数量",
        lead: "短时间内以您的名义请求了大量页面。您的入场资格仍会保留，请稍候。",
      },
      "session-shared": {
        headline: "您的入场资格正在多处使用",
        lead: "它仅限一人使用，但在几分钟内出现了来自多个网络的使用。请只在一个浏览器中继续，并等候几分钟。",
      },
      shed: {
        headline: "售票网站太忙了",
        lead: "此页面可以稍等，所以暂时往后排。您的入场资格仍会保留，付款会优先处理。",
      },
      "room-unavailable": {
        headline: "等候室尚未就绪",
        lead: "问题不在您这边。如果您已有排队位置，它会保留。",
      },
      other: {
        headline: "操作未成功",
        lead: "问题不在您这边。如果您已有排队位置，它会保留。请稍后重试。",
      },
    },
    startPage: "前往首页",
    backToForm: "返回表单",
    code: "代码 {code}",
  },
};
