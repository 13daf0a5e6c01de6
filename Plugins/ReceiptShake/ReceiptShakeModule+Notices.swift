package import NoticesContract
internal import QixShake

/// Users may be told what a person has decided about a receipt of theirs. Of one that is decided at once they know.
extension ReceiptShakeModule: NoticeSource {
  package static let noticeKinds = [
    NoticeKind(
      "receipt-decided", .keyed("receiptshake.notices", "decisions on your receipts"), on: ["shake.settled"]
    ) { matter, reading in
      let receipt = try ReceiptRecord.find(ReceiptID(of: matter.subject()), in: reading.connection)
      return switch receipt?.state {
      case .approved: .keyed("receiptshake.notice.accepted", "your receipt was accepted")
      case .rejected: .keyed("receiptshake.notice.refused", "your receipt was not accepted")
      default: nil
      }
    }
  ]
}
