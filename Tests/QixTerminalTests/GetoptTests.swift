import Foundation
import Glibc
import QixKernel
import Testing

@testable import QixCommands
@testable import QixTerminal

/// The syntax of options against glibc's getopt_long, on thousands of random command lines.
///
/// Chosen differences, each handled by name below: a long name must be written out (getopt takes any unambiguous
/// beginning), and a single option is given once (getopt doesn't mind).
@Suite(.serialized) struct GetoptTests {
  private static let forms = [
    ParameterForm(.option, "amount", short: "a", .text, placeholder: "", help: { "" }, isRequired: false),
    ParameterForm(option: "am", .text, ""), ParameterForm(option: "to", .text, ""),
    ParameterForm(
      .option, "tag", short: "t", .text, placeholder: "", help: { "" }, isRequired: false, isRepeated: true),
    ParameterForm(flag: "quiet", short: "q", help: ""), ParameterForm(flag: "quick", help: ""),
    ParameterForm(flag: "x", short: "x", help: ""),
  ]

  private static let pieces = [
    "--amount", "--amount=5", "--amount=", "--am", "--am=1", "--amo", "--amo=2", "--a", "--to", "--to=a=b", "--t",
    "--tag", "--tag=x", "-t", "-tx", "-qt", "-qxt=", "-a", "-a5", "-xa", "-qx", "-q", "-x", "-xqz", "-z", "--quiet",
    "--quiet=1", "--quick", "--qui", "--quick=", "--x", "--xy", "--", "-", "word", "", "--=", "---", "=", "a=b", "-=",
  ]

  private enum Event: Equatable { case flag(String), option(String, String), word(String), error }

  @Test func agreesWithGetoptLong() throws {
    let seed = ProcessInfo.processInfo.environment["QIX_SEED"].flatMap(UInt64.init) ?? .random(in: 0...UInt64.max)
    print("QIX_SEED=\(seed)")
    var random = SplitMix(state: seed)
    var compared = 0
    var errors = 0
    for _ in 0..<20_000 {
      let words = (0..<Int.random(in: 0...6, using: &random)).map { _ in Self.pieces.randomElement(using: &random) ?? ""
      }
      let theirs = Self.getopt(words)
      let ours = Self.scan(words)
      #expect(ours == theirs, "\(words), seed \(seed)")
      compared += theirs.count
      errors += theirs.contains(.error) ? 1 : 0
    }
    // The comparison means something only where both kinds occur often.
    #expect(compared > 20_000 && errors > 2_000 && errors < 18_000)
  }

  @Test func aSingleOptionGivenTwiceIsTheChosenDifference() {
    #expect(Self.getopt(["--to", "1", "--to=2"]) == [.option("to", "1"), .option("to", "2")])
    var values = ParsedValues()
    #expect(throws: UsageError.self) {
      try values.add("1", to: Self.forms[2])
      try values.add("2", to: Self.forms[2])
    }
  }

  /// Our events, up to the first error.
  private static func scan(_ words: [String]) -> [Event] {
    var scanner = ArgumentScanner(words, help: "x")
    var events: [Event] = []
    do {
      while let token = try scanner.next(forms) {
        switch token {
        case .flag(let form): events.append(.flag(form.name))
        case .option(let form, let value): events.append(.option(form.name, value))
        case .word(let word): events.append(.word(word))
        }
      }
    } catch {
      events.append(.error)
    }
    return events
  }

  /// getopt_long's events in order (a leading `-` in the short options), up to the first error.
  private static func getopt(_ words: [String]) -> [Event] {
    var names: [UnsafeMutablePointer<CChar>?] = []
    var options = forms.map { form in
      let name = strdup(form.name)
      names.append(name)
      return Oracle.LongOption(name: name, hasArgument: form.kind == .option ? 1 : 0, flag: nil, value: 1_000)
    }
    options.append(Oracle.LongOption(name: nil, hasArgument: 0, flag: nil, value: 0))
    let short =
      "-:" + forms.compactMap { form in form.short.map { "\($0)" + (form.kind == .option ? ":" : "") } }.joined()
    var arguments: [UnsafeMutablePointer<CChar>?] = (["x"] + words).map { strdup($0) } + [nil]
    defer { (names + arguments).forEach { free($0) } }
    let oracle = Oracle()
    // A 0 makes glibc begin anew.
    oracle.index.pointee = 0
    var events: [Event] = []
    while true {
      var form: Int32 = -1
      let result = oracle.getopt(Int32(words.count + 1), &arguments, short, options, &form)
      let index = Int(oracle.index.pointee)
      let value = oracle.argument.pointee.map { String(cString: $0) }
      switch result {
      case -1: return events + words[(index - 1)...].map { .word($0) }
      case 1: events.append(.word(value ?? ""))
      case 1_000:
        let form = forms[Int(form)]
        // A separate value is a word of its own, and getopt's value points at its start.
        let isSeparate = form.kind == .option && oracle.argument.pointee == arguments[index - 1]
        let spelled = words[index - (isSeparate ? 3 : 2)].split(separator: "=", maxSplits: 1).first ?? ""
        // The chosen difference: an abbreviation is an error to us.
        if spelled != "--" + form.name { return events + [.error] }
        events.append(value.map { .option(form.name, $0) } ?? .flag(form.name))
      default:
        let letter = Unicode.Scalar(UInt8(truncatingIfNeeded: result))
        guard let form = forms.first(where: { $0.short == Character(letter) }) else { return events + [.error] }
        events.append(form.kind == .option ? .option(form.name, value ?? "") : .flag(form.name))
      }
    }
  }
}

/// glibc's getopt_long, found by name since Swift's module of glibc leaves getopt.h out.
private struct Oracle {
  /// `struct option` of getopt.h.
  struct LongOption {
    var name: UnsafeMutablePointer<CChar>?
    var hasArgument: Int32
    var flag: UnsafeMutablePointer<Int32>?
    var value: Int32
  }

  typealias Function =
    @convention(c) (
      Int32, UnsafePointer<UnsafeMutablePointer<CChar>?>, UnsafePointer<CChar>, UnsafeRawPointer,
      UnsafeMutablePointer<Int32>
    ) -> Int32

  let getopt: Function
  /// `optind` and `optarg`.
  let index: UnsafeMutablePointer<Int32>
  let argument: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>

  init() {
    func address(_ name: String) -> UnsafeMutableRawPointer {
      guard let address = dlsym(nil, name) else { preconditionFailure("glibc has no \(name)") }
      return address
    }
    getopt = unsafeBitCast(address("getopt_long"), to: Function.self)
    index = address("optind").assumingMemoryBound(to: Int32.self)
    argument = address("optarg").assumingMemoryBound(to: UnsafeMutablePointer<CChar>?.self)
  }
}

/// A small seeded generator (Steele, Lea, Flood, Fast Splittable Pseudorandom Number Generators, 2014).
struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
    return value ^ value >> 31
  }
}
