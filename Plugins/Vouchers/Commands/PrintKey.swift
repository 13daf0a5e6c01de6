internal import QixCrypto
internal import QixModule
internal import VaultContract

/// `qix voucher key`
struct PrintKey: Command {
  static let declaration = Declaration(
    "key", "Print the public key that signed vouchers are checked with.", roles: [.operator, .integrator, .auditor],
    discussion: """
      Put it where vouchers are checked without a connection. The key is not a secret. But anyone who can replace \
      it there can sign vouchers for that till.
      """,
    examples: [Example("qix voucher key --quiet > voucher-key.txt", "for `qix voucher verify`")],
    answer: AnswerShape("voucher.key/1", fields))

  private static let fields: [Field<String>] = [
    Field("public_key", .text) { $0 },
    Field("algorithm", .text) { _ in "Ed25519" },
  ]

  func run(in context: Context) throws -> Document {
    let store = try context.service(Secrets.store)
    guard let keys = try context.database.read({ try VoucherKeys.find(store, in: $0) }) else {
      throw Failure(
        "vouchers.no-key-yet", .notFound, "there is no signing key yet: the first series of vouchers makes it",
        hint: "Make a series with `qix voucher generate SERIES --count N --title TEXT`.")
    }
    let key = Hexadecimal.encode(keys.publicKey)
    var document = Document("voucher.key/1", Self.fields, of: key)
    document.primary = key
    return document
  }
}
