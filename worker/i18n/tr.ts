import type { Texts } from "./texts.ts";

export const tr: Texts = {
  language: "tr",
  direction: "ltr",
  line: {
    phases: {
      countdown: {
        headline: "Henüz açılmadı",
        lead: "Bu sayfayı açık tutun. Kendiliğinden ilerler.",
      },
      joining: {
        headline: "Lütfen bekleyin",
        lead: "Size kuyrukta bir yer ayırıyoruz.",
      },
      "in-draw": {
        headline: "Kuraya katıldınız",
        lead: "Başka bir şey yapmanız gerekmiyor. Bu sayfayı açık tutun: kura çekilir çekilmez kuyruktaki yeriniz burada görünür.",
      },
      drawn: {
        headline: "Kuyruktaki yeriniz kurayla belirlendi",
        lead: "Bu sayfayı açık tutun. Satış başladıktan sonra sıranız gelince sizi içeri alır.",
      },
      waiting: {
        headline: "Kuyruktasınız",
        lead: "Bu sayfayı açık tutun. Kendiliğinden ilerler ve sıranız gelince sizi içeri alır.",
      },
      near: {
        headline: "Az kaldı",
        lead: "Bu sayfadan ayrılmayın. Sıranız en geç birkaç dakika içinde gelecek.",
      },
      next: {
        headline: "Bir sonraki sizsiniz",
        lead: "Bu sayfadan ayrılmayın. Sıranız birazdan gelecek.",
      },
      "too-late": {
        headline: "Büyük olasılıkla geç kaldınız",
        lead: "Kalan biletler büyük olasılıkla önünüzdeki herkese yetmeyecek. Bekleyebilirsiniz: iade edilen bilet olursa kuyruk aynı sırayla devam eder.",
      },
      "your-turn": {
        headline: "Sıra sizde",
        lead: "Bilet sitesi sizin için hazır.",
      },
      front: {
        headline: "Kuyruğun en önündesiniz",
        lead: "Bilet sitesinde yer açılır açılmaz sizi içeri alacağız. Bu sayfadan ayrılmayın.",
      },
      late: {
        headline: "Zamanında döndünüz",
        lead: "Bilet sitesinde yer açılır açılmaz sizi içeri alacağız. Bu sayfadan ayrılmayın: kuyruktaki bu yer için son fırsat bu.",
      },
      entering: {
        headline: "İçeri alınıyorsunuz",
        lead: "Bilet sitesi birazdan açılacak.",
      },
      missed: {
        headline: "Sıranızı kaçırdınız",
        lead: "Yine de bir kez girebilirsiniz. Düğmeye basın ve bilet sitesi açılana kadar bu sayfada kalın.",
      },
      spent: {
        headline: "Kuyruktaki bu yer geçerliliğini yitirdi",
        lead: "Sırası geçti, geç dönenlere tanınan süre de doldu. Kuyruğun sonundan yeni bir yer alabilirsiniz.",
      },
      ended: {
        headline: "Ziyaretiniz sona erdi",
        lead: "Bilet sitesindeki süreniz doldu. Yeniden girmek için kuyrukta yeni bir yer alın.",
      },
      stopped: {
        headline: "Kuyruk durduruldu",
        lead: "Şu anda kimse içeri alınmıyor. Bu sırada kimsenin süresi dolmaz.",
      },
      sealed: {
        headline: "Bilet sitesi şu an için kapalı",
        lead: "Düzenleyen siteyi herkese kapattı.",
      },
      "sold-out": {
        headline: "Biletler tükendi",
        lead: "Hepsi satıldı. İade edilen bilet olursa kuyruk aynı sırayla devam eder.",
      },
      closed: {
        headline: "Satış sona erdi",
        lead: "Artık kimse içeri alınmıyor. Bu sayfayı kapatabilirsiniz.",
      },
      admitted: {
        headline: "Girebilirsiniz",
        lead: "Bilet sitesi size açık.",
      },
      shared: {
        headline: "Ziyaretiniz başka bir yerde açıldı",
        lead: "Ziyaret bir kişiliktir. Burada devam ederseniz orada sona erer.",
      },
      lost: {
        headline: "Kuyrukta değilsiniz",
        lead: "Yerinizden vazgeçtiniz ya da yerinizin çerezi bu tarayıcıdan silindi. Kuyruğun sonundan yeni bir yer alabilirsiniz.",
      },
      left: {
        headline: "Kuyruktan ayrıldınız",
        lead: "Yerinizden vazgeçtiniz. Kuyruğun sonundan yeni bir yer alabilirsiniz.",
      },
      full: {
        headline: "Kuyruk dolu",
        lead: "Şu anda kimse kuyruğa giremiyor.",
      },
      "no-cookies": {
        headline: "Bu tarayıcı çerez saklamıyor",
        lead: "Kuyruktaki yeriniz bir çerezde saklanır. Bu site için çerezlere izin verin, sonra yeniden deneyin.",
      },
      challenge: {
        headline: "Kısa bir kontrol",
        lead: "Tarayıcınız yer almadan önce küçük bir bulmaca çözer. Bu birkaç saniye sürer, sizin bir şey yapmanız gerekmez.",
      },
      invite: {
        headline: "Davetiye gerekiyor",
        lead: "Davetiyenizdeki bağlantıyı açın ya da kodunu buraya girin.",
      },
      "wrong-identity": {
        headline: "Kuyruktaki bu yer başkasına ait",
        lead: "Başka bir hesap ya da davetiyeyle alınmış. O hesabı ya da davetiyeyi kullanın veya kuyrukta yeni bir yer alın.",
      },
    },
    ahead: { one: "kişi önünüzde", other: "kişi önünüzde" },
    tabAhead: "({ahead}) önünüzde",
    place: "Kuyruktaki yeriniz",
    drawNumber: "Kura numaranız",
    opens: "Satışın başlangıcı",
    untilJoin: "sonra bekleme odası açılacak",
    untilDraw: "sonra kura çekilecek",
    untilOpen: "sonra satış başlayacak",
    drawFair: "Yerler kurayla belirlenir; bu yüzden erken gelmek bir şey değiştirmez.",
    drawWaits: "Kura, önceden kimsenin bilemeyeceği, herkese açık bir rastgele sayıyı bekliyor. Sayı birazdan gelecek.",
    checkDraw: "Kurayı kontrol et",
    wait: "Tahmini bekleme süresi",
    waitUnknown: "henüz bilinmiyor",
    underAMinute: "bir dakikadan az",
    about: "yaklaşık {duration}",
    upTo: "en fazla {duration}",
    pace: "İçeri alma hızı",
    perMinute: { one: "dakikada {count} kişi", other: "dakikada {count} kişi" },
    updatedNow: "Az önce güncellendi",
    updated: "{ago} güncellendi",
    turnLeft: "Kalan süre: {left}",
    turnLeftUntil: "Kalan süre: {left} (bitiş saati: {time})",
    turnEnding: "Yalnızca birkaç saniye kaldı",
    enter: "Şimdi gir",
    enterAdmitted: "Bilet sitesine git",
    newPlace: "Yeni bir yer al",
    takeOver: "Burada devam et",
    reload: "Yeniden dene",
    inviteCode: "Davetiye kodu",
    inviteUse: "Kodu kullan",
    inviteRefused: "Bu kod kullanılamaz: yanlış, süresi dolmuş veya daha önce kullanılmış.",
    alertSound: "Sıram gelince ses çal",
    alertNotify: "Sıram gelince bildirim gönder",
    messageLabel: "Düzenleyenin mesajı",
    offline: "Çevrimdışı görünüyorsunuz. Bağlantınız geri gelince sayfa kendiliğinden devam eder.",
    unreachable: "Şu anda bekleme odasına ulaşamıyoruz, denemeyi sürdürüyoruz.",
    busy: "Ağınızdan çok fazla istek geliyor.",
    sharedUntil: "Ziyaretiniz çok fazla ağdan açıldı. {duration} sonra burada devam edebilirsiniz.",
    retryIn: "{duration} sonra yeniden deneyeceğiz.",
    triesAgain: "Bu sayfa kendiliğinden yeniden dener.",
    placeKept: "Kuyruktaki yeriniz korunuyor.",
    noPlaceYet: "Kuyrukta henüz yeriniz yok.",
    leave: "Kuyruktan ayrıl",
    leaveQuestion: "{position} numaralı yerinizden kalıcı olarak vazgeçmiş olursunuz. Yeni yeriniz kuyruğun sonunda olur.",
    leaveConfirm: "Yerimden vazgeç",
    reference: "Referans {reference}",
  },
  notices: {
    formNotSent: {
      headline: "Form gönderilmedi",
      lead: "Devam edebilmek için beklemeniz gerekiyor.",
    },
    notSent: "Girdiğiniz bilgiler bilet sitesine ulaşmadı.",
    paymentWarning:
      "Ödeme yapıyorduysanız ödeme yine de gerçekleşmiş olabilir. Yeniden ödemeden önce e-postanıza ya da banka hesabınıza bakın.",
    originUnreachable: {
      headline: "Bilet sitesi yanıt vermiyor",
      lead: "Ziyaretinizi kaybetmediniz: ziyaretiniz korunuyor ve sürdüğü sürece yeniden kuyruğa girmeniz gerekmiyor.",
    },
    maybeSent: "Form gönderiyor ya da ödeme yapıyorduysanız işlem yine de gerçekleşmiş olabilir. Yeniden göndermeden önce kontrol edin.",
    errors: {
      "unknown-host": {
        headline: "Burada satışta bir şey yok",
        lead: "Bu adres hiçbir bilet sitesine çıkmıyor. Adresi kontrol edin ya da geldiğiniz sayfaya dönün.",
      },
      "ambiguous-path": {
        headline: "Bu adres okunamıyor",
        lead: "Birden çok sayfa anlamına gelebilir. Bilet sitesinin ana sayfasına gidip oradan devam edin.",
      },
      "session-rate": {
        headline: "Bu, bir kişinin bakabileceğinden fazla",
        lead: "Sizin adınıza aynı anda çok fazla sayfa istendi. Bilet sitesine erişiminiz sürüyor; lütfen biraz bekleyin.",
      },
      "session-shared": {
        headline: "Ziyaretiniz birden çok yerde açık",
        lead: "Ziyaret bir kişiliktir, ama birkaç dakika içinde birden çok ağdan kullanıldı. Yalnızca tek bir tarayıcıda devam edin ve birkaç dakika bekleyin.",
      },
      shed: {
        headline: "Bilet sitesi aşırı yoğun",
        lead: "Bu sayfa biraz bekleyebileceği için ertelendi. Bilet sitesine erişiminiz sürüyor, ödemelere öncelik veriliyor.",
      },
      "room-unavailable": {
        headline: "Bekleme odası hazır değil",
        lead: "Bu sizden kaynaklanmıyor. Kuyrukta yeriniz varsa korunuyor.",
      },
      other: {
        headline: "İşlem tamamlanamadı",
        lead: "Bu sizden kaynaklanmıyor. Kuyrukta yeriniz varsa korunuyor. Lütfen birazdan yeniden deneyin.",
      },
    },
    startPage: "Ana sayfaya git",
    backToForm: "Forma dön",
    code: "Kod {code}",
  },
};
