internal import QixTerminal

/// Where a till's code comes from: never from the command line, which everybody on the machine can read.
enum CodeInput {
  static let code = SecretInput("code", "the voucher's code", label: "Code", limit: PresentedCode.limit)
  static let till = OldOption("till", .text, placeholder: "NAME", "Which till this is; kept with the use")
  static let purchase = OldOption("purchase", .money, "What the purchase comes to, such as '12.50 EUR'")
}
