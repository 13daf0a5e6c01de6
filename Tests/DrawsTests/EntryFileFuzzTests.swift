import QixFormats
import QixKernel
import QixTesting
import Testing

@testable import Draws

@Suite("Hostile files of entries") struct EntryFileFuzzTests {
  @Test("A file is refused in words, or each of its lines is an entry")
  func files() {
    let seed = Seed(for: "files of entries")
    let pieces = [
      "user", "key", "tickets", ",", ";", "\t", "\n", "\r\n", "\"", "\"\"", "ada", "1", "0", "-1", "1e3",
      "9223372036854775808", "\u{FEFF}", "\u{0}", "é", "{\"user\":\"ada\",\"key\":\"k\"}", "{", "}", " ",
    ]
    var mangler = Mangler(seed, pieces: pieces)
    let good = [
      "user,tickets,key\nada,2,a-1\nbob,,b-1\n\"cleo, the third\",3,\"c\"\"1\"\n",
      "{\"user\":\"ada\",\"tickets\":\"2\",\"key\":\"a\"}\n{\"user\":\"bob\",\"key\":\"b\"}\n",
    ].map { Array($0.utf8) }
    var taken = 0
    for iteration in 0..<fuzzCount(6_000) {
      let bytes = iteration % 3 == 0 ? mangler.nonsense(20) : mangler.changed(good[iteration % 2])
      do {
        for line in try EntryFile.read(bytes, called: "entries") {
          taken += 1
          #expect((1...RaffleEntries.mostTickets).contains(line.tickets) && !line.user.isEmpty && !line.key.isEmpty)
        }
      } catch let error as any Diagnosable {
        #expect(error.category == .usage && !error.description.isEmpty, "\(seed): \(error)")
      } catch {
        Issue.record("\(seed): \(error)")
      }
    }
    #expect(taken > 0)
  }
}
