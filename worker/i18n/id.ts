import type { Texts } from "./texts.ts";

export const id: Texts = {
  language: "id",
  direction: "ltr",
  line: {
    phases: {
      countdown: {
        headline: "Belum dibuka",
        lead: "Biarkan halaman ini terbuka. Halaman akan berlanjut sendiri.",
      },
      joining: {
        headline: "Mohon tunggu sebentar",
        lead: "Kami sedang menyiapkan nomor antrean untuk Anda.",
      },
      "in-draw": {
        headline: "Anda ikut dalam undian",
        lead: "Tidak ada lagi yang perlu Anda lakukan. Biarkan halaman ini terbuka: nomor antrean Anda akan tampil begitu selesai diundi.",
      },
      drawn: {
        headline: "Nomor antrean Anda sudah diundi",
        lead: "Biarkan halaman ini terbuka. Setelah penjualan dibuka, Anda akan masuk secara otomatis saat giliran Anda tiba.",
      },
      waiting: {
        headline: "Anda sedang mengantre",
        lead: "Biarkan halaman ini terbuka. Antrean bergerak sendiri, dan Anda akan masuk saat giliran Anda tiba.",
      },
      near: {
        headline: "Sebentar lagi giliran Anda",
        lead: "Tetaplah di halaman ini. Giliran Anda tiba paling lama beberapa menit lagi.",
      },
      next: {
        headline: "Giliran berikutnya milik Anda",
        lead: "Tetaplah di halaman ini. Giliran Anda segera tiba.",
      },
      "too-late": {
        headline: "Kemungkinan sudah terlambat",
        lead: "Tiket yang tersisa kemungkinan tidak cukup untuk semua orang di depan Anda. Anda boleh tetap menunggu: jika ada tiket yang kembali, antrean berlanjut dengan urutan yang sama.",
      },
      "your-turn": {
        headline: "Giliran Anda tiba",
        lead: "Situs tiket sudah siap untuk Anda.",
      },
      front: {
        headline: "Anda berada paling depan",
        lead: "Anda akan masuk begitu ada tempat di situs tiket. Tetaplah di halaman ini.",
      },
      late: {
        headline: "Anda kembali tepat waktu",
        lead: "Anda akan masuk begitu ada tempat di situs tiket. Tetaplah di halaman ini: ini kesempatan terakhir untuk nomor antrean ini.",
      },
      entering: {
        headline: "Anda sedang masuk",
        lead: "Situs tiket akan segera terbuka.",
      },
      missed: {
        headline: "Giliran Anda terlewat",
        lead: "Anda masih bisa masuk, satu kali saja. Tekan tombol dan tetaplah di halaman ini sampai situs tiket terbuka.",
      },
      spent: {
        headline: "Nomor antrean ini sudah hangus",
        lead: "Gilirannya sudah lewat, begitu pula waktu untuk masuk terlambat. Anda bisa mengambil nomor baru di akhir antrean.",
      },
      ended: {
        headline: "Kunjungan Anda telah berakhir",
        lead: "Waktu Anda di situs tiket sudah habis. Untuk masuk lagi, ambil nomor antrean baru.",
      },
      stopped: {
        headline: "Antrean dijeda",
        lead: "Saat ini belum ada yang dipersilakan masuk. Selama itu, giliran siapa pun tidak akan hangus.",
      },
      sealed: {
        headline: "Situs tiket ditutup untuk sementara",
        lead: "Penyelenggara menutupnya untuk semua orang.",
      },
      "sold-out": {
        headline: "Tiket habis",
        lead: "Semua sudah terjual. Jika ada tiket yang kembali, antrean berlanjut dengan urutan yang sama.",
      },
      closed: {
        headline: "Penjualan telah berakhir",
        lead: "Tidak ada lagi yang dipersilakan masuk. Anda boleh menutup halaman ini.",
      },
      admitted: {
        headline: "Anda sudah boleh masuk",
        lead: "Situs tiket terbuka untuk Anda.",
      },
      shared: {
        headline: "Kunjungan Anda dibuka di tempat lain",
        lead: "Kunjungan ini untuk satu orang. Jika Anda lanjut di sini, kunjungan di sana berakhir.",
      },
      lost: {
        headline: "Anda tidak ada dalam antrean",
        lead: "Nomor antrean Anda sudah dilepas, atau cookie-nya dihapus dari browser ini. Anda bisa mengambil nomor baru di akhir antrean.",
      },
      left: {
        headline: "Anda telah keluar dari antrean",
        lead: "Nomor antrean Anda sudah dilepas. Anda bisa mengambil nomor baru di akhir antrean.",
      },
      full: {
        headline: "Antrean penuh",
        lead: "Saat ini belum ada yang bisa ikut mengantre.",
      },
      "no-cookies": {
        headline: "Browser ini tidak menyimpan cookie",
        lead: "Nomor antrean Anda disimpan dalam cookie. Izinkan cookie untuk situs ini, lalu coba lagi.",
      },
      challenge: {
        headline: "Pemeriksaan singkat",
        lead: "Browser Anda memecahkan teka-teki kecil sebelum mendapat nomor antrean. Ini memakan waktu beberapa detik, dan Anda tidak perlu melakukan apa pun.",
      },
      invite: {
        headline: "Anda memerlukan undangan",
        lead: "Buka tautan undangan Anda, atau masukkan kodenya di sini.",
      },
      "wrong-identity": {
        headline: "Nomor antrean ini milik orang lain",
        lead: "Nomor ini diambil dengan akun atau undangan lain. Gunakan akun atau undangan itu, atau ambil nomor antrean baru.",
      },
    },
    ahead: { other: "orang di depan Anda" },
    tabAhead: "({ahead}) di depan",
    place: "Nomor antrean Anda",
    drawNumber: "Nomor undian Anda",
    opens: "Penjualan dibuka",
    untilJoin: "sampai ruang tunggu dibuka",
    untilDraw: "sampai undian",
    untilOpen: "sampai penjualan dibuka",
    drawFair: "Nomor antrean diundi, jadi datang lebih awal tidak berpengaruh.",
    drawWaits: "Undian menunggu angka acak publik yang tidak bisa diketahui siapa pun sebelumnya. Angka itu segera keluar.",
    checkDraw: "Periksa undian",
    wait: "Perkiraan waktu tunggu",
    waitUnknown: "belum diketahui",
    underAMinute: "kurang dari satu menit",
    about: "sekitar {duration}",
    upTo: "paling lama {duration}",
    pace: "Laju masuk",
    perMinute: { other: "{count} orang per menit" },
    updatedNow: "Baru saja diperbarui",
    updated: "Diperbarui {ago}",
    turnLeft: "Sisa waktu: {left}",
    turnLeftUntil: "Sisa waktu: {left}, sampai pukul {time}",
    turnEnding: "Tinggal beberapa detik lagi",
    enter: "Masuk sekarang",
    enterAdmitted: "Buka situs tiket",
    newPlace: "Ambil nomor antrean baru",
    takeOver: "Lanjutkan di sini",
    reload: "Coba lagi",
    inviteCode: "Kode undangan",
    inviteUse: "Gunakan kode",
    inviteRefused: "Kode ini tidak dapat digunakan: salah, kedaluwarsa, atau sudah digunakan.",
    alertSound: "Bunyikan suara saat giliran saya tiba",
    alertNotify: "Beri tahu saya saat giliran saya tiba",
    messageLabel: "Dari penyelenggara",
    offline: "Sepertinya Anda sedang offline. Halaman ini berlanjut sendiri begitu koneksi pulih.",
    unreachable: "Kami sedang tidak dapat menghubungi ruang tunggu dan terus mencoba.",
    busy: "Terlalu banyak permintaan dari jaringan Anda.",
    sharedUntil: "Kunjungan Anda dibuka dari terlalu banyak jaringan. Anda bisa melanjutkan di sini dalam {duration}.",
    retryIn: "Kami akan mencoba lagi dalam {duration}.",
    triesAgain: "Halaman ini akan mencoba lagi sendiri.",
    placeKept: "Nomor antrean Anda tetap tersimpan.",
    noPlaceYet: "Anda belum punya nomor antrean.",
    leave: "Keluar dari antrean",
    leaveQuestion: "Nomor antrean {position} akan Anda lepas secara permanen. Nomor baru ada di akhir antrean.",
    leaveConfirm: "Lepas nomor antrean saya",
    reference: "Referensi {reference}",
  },
  notices: {
    formNotSent: {
      headline: "Formulir tidak terkirim",
      lead: "Anda perlu menunggu sebelum bisa melanjutkan.",
    },
    notSent: "Data yang Anda isi belum sampai ke situs tiket.",
    paymentWarning:
      "Jika Anda sedang membayar, pembayaran itu mungkin tetap berhasil. Periksa email atau rekening Anda sebelum membayar lagi.",
    originUnreachable: {
      headline: "Situs tiket tidak merespons",
      lead: "Kunjungan Anda tidak hilang: kunjungan itu tetap tersimpan, dan selama masih berlaku Anda tidak perlu mengantre lagi.",
    },
    maybeSent: "Jika Anda sedang mengirim formulir atau membayar, hal itu mungkin tetap berhasil. Periksa dahulu sebelum mengirim lagi.",
    errors: {
      "unknown-host": {
        headline: "Tidak ada yang dijual di sini",
        lead: "Alamat ini tidak mengarah ke situs tiket mana pun. Periksa alamatnya, atau kembali ke halaman asal Anda.",
      },
      "ambiguous-path": {
        headline: "Alamat ini tidak dapat dibaca",
        lead: "Alamat ini bisa berarti lebih dari satu halaman. Buka halaman awal situs tiket dan lanjutkan dari sana.",
      },
      "session-rate": {
        headline: "Ini lebih banyak daripada yang bisa dilihat satu orang",
        lead: "Sangat banyak halaman diminta sekaligus atas nama Anda. Akses Anda ke situs tiket tetap berlaku; mohon tunggu sebentar.",
      },
      "session-shared": {
        headline: "Kunjungan Anda terbuka di beberapa tempat",
        lead: "Kunjungan ini untuk satu orang, tetapi dipakai dari beberapa jaringan dalam beberapa menit. Lanjutkan di satu browser saja, dan tunggu beberapa menit.",
      },
      shed: {
        headline: "Situs tiket sedang terlalu sibuk",
        lead: "Halaman ini bisa menunggu sebentar, jadi ditunda dahulu. Akses Anda ke situs tiket tetap berlaku, dan pembayaran didahulukan.",
      },
      "room-unavailable": {
        headline: "Ruang tunggu belum siap",
        lead: "Ini bukan karena Anda. Jika Anda punya nomor antrean, nomor itu tetap tersimpan.",
      },
      other: {
        headline: "Terjadi kendala",
        lead: "Ini bukan karena Anda. Jika Anda punya nomor antrean, nomor itu tetap tersimpan. Silakan coba lagi sebentar lagi.",
      },
    },
    startPage: "Ke halaman awal",
    backToForm: "Kembali ke formulir",
    code: "Kode {code}",
  },
};
