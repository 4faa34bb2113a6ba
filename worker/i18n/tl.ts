import type { Texts } from "./texts.ts";

export const fil: Texts = {
  language: "fil",
  direction: "ltr",
  line: {
    phases: {
      countdown: {
        headline: "Hindi pa bukas",
        lead: "Iwan ninyong bukas ang page na ito. Kusa itong tutuloy.",
      },
      joining: {
        headline: "Sandali lang po",
        lead: "Ikinukuha namin kayo ng puwesto sa pila.",
      },
      "in-draw": {
        headline: "Kasali kayo sa bunutan",
        lead: "Wala na kayong kailangang gawin. Iwan ninyong bukas ang page na ito: lalabas dito ang puwesto ninyo pagkabunot nito.",
      },
      drawn: {
        headline: "Nabunot na ang puwesto ninyo",
        lead: "Iwan ninyong bukas ang page na ito. Kapag nagsimula na ang bentahan, kusa kayong papapasukin pagdating ng turno ninyo.",
      },
      waiting: {
        headline: "Nasa pila na kayo",
        lead: "Iwan ninyong bukas ang page na ito. Kusa itong nag-a-update, at papapasukin kayo pagdating ng turno ninyo.",
      },
      near: {
        headline: "Malapit na kayo",
        lead: "Manatili sa page na ito. Darating ang turno ninyo sa loob lang ng ilang minuto.",
      },
      next: {
        headline: "Kayo na ang susunod",
        lead: "Manatili sa page na ito. Sandali na lang, turno na ninyo.",
      },
      "too-late": {
        headline: "Malamang na huli na",
        lead: "Malamang na kulang na ang natitirang tiket para sa lahat ng nauuna sa inyo. Puwede kayong manatili: kung may tiket na maibalik, tutuloy ang pila sa parehong ayos.",
      },
      "your-turn": {
        headline: "Turno na ninyo",
        lead: "Handa na ang tindahan para sa inyo.",
      },
      front: {
        headline: "Nasa unahan na kayo",
        lead: "Papapasukin namin kayo kapag may lugar na sa tindahan. Manatili sa page na ito.",
      },
      late: {
        headline: "Umabot pa kayo",
        lead: "Papapasukin namin kayo kapag may lugar na sa tindahan. Manatili sa page na ito: ito na ang huling pagkakataon para sa puwestong ito.",
      },
      entering: {
        headline: "Pinapapasok na kayo",
        lead: "Sandali na lang, magbubukas na ang tindahan.",
      },
      missed: {
        headline: "Nalampasan ang turno ninyo",
        lead: "Makakapasok pa kayo, isang beses. Pindutin ang button at manatili sa page na ito hanggang magbukas ang tindahan.",
      },
      spent: {
        headline: "Wala nang bisa ang puwestong ito",
        lead: "Lumipas na ang turno nito, pati ang palugit sa pagbalik nang huli. Puwede kayong kumuha ng bagong puwesto sa dulo ng pila.",
      },
      ended: {
        headline: "Tapos na ang pagbisita ninyo",
        lead: "Naubos na ang oras ninyo sa tindahan. Para makapasok ulit, kumuha ng bagong puwesto sa pila.",
      },
      stopped: {
        headline: "Nakahinto muna ang pila",
        lead: "Walang pinapapasok sa ngayon. Habang ganito, walang mawawalan ng turno.",
      },
      sealed: {
        headline: "Sarado muna ang tindahan",
        lead: "Isinara ito ng organizer para sa lahat.",
      },
      "sold-out": {
        headline: "Ubos na ang tiket",
        lead: "Nabili na ang lahat. Kung may tiket na maibalik, tutuloy ang pila sa parehong ayos.",
      },
      closed: {
        headline: "Tapos na ang bentahan",
        lead: "Wala nang pinapapasok. Puwede na ninyong isara ang page na ito.",
      },
      admitted: {
        headline: "Puwede na kayong pumasok",
        lead: "Bukas na ang tindahan para sa inyo.",
      },
      shared: {
        headline: "Binuksan sa ibang lugar ang pagbisita ninyo",
        lead: "Para sa isang tao lang ito. Kung magpapatuloy kayo rito, matatapos ito roon.",
      },
      lost: {
        headline: "Wala kayo sa pila",
        lead: "Binitawan ang puwesto ninyo, o natanggal sa browser na ito ang cookie nito. Puwede kayong kumuha ng bagong puwesto sa dulo ng pila.",
      },
      left: {
        headline: "Umalis na kayo sa pila",
        lead: "Binitawan na ang puwesto ninyo. Puwede kayong kumuha ng bago sa dulo ng pila.",
      },
      full: {
        headline: "Puno na ang pila",
        lead: "Wala munang makakapila sa ngayon.",
      },
      "no-cookies": {
        headline: "Hindi nagtatago ng cookies ang browser na ito",
        lead: "Nakatago sa isang cookie ang puwesto ninyo sa pila. Payagan ang cookies para sa site na ito, saka subukan ulit.",
      },
      challenge: {
        headline: "Maikling pagsusuri",
        lead: "May nilulutas na maliit na palaisipan ang browser ninyo bago ito mabigyan ng puwesto. Ilang segundo lang ito, at wala kayong kailangang gawin.",
      },
      invite: {
        headline: "Kailangan ninyo ng imbitasyon",
        lead: "Buksan ang link ng imbitasyon ninyo, o ilagay rito ang code nito.",
      },
      "wrong-identity": {
        headline: "Sa ibang tao ang puwestong ito",
        lead: "Kinuha ito gamit ang ibang account o imbitasyon. Iyon ang gamitin ninyo, o kumuha ng bagong puwesto sa pila.",
      },
    },
    ahead: { one: "tao ang nauuna sa inyo", other: "na tao ang nauuna sa inyo" },
    tabAhead: "({ahead}) nauuna",
    place: "Puwesto ninyo sa pila",
    drawNumber: "Numero ninyo sa bunutan",
    opens: "Simula ng bentahan",
    untilJoin: "bago magbukas ang waiting room",
    untilDraw: "bago ang bunutan",
    untilOpen: "bago magsimula ang bentahan",
    drawFair: "Binubunot ang mga puwesto, kaya walang lamang ang maagang dumarating.",
    drawWaits: "Naghihintay ang bunutan ng pampublikong random na numero na walang makakaalam nang mas maaga. Sandali na lang ito.",
    checkDraw: "Suriin ang bunutan",
    wait: "Tantiyang paghihintay",
    waitUnknown: "hindi pa alam",
    underAMinute: "wala pang isang minuto",
    about: "humigit-kumulang {duration}",
    upTo: "hanggang {duration}",
    pace: "Pinapapasok",
    perMinute: { one: "{count} kada minuto", other: "{count} kada minuto" },
    updatedNow: "Kaka-update lang",
    updated: "Na-update {ago}",
    turnLeft: "{left} na lang ang natitira",
    turnLeftUntil: "{left} na lang ang natitira, hanggang {time}",
    turnEnding: "Ilang segundo na lang",
    enter: "Pumasok na",
    enterAdmitted: "Pumunta sa tindahan",
    newPlace: "Kumuha ng bagong puwesto",
    takeOver: "Magpatuloy rito",
    reload: "Subukan ulit",
    inviteCode: "Code ng imbitasyon",
    inviteUse: "Gamitin ang code",
    inviteRefused: "Hindi magagamit ang code na ito: mali, nag-expire na, o nagamit na.",
    alertSound: "Magpatunog pagdating ng turno ko",
    alertNotify: "Abisuhan ako pagdating ng turno ko",
    messageLabel: "Mula sa organizer",
    offline: "Mukhang wala kayong internet. Kusang tutuloy ang page kapag bumalik ang koneksiyon ninyo.",
    unreachable: "Hindi namin maabot ang waiting room sa ngayon, pero patuloy kaming sumusubok.",
    busy: "Masyadong maraming request ang galing sa network ninyo.",
    sharedUntil: "Binuksan ang pagbisita ninyo mula sa napakaraming network. Pagkalipas ng {duration}, makakapagpatuloy kayo rito.",
    retryIn: "Pagkalipas ng {duration}, susubukan namin ulit.",
    triesAgain: "Kusang susubok ulit ang page na ito.",
    placeKept: "Nakalaan pa rin ang puwesto ninyo.",
    noPlaceYet: "Wala pa kayong puwesto.",
    leave: "Umalis sa pila",
    leaveQuestion: "Tuluyan ninyong bibitawan ang puwesto {position}. Nasa dulo ng pila ang bagong puwesto.",
    leaveConfirm: "Bitawan ang puwesto ko",
    reference: "Reference: {reference}",
  },
  notices: {
    formNotSent: {
      headline: "Hindi naipadala ang form",
      lead: "Kailangan ninyong maghintay bago makapagpatuloy.",
    },
    notSent: "Hindi nakarating sa tindahan ang inilagay ninyo.",
    paymentWarning:
      "Kung nagbabayad kayo, posibleng pumasok pa rin ang bayad. Tingnan muna ang email o ang bangko ninyo bago magbayad ulit.",
    originUnreachable: {
      headline: "Hindi sumasagot ang tindahan",
      lead: "Hindi nawala ang pagbisita ninyo: nakalaan pa rin ito, at habang may bisa ito, hindi ninyo kailangang pumila ulit.",
    },
    maybeSent: "Kung may ipinapadala kayong form o nagbabayad kayo, posibleng natuloy pa rin iyon. Tingnan muna bago ninyo ipadala ulit.",
    errors: {
      "unknown-host": {
        headline: "Walang ibinebenta rito",
        lead: "Walang tindahan sa address na ito. Suriin ang address, o bumalik sa pinanggalingan ninyo.",
      },
      "ambiguous-path": {
        headline: "Hindi malinaw ang address na ito",
        lead: "Higit sa isang page ang maaaring tinutukoy nito. Pumunta sa home page ng tindahan at magpatuloy mula roon.",
      },
      "session-rate": {
        headline: "Higit ito sa kayang tingnan ng isang tao",
        lead: "Napakaraming page ang sabay-sabay na hiningi sa pangalan ninyo. Nasa loob pa rin kayo; maghintay lang po sandali.",
      },
      "session-shared": {
        headline: "Bukas sa iba’t ibang lugar ang pagbisita ninyo",
        lead: "Para sa isang tao lang ito, pero ginamit ito mula sa ilang network sa loob ng ilang minuto. Magpatuloy sa isang browser lang, at maghintay nang ilang minuto.",
      },
      shed: {
        headline: "Hindi na kinakaya ng tindahan ang dami ng gumagamit",
        lead: "Makakapaghintay sandali ang page na ito, kaya naghihintay muna ito. Nasa loob pa rin kayo, at inuuna ang mga bayad ninyo.",
      },
      "room-unavailable": {
        headline: "Hindi pa handa ang waiting room",
        lead: "Hindi ito dahil sa inyo. Kung may puwesto kayo, nakalaan pa rin ito.",
      },
      other: {
        headline: "Hindi ito gumana",
        lead: "Hindi ito dahil sa inyo. Kung may puwesto kayo sa pila, nakalaan pa rin ito. Pakisubukan ulit mayamaya.",
      },
    },
    startPage: "Pumunta sa home page",
    backToForm: "Bumalik sa form",
    code: "Code {code}",
  },
};
