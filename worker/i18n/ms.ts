import type { Texts } from "./texts.ts";

export const ms: Texts = {
  language: "ms",
  direction: "ltr",
  line: {
    phases: {
      countdown: {
        headline: "Jualan belum dibuka",
        lead: "Biarkan halaman ini terbuka. Halaman ini akan beralih ke langkah seterusnya dengan sendirinya.",
      },
      joining: {
        headline: "Sebentar",
        lead: "Kami sedang mendapatkan tempat untuk anda dalam barisan.",
      },
      "in-draw": {
        headline: "Anda menyertai cabutan",
        lead: "Anda tidak perlu berbuat apa-apa lagi. Biarkan halaman ini terbuka: tempat anda dipaparkan sebaik sahaja dicabut.",
      },
      drawn: {
        headline: "Tempat anda sudah dicabut",
        lead: "Biarkan halaman ini terbuka. Selepas jualan dibuka, halaman ini membawa anda masuk apabila tiba giliran anda.",
      },
      waiting: {
        headline: "Anda berada dalam barisan",
        lead: "Biarkan halaman ini terbuka. Halaman ini dikemas kini dengan sendirinya dan membawa anda masuk apabila tiba giliran anda.",
      },
      near: {
        headline: "Giliran anda hampir tiba",
        lead: "Kekal di halaman ini. Giliran anda tiba selewat-lewatnya dalam beberapa minit.",
      },
      next: {
        headline: "Anda yang seterusnya",
        lead: "Kekal di halaman ini. Giliran anda tiba sebentar lagi.",
      },
      "too-late": {
        headline: "Kemungkinan besar sudah terlambat",
        lead: "Baki tiket kemungkinan besar tidak cukup untuk semua orang di hadapan anda. Anda boleh terus menunggu: jika ada tiket yang dipulangkan, barisan diteruskan mengikut urutan yang sama.",
      },
      "your-turn": {
        headline: "Giliran anda sudah tiba",
        lead: "Kedai sedia menerima anda.",
      },
      front: {
        headline: "Anda di hadapan sekali",
        lead: "Kami akan membenarkan anda masuk sebaik sahaja kedai ada ruang. Kekal di halaman ini.",
      },
      late: {
        headline: "Anda sempat kembali",
        lead: "Kami akan membenarkan anda masuk sebaik sahaja kedai ada ruang. Kekal di halaman ini: inilah peluang terakhir untuk tempat ini.",
      },
      entering: {
        headline: "Membawa anda masuk",
        lead: "Kedai dibuka sebentar lagi.",
      },
      missed: {
        headline: "Anda terlepas giliran",
        lead: "Anda masih boleh masuk, sekali sahaja. Tekan butang dan kekal di halaman ini sehingga kedai dibuka.",
      },
      spent: {
        headline: "Tempat ini sudah luput",
        lead: "Gilirannya sudah berlalu, begitu juga tempoh untuk kembali lewat. Anda boleh mengambil tempat baharu di hujung barisan.",
      },
      ended: {
        headline: "Lawatan anda telah tamat",
        lead: "Masa anda di dalam kedai sudah habis. Untuk masuk semula, ambil tempat baharu dalam barisan.",
      },
      stopped: {
        headline: "Barisan dihentikan sementara",
        lead: "Tiada sesiapa dibenarkan masuk buat masa ini. Giliran sesiapa pun tidak akan tamat sepanjang tempoh ini.",
      },
      sealed: {
        headline: "Kedai ditutup buat masa ini",
        lead: "Penganjur telah menutupnya kepada semua orang.",
      },
      "sold-out": {
        headline: "Habis dijual",
        lead: "Semuanya sudah terjual. Jika ada tiket yang dipulangkan, barisan diteruskan mengikut urutan yang sama.",
      },
      closed: {
        headline: "Jualan sudah tamat",
        lead: "Tiada sesiapa dibenarkan masuk lagi. Anda boleh menutup halaman ini.",
      },
      admitted: {
        headline: "Anda sudah masuk",
        lead: "Kedai terbuka untuk anda.",
      },
      shared: {
        headline: "Lawatan anda dibuka di tempat lain",
        lead: "Lawatan ini untuk seorang sahaja. Jika anda teruskan di sini, lawatan di sana tamat.",
      },
      lost: {
        headline: "Anda tidak berada dalam barisan",
        lead: "Tempat anda telah dilepaskan, atau kukinya telah dibuang daripada pelayar ini. Anda boleh mengambil tempat baharu di hujung barisan.",
      },
      left: {
        headline: "Anda telah meninggalkan barisan",
        lead: "Tempat anda telah dilepaskan. Anda boleh mengambil tempat baharu di hujung barisan.",
      },
      full: {
        headline: "Barisan penuh",
        lead: "Tiada sesiapa boleh menyertainya buat masa ini.",
      },
      "no-cookies": {
        headline: "Pelayar ini tidak menyimpan kuki",
        lead: "Tempat anda dalam barisan disimpan dalam kuki. Benarkan kuki untuk laman ini, kemudian cuba lagi.",
      },
      challenge: {
        headline: "Semakan ringkas",
        lead: "Pelayar anda menyelesaikan teka-teki kecil sebelum mendapat tempat. Ini mengambil masa beberapa saat, dan anda tidak perlu berbuat apa-apa.",
      },
      invite: {
        headline: "Anda memerlukan jemputan",
        lead: "Buka pautan dalam jemputan anda, atau masukkan kodnya di sini.",
      },
      "wrong-identity": {
        headline: "Tempat ini milik orang lain",
        lead: "Tempat ini diambil dengan akaun atau jemputan lain. Gunakan akaun atau jemputan itu, atau ambil tempat baharu dalam barisan.",
      },
    },
    ahead: { other: "orang di hadapan anda" },
    tabAhead: "({ahead}) di hadapan",
    place: "Tempat anda dalam barisan",
    drawNumber: "Nombor cabutan anda",
    opens: "Jualan dibuka",
    untilJoin: "sehingga bilik menunggu dibuka",
    untilDraw: "sehingga cabutan",
    untilOpen: "sehingga jualan dibuka",
    drawFair: "Tempat ditentukan melalui cabutan, jadi datang lebih awal tidak memberi kelebihan.",
    drawWaits: "Cabutan menunggu nombor rawak awam yang tidak dapat diketahui sesiapa lebih awal. Nombor itu tiba sebentar lagi.",
    checkDraw: "Semak cabutan",
    wait: "Anggaran masa menunggu",
    waitUnknown: "belum diketahui",
    underAMinute: "kurang daripada seminit",
    about: "kira-kira {duration}",
    upTo: "sehingga {duration}",
    pace: "Kadar masuk",
    perMinute: { other: "{count} orang seminit" },
    updatedNow: "Dikemas kini sebentar tadi",
    updated: "Dikemas kini {ago}",
    turnLeft: "Masa berbaki: {left}",
    turnLeftUntil: "Masa berbaki: {left}, sehingga {time}",
    turnEnding: "Tinggal beberapa saat sahaja",
    enter: "Masuk sekarang",
    enterAdmitted: "Pergi ke kedai",
    newPlace: "Ambil tempat baharu",
    takeOver: "Teruskan di sini",
    reload: "Cuba lagi",
    inviteCode: "Kod jemputan",
    inviteUse: "Gunakan kod",
    inviteRefused: "Kod ini tidak boleh digunakan: salah, telah tamat tempoh atau sudah digunakan.",
    alertSound: "Mainkan bunyi apabila tiba giliran saya",
    alertNotify: "Maklumkan kepada saya apabila tiba giliran saya",
    messageLabel: "Daripada penganjur",
    offline: "Nampaknya anda di luar talian. Halaman ini akan bersambung dengan sendirinya sebaik sahaja sambungan pulih.",
    unreachable: "Kami tidak dapat menghubungi bilik menunggu buat masa ini dan terus mencuba.",
    busy: "Terlalu banyak permintaan datang daripada rangkaian anda.",
    sharedUntil: "Lawatan anda dibuka daripada terlalu banyak rangkaian. Anda boleh meneruskan di sini dalam masa {duration}.",
    retryIn: "Kami akan mencuba lagi dalam masa {duration}.",
    triesAgain: "Halaman ini akan mencuba lagi dengan sendirinya.",
    placeKept: "Tempat anda dikekalkan.",
    noPlaceYet: "Anda belum mendapat tempat.",
    leave: "Tinggalkan barisan",
    leaveQuestion: "Anda akan melepaskan tempat {position} secara muktamad. Tempat baharu adalah di hujung barisan.",
    leaveConfirm: "Lepaskan tempat saya",
    reference: "Rujukan {reference}",
  },
  notices: {
    formNotSent: {
      headline: "Borang tidak dihantar",
      lead: "Anda perlu menunggu sebelum boleh meneruskan.",
    },
    notSent: "Maklumat yang anda masukkan tidak sampai ke kedai.",
    paymentWarning:
      "Jika anda sedang membuat bayaran, bayaran itu mungkin tetap berjaya. Semak e-mel atau bank anda sebelum membayar sekali lagi.",
    originUnreachable: {
      headline: "Kedai tidak memberi respons",
      lead: "Anda tidak kehilangan lawatan anda: lawatan itu disimpan, dan anda tidak perlu beratur semula selagi ia masih berlangsung.",
    },
    maybeSent:
      "Jika anda sedang menghantar borang atau membuat bayaran, ia mungkin tetap berjaya. Semak dahulu sebelum menghantarnya sekali lagi.",
    errors: {
      "unknown-host": {
        headline: "Tiada apa-apa yang dijual di sini",
        lead: "Alamat ini tidak menuju ke mana-mana kedai. Semak alamat itu, atau kembali ke halaman sebelumnya.",
      },
      "ambiguous-path": {
        headline: "Alamat ini tidak dapat dibaca",
        lead: "Alamat ini boleh bermaksud lebih daripada satu halaman. Pergi ke halaman utama kedai dan teruskan dari situ.",
      },
      "session-rate": {
        headline: "Ini lebih daripada yang dapat dilihat oleh seorang",
        lead: "Terlalu banyak halaman diminta serentak atas nama anda. Anda kekal di dalam kedai; sila tunggu sebentar.",
      },
      "session-shared": {
        headline: "Lawatan anda dibuka di beberapa tempat",
        lead: "Lawatan ini untuk seorang sahaja, tetapi telah digunakan daripada beberapa rangkaian dalam masa beberapa minit. Teruskan dalam satu pelayar sahaja, dan tunggu beberapa minit.",
      },
      shed: {
        headline: "Kedai terlalu sibuk",
        lead: "Halaman ini boleh menunggu sebentar, jadi ia menunggu. Anda kekal di dalam kedai, dan pembayaran anda didahulukan.",
      },
      "room-unavailable": {
        headline: "Bilik menunggu belum sedia",
        lead: "Ini bukan kesilapan anda. Jika anda mempunyai tempat, tempat itu dikekalkan.",
      },
      other: {
        headline: "Tindakan ini tidak berjaya",
        lead: "Ini bukan kesilapan anda. Jika anda mempunyai tempat dalam barisan, tempat itu dikekalkan. Sila cuba semula sebentar lagi.",
      },
    },
    startPage: "Pergi ke halaman utama",
    backToForm: "Kembali ke borang",
    code: "Kod {code}",
  },
};
