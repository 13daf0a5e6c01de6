import CoinsContract
import QixKernel
import QixTesting

@testable import Coins

extension Till {
  /// Some hundred movements of a few users over a year, decided by a seed; many happen at one moment.
  func live(_ generator: inout SeededGenerator, steps: Int = 150) throws {
    try openBudget("b")
    try post(.fund(10_000, to: .budget("b")))
    for _ in 0..<steps {
      let user = AccountReference.user(.random(in: 1...3, using: &generator))
      let other = AccountReference.user(.random(in: 4...5, using: &generator))
      let amount = Int64.random(in: 1...40, using: &generator)
      let days = Int64.random(in: 1...200, using: &generator)
      let expires: Expiry? = Bool.random(using: &generator) ? .at(self.days(days)) : nil
      switch Int.random(in: 0...9, using: &generator) {
      case 0, 1, 2: try post(.issue(amount, to: user, expires: expires))
      case 3: try post(.issue(amount, from: .budget("b"), to: other, expires: expires))
      case 4: try attempt(.transfer(amount, from: user, to: other))
      case 5: try attempt(.redeem(amount, from: user))
      case 6: try attempt(.hold(amount, from: other, timesOut: expires))
      case 7:
        if let spent = try attempt(.redeem(amount, from: other)) { try attempt(.reverse(spent, amount: 1)) }
      case 8: try sweep()
      default: home.clock.advance(byMicroseconds: Int64.random(in: 0...6, using: &generator) * Timestamp.day)
      }
    }
  }

  /// Does what can be done, and passes over what can't.
  @discardableResult
  private func attempt(_ operation: CoinsContract.Operation) throws -> TransferID? {
    do {
      return try post(operation).transfer
    } catch is CoinsError {
      return nil
    }
  }
}
