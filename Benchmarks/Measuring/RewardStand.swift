package import Rewards

/// A home with a vault, vouchers and a reward that they are handed out for, made by the program's own commands.
package struct RewardStand: Sendable {
  package let subject: Subject
  /// What the reward costs.
  package static let price: Int64 = 100

  /// - Parameters:
  ///   - stock: pieces on the shelf, and vouchers in the series.
  ///   - users: each gets the coins of one, by the external ids `user-0`, `user-1`, …
  package init(_ subject: Subject, stock: Int, users: Int) throws {
    self.subject = subject
    try subject.run("vault", "init", "--key-file", "\(subject.home)/vault.key", "--quiet")
    try subject.run("voucher", "generate", "latte", "--count", "\(stock)", "--title", "A latte", "--quiet")
    try subject.run(
      "reward", "create", "coffee", "--brand", "Alba", "--title", "A coffee", "--price", "\(Self.price)", "--delivery",
      "voucher:latte", "--stock", "\(stock)", "--quiet")
    try subject.run("reward", "publish", "coffee", "--quiet")
    let file = "\(subject.home).coins.csv"
    try WorkFolder.write(["user,amount"] + (0..<users).map { "user-\($0),\(Self.price)" }, to: file)
    try subject.run("coins", "issue", "--file", file, "--create-users", "--quiet")
  }

  package static func key(of user: Int) -> String { "tap-\(user)" }

  /// The words by which a user redeems one.
  package func words(of user: Int) -> [String] {
    subject.words([
      "reward", "redeem", "coffee", "--user", "user-\(user)", "--at-most", "\(Self.price)", "--idempotency-key",
      Self.key(of: user), "--json",
    ])
  }

  /// Redeeming in this process, without starting the program: the vault opens by the key file in the home.
  package func service() throws -> RewardRedeemer {
    try RewardRedeemer(subject.context())
  }

  /// What a user has: coins, and vouchers that are theirs.
  package struct Purse: Sendable, Equatable {
    package let coins: Int64
    package let vouchers: Int64

    /// Who has not redeemed, and who has.
    package static let before = Purse(coins: RewardStand.price, vouchers: 0)
    package static let after = Purse(coins: 0, vouchers: 1)
  }

  package func purse(of user: Int) throws -> Purse {
    let id = "(SELECT id FROM identity_users WHERE external_id = 'user-\(user)')"
    return Purse(
      coins: try subject.count("SELECT posted - held FROM coins_accounts WHERE kind = 1 AND owner = \(id)"),
      vouchers: try subject.count(
        """
        SELECT count(*) FROM rewards_redeemed_vouchers AS v
        JOIN rewards_redemptions AS r ON r.redemption = v.redemption WHERE r.user = \(id)
        """))
  }

  /// The ledger is whole, and redemptions, coins, pieces and vouchers agree.
  package func verify() throws {
    try subject.verify()
    try subject.run("db", "check")
  }
}
