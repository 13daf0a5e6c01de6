import QixCommands
import QixCrypto
import QixKernel
import QixStorage
import QixTerminal
import QixTesting
import Testing
import VaultContract

@testable import Vault

/// What opens a vault, and what doesn't.
@Suite struct SlotTests {
  let random = SeededRandomSource()
  let time = Timestamp(microseconds: 1)

  /// A vault that a key opens.
  private func header(
    vault: VaultID = VaultID(high: 1, low: 2), kind: Slot.Kind = .keyFile,
    key: [UInt8] = [UInt8](repeating: 7, count: 32), commitment: [UInt8]? = nil
  ) throws -> Header {
    let master = SecretBytes.random(count: 32, from: random)
    var header = Header(
      vault: vault, generation: 1,
      commitment: commitment ?? KeyWrap.commitment(to: master, vault: vault, generation: 1), created: time,
      rotated: time, slots: [])
    let new = NewSlot(key: SecretBytes(copying: key), kind: kind)
    header.slots = [try new.slot(1, holding: master, of: header, at: time, random: random)]
    try header.authenticate(under: master)
    return header
  }

  private let key = [UInt8](repeating: 7, count: 32)

  @Test func aKeyOpensItsSlot() throws {
    let header = try header()
    #expect(try header.unlock(.key(SecretBytes(copying: key)), random: random).vault == header.vault)
  }

  @Test func anotherKeyDoesNot() throws {
    let header = try header()
    for other in [[UInt8](repeating: 8, count: 32), Array(key.dropLast()), []] {
      #expect(throws: VaultError.wrongKey("key file")) {
        _ = try header.unlock(.key(SecretBytes(copying: other)), random: random)
      }
    }
  }

  @Test func aSlotOfAnotherVaultIsRefused() throws {
    var own = try header()
    own.slots = try header(vault: VaultID(high: 1, low: 3)).slots
    let mixed = own
    #expect(throws: VaultError.self) { _ = try mixed.unlock(.key(SecretBytes(copying: key)), random: random) }
  }

  /// With the commitment of another master key nothing is opened, whatever the slot holds and whoever has written it.
  @Test func theCommitmentComesFirst() throws {
    let other = try header(commitment: header().commitment)
    #expect(throws: VaultError.damaged("its header doesn't belong to the key in its slot")) {
      _ = try other.unlock(.key(SecretBytes(copying: key)), random: random)
    }
  }

  @Test(arguments: [(1, 64 << 20), (3, 63 << 20), (3, (1 << 30) + 1_024), (17, 64 << 20), (Int(Int32.max), 1 << 40)])
  func parametersOutOfBoundsAreRefusedUntried(_ passes: Int, _ memory: Int) throws {
    let slot = Slot(
      number: 1, kind: .passphrase, cost: Argon2id.Cost(passes: passes, memory: memory),
      salt: [UInt8](repeating: 0, count: 16), recipient: key, created: time, box: [], sealedProofKey: [])
    let start = ContinuousClock.now
    do {
      _ = try slot.secret(from: SecretBytes(copying: key))
      Issue.record("it was tried")
    } catch let error as VaultError {
      #expect(error.category == .damaged)
    }
    #expect(ContinuousClock.now - start < .milliseconds(50))
  }

  @Test func everyPartOfASlotIsBoundToItsBox() throws {
    let header = try header()
    let slot = header.slots[0]
    func altered(number: Int64? = nil, kind: Slot.Kind? = nil, created: Timestamp? = nil, box: [UInt8]? = nil) -> Slot {
      Slot(
        number: number ?? slot.number, kind: kind ?? slot.kind, cost: slot.cost, salt: slot.salt,
        recipient: slot.recipient, created: created ?? slot.created, box: box ?? slot.box,
        sealedProofKey: slot.sealedProofKey, proof: slot.proof)
    }
    var flipped = slot.box
    flipped[0] ^= 1
    var cut = slot.box
    cut.removeLast()
    for slot in [
      altered(number: 2), altered(kind: .credential), altered(created: Timestamp(microseconds: 2)),
      altered(box: flipped), altered(box: cut), altered(box: []), altered(box: [UInt8](repeating: 0, count: 104)),
    ] {
      // The proof aside, the box is bound to it all by itself.
      #expect(throws: VaultError.self) {
        _ = try slot.open(Slot.privateKey(from: SecretBytes(copying: key)), of: header)
      }
      var header = header
      header.slots = [slot]
      let mixed = header
      #expect(throws: VaultError.self) { _ = try mixed.unlock(.key(SecretBytes(copying: key)), random: random) }
    }
  }
}
