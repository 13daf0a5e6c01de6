import QixStorage
import QixTerminal
import QixTesting
import Testing

@Suite struct FaultyDiskTests {
  @Test func countsAndFails() throws {
    try TestHome.initialised { home in
      var home = home
      let disk = FaultyDisk()
      home.engine = disk.engine
      disk.heal()
      #expect(try home.qix("user create --external-id ada").exitCode == 0)
      #expect(disk.writes > 0)
      #expect(disk.syncs > 0)
      disk.fail(.full, at: 1)
      let refused = try home.qix("user create --external-id bob")
      #expect(disk.failures == 1)
      #expect(refused.exitCode == 1)
      print(refused)
    }
  }
}
