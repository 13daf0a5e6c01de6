import QixKernel
import QixTesting
import Synchronization
import Testing

@testable import Vouchers

/// Codes that nobody can guess, and that say when they were read wrongly.
@Suite struct CodeTests {
  private static let symbols = CodeAlphabet.symbols

  private static func code(_ text: String) throws -> VoucherCode {
    let bytes = Array(text.utf8)
    return try #require(bytes.withUnsafeBytes { VoucherCode(typed: $0) })
  }

  @Test func noSymbolIsTakenForAnother() {
    #expect(Self.symbols.count == 29 && Set(Self.symbols).count == 29)
    #expect(Set("OILZSBU".utf8).isDisjoint(with: Self.symbols))
    for (alike, symbol) in zip("OILZSBU".utf8, "011258V".utf8) { #expect(CodeAlphabet.symbol(alike) == symbol) }
    for symbol in Self.symbols { #expect(CodeAlphabet.symbol(symbol) == symbol) }
    #expect(Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789".utf8).allSatisfy { CodeAlphabet.symbol($0) != nil })
    #expect(Array("!-_ aé".utf8).allSatisfy { CodeAlphabet.symbol($0) == nil })
  }

  /// Whatever people put around and between, and what scanners put in front, the code is found; and a brand's code that has
  /// such signs in it comes first.
  @Test(arguments: [
    "7KQM.3XPA.9TRD.WF24", "7KQM_3XPA_9TRD_WF24", "\"7KQM-3XPA-9TRD-WF24\"", "'7KQM3XPA9TRDWF24'",
    "“7KQM 3XPA 9TRD WF24”",
    "«7kqm-3xpa-9trd-wf24»", "]C07KQM3XPA9TRDWF24", "]Q17KQM-3XPA-9TRD-WF24",
  ])
  func signsAroundAndBetweenMeanNothing(_ text: String) throws {
    let tidy = try TypedCode.tidy(text)
    let code = try #require(tidy.withUnsafeBytes { VoucherCode(typed: $0) })
    #expect(code.readings.contains(try Self.code("7KQM3XPA9TRDWF24")), "\(code.readings.map(\.plain))")
    #expect(code.readings.first == code)
  }

  @Test(arguments: ["....", "]C1", "\"_\"", "A.B"])
  func whatIsNothingButSignsStandsForNoOther(_ text: String) throws {
    let code = Array(text.utf8).withUnsafeBytes { VoucherCode(typed: $0) }
    #expect(code.map { $0.readings.allSatisfy { $0.bytes.count >= 4 } } ?? true)
  }

  /// The sum is linear, so what one code shows of a place and two symbols holds for all.
  @Test func theCheckSymbolFindsEverySubstitutionSwapAndTwin() {
    let seed = Seed(for: "check symbol")
    var random = RandomPool(SeededRandomSource(seed: seed.value))
    let base = CodeRecipe.symbols.make(&random).bytes
    #expect(CodeAlphabet.isConsistent(base))
    var unseen = 0
    for place in base.indices {
      for symbol in Self.symbols where symbol != base[place] {
        var wrong = base
        wrong[place] = symbol
        if CodeAlphabet.isConsistent(wrong) { unseen += 1 }
      }
    }
    // Two symbols, wherever they stand; every pair of symbols in these places.
    for first in 0..<15 {
      for second in first + 1..<15 {
        for a in Self.symbols {
          for b in Self.symbols where a != b {
            var right = base
            (right[first], right[second]) = (a, b)
            right[15] = CodeAlphabet.check(of: right.dropLast())
            right.swapAt(first, second)
            if CodeAlphabet.isConsistent(right) { unseen += 1 }
          }
        }
      }
    }
    // The check symbol with any other.
    for place in 0..<15 where base[place] != base[15] {
      var wrong = base
      wrong.swapAt(place, 15)
      if CodeAlphabet.isConsistent(wrong) { unseen += 1 }
    }
    // AA for CC, and AxA for CxC.
    for distance in 1...2 {
      for first in 0..<15 - distance {
        for a in Self.symbols {
          for b in Self.symbols where a != b {
            var right = base
            (right[first], right[first + distance]) = (a, a)
            right[15] = CodeAlphabet.check(of: right.dropLast())
            (right[first], right[first + distance]) = (b, b)
            if CodeAlphabet.isConsistent(right) { unseen += 1 }
          }
        }
      }
    }
    #expect(unseen == 0, "\(seed)")
  }

  @Test func aCodeIsReadAsPeopleTypeIt() throws {
    let bytes = Array("0125".utf8) + Array("8V7KQMXPA9T".utf8)
    let right = VoucherCode(unchecked: bytes + [CodeAlphabet.check(of: bytes)])
    let last = String(decoding: right.bytes.suffix(4), as: UTF8.self)
    #expect(right.grouped == "0125-8V7K-QMXP-\(last)")
    for typed in [
      right.grouped, right.plain, right.grouped.lowercased(), " \(right.grouped) ", "OIZS BU7K-qmxp \(last)",
      "ol25 8u7k qmxp-\(last)",
    ] {
      #expect(try Self.code(typed).ofThisHouse == right, "\(typed)")
    }
    #expect(try Self.code("0125-8V7K-QMXP-\(last.dropLast())").ofThisHouse == nil)
    let wrong = try Self.code("1025-8V7K-QMXP-\(last)")
    #expect(wrong.ofThisHouse == nil && wrong.isMistyped)
    #expect(try !Self.code("brand/1234").isMistyped)
    for none in ["", "-- -", "abc", String(repeating: "A", count: 65), "code\u{7}", "cödé-1234"] {
      #expect(Array(none.utf8).withUnsafeBytes { VoucherCode(typed: $0) } == nil)
    }
  }

  /// 29, 30 and 31 of the five bits are drawn again, or symbols at one end would come more often.
  @Test func eachSymbolHasTheSameChance() {
    final class Counting: RandomSource {
      private let next = Mutex<UInt8>(0)

      func fill(_ bytes: UnsafeMutableRawBufferPointer) {
        next.withLock { next in
          for index in bytes.indices {
            bytes[index] = next
            next &+= 1
          }
        }
      }
    }
    var random = RandomPool(Counting())
    var seen = [UInt8: Int]()
    for _ in 0..<29 * 8 * 7 { seen[random.next(below: 29), default: 0] += 1 }
    #expect(Set(seen.keys) == Set(0..<29))
    #expect(seen.values.allSatisfy { (55...57).contains($0) })
  }

  @Test func numbersForScannersEndInGS1sCheckDigit() {
    // The example of GS1's own pages, and a book.
    for valid in ["6291041500213", "4006381333931", "9780306406157"] { #expect(EAN13.isValid(Array(valid.utf8))) }
    for wrong in ["6291041500214", "629104150021", "62910415002133", "629104150021A"] {
      #expect(!EAN13.isValid(Array(wrong.utf8)))
    }
    var random = RandomPool(SeededRandomSource())
    for _ in 0..<100 {
      let code = CodeRecipe.ean13(prefix: "99").make(&random)
      #expect(EAN13.isValid(code.bytes) && code.plain.hasPrefix("99"))
    }
  }
}
