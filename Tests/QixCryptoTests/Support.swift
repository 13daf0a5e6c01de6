import QixCrypto
import QixKernel

/// Bytes of hexadecimal digits; a typing mistake stops the test.
func bytes(_ digits: String) -> [UInt8] {
  guard let bytes = Hexadecimal.decode(digits) else { fatalError("\(digits) is not hexadecimal") }
  return bytes
}

func secret(_ digits: String) -> SecretBytes { SecretBytes(copying: bytes(digits)) }
func secret(text: String) -> SecretBytes { SecretBytes(copying: Array(text.utf8)) }

func hex(_ secret: borrowing SecretBytes) -> String { secret.withUnsafeBytes { Hexadecimal.encode($0) } }
func hex(_ secret: consuming SecretBytes?) -> String? {
  guard let secret else { return nil }
  return secret.withUnsafeBytes { Hexadecimal.encode($0) }
}
func hex(_ bytes: [UInt8]) -> String { Hexadecimal.encode(bytes) }

/// Randomness that is known beforehand: the nonce of a vector.
struct FixedRandomSource: RandomSource {
  let bytes: [UInt8]

  func fill(_ target: UnsafeMutableRawBufferPointer) {
    precondition(target.count == bytes.count)
    target.copyBytes(from: bytes)
  }
}
