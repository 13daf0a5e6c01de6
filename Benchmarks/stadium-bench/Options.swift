import Glibc

/// Command and options of the line that started the program.
struct Options: Sendable {
  let command: String
  private let words: [String]

  init(_ line: [String]) {
    command = line.count > 1 ? line[1] : "help"
    words = Array(line.dropFirst(2))
  }

  func text(_ name: String, _ fallback: String = "") -> String {
    guard let at = words.firstIndex(of: "--" + name), at + 1 < words.count else { return fallback }
    return words[at + 1]
  }

  func number(_ name: String, _ fallback: Double) -> Double { Double(text(name)) ?? fallback }

  func names(_ name: String, _ fallback: String) -> [String] {
    text(name, fallback).split(separator: ",").map(String.init)
  }
}

/// Seconds of processor time used so far.
func processorSeconds() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
}

/// A number with so many decimal places.
func text(_ value: Double, _ places: Int = 2) -> String {
  let whole = (abs(value) * pow(10, Double(places))).rounded()
  guard whole.isFinite, whole < 1e15 else { return "-" }
  let digits = String(Int(whole))
  let padded = String(repeating: "0", count: max(0, places + 1 - digits.count)) + digits
  let sign = value < 0 && whole > 0 ? "-" : ""
  return places == 0 ? sign + padded : sign + padded.dropLast(places) + "." + padded.suffix(places)
}
