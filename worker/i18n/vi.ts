import type { Texts } from "./texts.ts";

export const vi: Texts = {
  language: "vi",
  direction: "ltr",
  line: {
    phases: {
      countdown: {
        headline: "Chưa mở",
        lead: "Vui lòng giữ trang này mở. Trang sẽ tự tiếp tục.",
      },
      joining: {
        headline: "Xin chờ một chút",
        lead: "Chúng tôi đang lấy cho bạn một vị trí trong hàng chờ.",
      },
      "in-draw": {
        headline: "Bạn đã tham gia bốc thăm",
        lead: "Bạn không cần làm gì thêm. Vui lòng giữ trang này mở: vị trí của bạn sẽ hiện ra ngay khi bốc thăm xong.",
      },
      drawn: {
        headline: "Đã bốc thăm vị trí của bạn",
        lead: "Vui lòng giữ trang này mở. Sau khi mở bán, trang sẽ đưa bạn vào khi đến lượt.",
      },
      waiting: {
        headline: "Bạn đang trong hàng chờ",
        lead: "Vui lòng giữ trang này mở. Trang tự cập nhật và sẽ đưa bạn vào khi đến lượt.",
      },
      near: {
        headline: "Sắp đến lượt bạn",
        lead: "Vui lòng ở lại trang này. Chỉ vài phút nữa là đến lượt bạn.",
      },
      next: {
        headline: "Bạn là người tiếp theo",
        lead: "Vui lòng ở lại trang này. Chỉ lát nữa là đến lượt bạn.",
      },
      "too-late": {
        headline: "Có lẽ đã quá muộn",
        lead: "Có lẽ số vé còn lại không đủ cho tất cả những người đứng trước bạn. Bạn có thể ở lại: nếu có vé được trả lại, hàng chờ sẽ đi tiếp theo đúng thứ tự cũ.",
      },
      "your-turn": {
        headline: "Đã đến lượt bạn",
        lead: "Cửa hàng đã sẵn sàng đón bạn.",
      },
      front: {
        headline: "Bạn đang ở đầu hàng",
        lead: "Chúng tôi sẽ cho bạn vào ngay khi cửa hàng có chỗ. Vui lòng ở lại trang này.",
      },
      late: {
        headline: "Bạn đã quay lại kịp lúc",
        lead: "Chúng tôi sẽ cho bạn vào ngay khi cửa hàng có chỗ. Vui lòng ở lại trang này: đây là cơ hội cuối cùng cho vị trí này.",
      },
      entering: {
        headline: "Đang đưa bạn vào",
        lead: "Cửa hàng sẽ mở ra trong giây lát.",
      },
      missed: {
        headline: "Bạn đã lỡ lượt",
        lead: "Bạn vẫn có thể vào, nhưng chỉ một lần. Hãy bấm nút và ở lại trang này cho đến khi cửa hàng mở ra.",
      },
      spent: {
        headline: "Vị trí này đã hết hiệu lực",
        lead: "Lượt của vị trí này đã qua, và thời gian được quay lại muộn cũng đã hết. Bạn có thể lấy vị trí mới ở cuối hàng.",
      },
      ended: {
        headline: "Phiên của bạn đã kết thúc",
        lead: "Thời gian của bạn trong cửa hàng đã hết. Để vào lại, vui lòng lấy vị trí mới trong hàng chờ.",
      },
      stopped: {
        headline: "Hàng chờ đang tạm dừng",
        lead: "Hiện chưa ai được vào. Trong lúc này không ai bị mất lượt.",
      },
      sealed: {
        headline: "Cửa hàng đang tạm đóng",
        lead: "Ban tổ chức đã đóng cửa hàng với tất cả mọi người.",
      },
      "sold-out": {
        headline: "Đã bán hết",
        lead: "Tất cả vé đã được bán. Nếu có vé được trả lại, hàng chờ sẽ đi tiếp theo đúng thứ tự cũ.",
      },
      closed: {
        headline: "Đợt bán đã kết thúc",
        lead: "Không ai được vào nữa. Bạn có thể đóng trang này.",
      },
      admitted: {
        headline: "Bạn đã được vào",
        lead: "Cửa hàng đang mở cho bạn.",
      },
      shared: {
        headline: "Phiên của bạn đã được mở ở nơi khác",
        lead: "Phiên này dành cho một người. Nếu bạn tiếp tục ở đây, phiên ở nơi đó sẽ kết thúc.",
      },
      lost: {
        headline: "Bạn không có trong hàng chờ",
        lead: "Bạn đã từ bỏ vị trí của mình, hoặc cookie của vị trí đó đã bị xóa khỏi trình duyệt này. Bạn có thể lấy vị trí mới ở cuối hàng.",
      },
      left: {
        headline: "Bạn đã rời hàng chờ",
        lead: "Bạn đã từ bỏ vị trí của mình. Bạn có thể lấy vị trí mới ở cuối hàng.",
      },
      full: {
        headline: "Hàng chờ đã đầy",
        lead: "Hiện không ai có thể vào hàng chờ.",
      },
      "no-cookies": {
        headline: "Trình duyệt này không lưu cookie",
        lead: "Vị trí của bạn trong hàng chờ được lưu trong một cookie. Hãy cho phép cookie cho trang web này rồi thử lại.",
      },
      challenge: {
        headline: "Một bước kiểm tra ngắn",
        lead: "Trình duyệt của bạn giải một câu đố nhỏ trước khi nhận vị trí. Việc này mất vài giây và bạn không cần làm gì.",
      },
      invite: {
        headline: "Bạn cần có thư mời",
        lead: "Hãy mở liên kết trong thư mời của bạn hoặc nhập mã thư mời tại đây.",
      },
      "wrong-identity": {
        headline: "Vị trí này là của người khác",
        lead: "Vị trí này được lấy bằng một tài khoản hoặc thư mời khác. Hãy dùng tài khoản hoặc thư mời đó, hoặc lấy vị trí mới trong hàng chờ.",
      },
    },
    ahead: { other: "người đứng trước bạn" },
    tabAhead: "({ahead}) trước bạn",
    place: "Vị trí của bạn",
    drawNumber: "Số bốc thăm của bạn",
    opens: "Mở bán",
    untilJoin: "nữa là mở phòng chờ",
    untilDraw: "nữa là bốc thăm",
    untilOpen: "nữa là mở bán",
    drawFair: "Các vị trí được bốc thăm, nên đến sớm hay muộn cũng như nhau.",
    drawWaits: "Việc bốc thăm đang chờ một số ngẫu nhiên công khai mà không ai có thể biết trước. Số này sẽ có trong giây lát.",
    checkDraw: "Kiểm tra việc bốc thăm",
    wait: "Thời gian chờ dự kiến",
    waitUnknown: "chưa biết",
    underAMinute: "chưa đến một phút",
    about: "khoảng {duration}",
    upTo: "tối đa {duration}",
    pace: "Tốc độ vào",
    perMinute: { other: "{count} người mỗi phút" },
    updatedNow: "Vừa cập nhật",
    updated: "Cập nhật {ago}",
    turnLeft: "Còn {left}",
    turnLeftUntil: "Còn {left}, đến {time}",
    turnEnding: "Chỉ còn vài giây",
    enter: "Vào ngay",
    enterAdmitted: "Đến cửa hàng",
    newPlace: "Lấy vị trí mới",
    takeOver: "Tiếp tục ở đây",
    reload: "Thử lại",
    inviteCode: "Mã thư mời",
    inviteUse: "Dùng mã",
    inviteRefused: "Không dùng được mã này: mã sai, đã hết hạn hoặc đã được dùng.",
    alertSound: "Phát âm thanh khi đến lượt tôi",
    alertNotify: "Thông báo cho tôi khi đến lượt",
    messageLabel: "Từ ban tổ chức",
    offline: "Có vẻ bạn đang mất kết nối mạng. Trang sẽ tự tiếp tục ngay khi có kết nối trở lại.",
    unreachable: "Hiện chúng tôi không kết nối được với phòng chờ và vẫn đang tiếp tục thử.",
    busy: "Có quá nhiều yêu cầu đến từ mạng của bạn.",
    sharedUntil: "Phiên của bạn đã được mở từ quá nhiều mạng. Bạn có thể tiếp tục ở đây sau {duration}.",
    retryIn: "Chúng tôi sẽ thử lại sau {duration}.",
    triesAgain: "Trang này sẽ tự thử lại.",
    placeKept: "Vị trí của bạn vẫn được giữ.",
    noPlaceYet: "Bạn chưa có vị trí.",
    leave: "Rời hàng chờ",
    leaveQuestion: "Bạn sẽ từ bỏ hẳn vị trí {position}. Vị trí mới sẽ ở cuối hàng.",
    leaveConfirm: "Từ bỏ vị trí của tôi",
    reference: "Mã tham chiếu: {reference}",
  },
  notices: {
    formNotSent: {
      headline: "Biểu mẫu chưa được gửi",
      lead: "Bạn cần chờ trước khi có thể tiếp tục.",
    },
    notSent: "Những gì bạn đã nhập chưa đến được cửa hàng.",
    paymentWarning:
      "Nếu bạn đang thanh toán, khoản thanh toán vẫn có thể đã thành công. Hãy kiểm tra email hoặc ngân hàng trước khi thanh toán lại.",
    originUnreachable: {
      headline: "Cửa hàng không phản hồi",
      lead: "Bạn chưa mất phiên của mình: phiên vẫn được giữ, và khi phiên còn hiệu lực, bạn không phải xếp hàng lại.",
    },
    maybeSent: "Nếu bạn đang gửi biểu mẫu hoặc thanh toán, việc đó vẫn có thể đã thành công. Hãy kiểm tra trước khi gửi lại.",
    errors: {
      "unknown-host": {
        headline: "Ở đây không bán gì",
        lead: "Địa chỉ này không dẫn đến cửa hàng nào. Hãy kiểm tra địa chỉ hoặc quay lại trang trước đó.",
      },
      "ambiguous-path": {
        headline: "Địa chỉ này không rõ ràng",
        lead: "Địa chỉ này có thể chỉ đến nhiều hơn một trang. Hãy vào trang chủ của cửa hàng và tiếp tục từ đó.",
      },
      "session-rate": {
        headline: "Một người không thể xem nhiều trang đến vậy",
        lead: "Rất nhiều trang đã được yêu cầu cùng lúc dưới danh nghĩa của bạn. Bạn vẫn giữ được chỗ bên trong; vui lòng chờ một chút.",
      },
      "session-shared": {
        headline: "Phiên của bạn đang mở ở nhiều nơi",
        lead: "Phiên này dành cho một người, nhưng đã được dùng từ nhiều mạng trong vòng vài phút. Hãy chỉ tiếp tục trong một trình duyệt và chờ vài phút.",
      },
      shed: {
        headline: "Cửa hàng đang quá tải",
        lead: "Trang này có thể đợi một chút, nên tạm thời phải đợi. Bạn vẫn giữ được chỗ bên trong, và việc thanh toán của bạn được ưu tiên.",
      },
      "room-unavailable": {
        headline: "Phòng chờ chưa sẵn sàng",
        lead: "Việc này không phải do bạn. Nếu bạn đã có vị trí, vị trí đó vẫn được giữ.",
      },
      other: {
        headline: "Không thực hiện được",
        lead: "Việc này không phải do bạn. Nếu bạn đã có vị trí trong hàng chờ, vị trí đó vẫn được giữ. Vui lòng thử lại sau giây lát.",
      },
    },
    startPage: "Đến trang chủ",
    backToForm: "Quay lại biểu mẫu",
    code: "Mã {code}",
  },
};
