import QixCrypto
import QixKernel
import QixTesting
import Testing

@testable import Vault

/// What opens a vault, and what doesn't.
@Suite struct SlotTests {
  let random = SeededRandomSource()

  private func header(generation: Int64 = 1) throws -> (Header, [UInt8]) {
    let vault = VaultID(high: 1, low: 2)
    let master = SecretBytes.random(count: 32, from: random)
    let secret = SecretBytes.random(count: 32, from: random)
    let time = Timestamp(microseconds: 1)
    var header = Header(
      vault: vault, generation: generation,
      commitment: KeyWrap.commitment(to: master, vault: vault, generation: generation), created: time, rotated: time,
      slots: [])
    let recipient = X25519.publicKey(of: Slot.privateKey(from: secret))
    let slot = Slot(
      number: 1, kind: .keyFile, cost: Argon2id.Cost(passes: 0, memory: 0), salt: [], recipient: recipient,
      created: time, box: [])
    header.slots = [try slot.holding(master, of: header, random: random)]
    return (header, secret.withUnsafeBytes { Array($0) })
  }

  @Test func aKeyOpensItsSlot() throws {
    let (header, key) = try header()
    #expect(try header.unlock(.key(SecretBytes(copying: key)), random: random).vault == header.vault)
  }
}
