import QixKernel
import Testing

@Suite struct CountingTests {
  @Test(arguments: [(0, "0 users"), (1, "1 user"), (2, "2 users"), (-1, "-1 users"), (21, "21 users")])
  func onlyOneIsSingular(_ count: Int, _ text: String) {
    #expect(count.counted("user") == text)
    #expect(Int64(count).counted("user") == text)
  }

  @Test func unusualPluralsAreGiven() {
    #expect(1.counted("entry", "entries") == "1 entry")
    #expect(3.counted("entry", "entries") == "3 entries")
    #expect(1.counted("line was", "lines were") == "1 line was")
  }
}
