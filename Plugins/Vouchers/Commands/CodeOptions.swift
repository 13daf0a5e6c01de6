internal import QixModule
internal import VouchersContract

/// The code that is presented, and the purchase: a code never stands on the command line, which everybody on the machine
/// can read.
struct CodeOptions {
  private let code = SecretOption(
    SecretInput("code", "the voucher's code", label: "Code", limit: PresentedCode.limit))
  @Option("purchase", .money, "The amount of the purchase, such as '12.50 EUR'") var purchase: Money?

  /// - Throws: `UsageError` when the command line names two places.
  func source() throws(UsageError) -> SecretSource { try code.source() }
}

/// Options of a till: the code that it was shown, and its own name.
struct TillOptions {
  let code = CodeOptions()
  @Option("till", .text, placeholder: "NAME", "The name of this till; kept with the use") var till: String?
}
