import Testing

@testable import Vault

@Suite struct BucketSetTests {
  @Test(arguments: [[], [0], [255], [63, 64, 127, 128, 191, 192], Array(UInt8.min...UInt8.max)] as [[UInt8]])
  func holdsWhatWasPutIn(_ buckets: [UInt8]) {
    var set = BucketSet()
    for bucket in buckets.reversed() { set.insert(bucket) }
    var found: [UInt8] = []
    set.forEach { found.append($0) }
    #expect(found == buckets)
    #expect((UInt8.min...UInt8.max).filter { set.contains($0) } == buckets)
    set.formUnion(.all)
    #expect((UInt8.min...UInt8.max).allSatisfy { set.contains($0) })
  }
}
