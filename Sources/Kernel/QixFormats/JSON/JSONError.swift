package import QixKernel

/// Why bytes are no JSON, and where.
package struct JSONError: Diagnosable, Equatable {
  package let problem: Problem
  /// The line, from 1; ended by line feeds.
  package let line: Int
  /// The character within the line, from 1.
  package let column: Int

  package enum Problem: Equatable, Sendable {
    case endTooEarly
    case expected(String)
    case badLiteral
    case badNumber
    case numberTooLarge
    case controlCharacter
    case badEscape
    case loneSurrogate
    case invalidUTF8
    case tooDeep
    case duplicateKey
    case tooManyKeys
    case textBehind
  }

  package var category: ErrorCategory { .usage }
  package var code: String { "json.malformed" }
  package var sentence: Sentence { "JSON, line \(line), column \(column): \(problem.description)" }

  package var hint: Sentence? {
    switch problem {
    case .numberTooLarge: "Write it as a string, in double quotes."
    case .invalidUTF8: "Save it again as UTF-8."
    case .duplicateKey: "Delete one of the two."
    default: "Check it against RFC 8259: double quotes, no comments, no comma after the last value."
    }
  }
}

extension JSONError.Problem: CustomStringConvertible {
  package var description: String {
    switch self {
    case .endTooEarly: "the text ends in the middle of a value"
    case .expected(let what): "\(what) is expected here"
    case .badLiteral: "this isn't true, false or null"
    case .badNumber: "this is not a JSON number"
    case .numberTooLarge: "the number is too large to keep exactly"
    case .controlCharacter: "a control character in a string must be written as an escape, such as \\n"
    case .badEscape: "JSON has no such escape"
    case .loneSurrogate: "this \\u escape is half a character"
    case .invalidUTF8: "this byte is not UTF-8 text"
    case .tooDeep: "values are nested deeper than \(JSONScanner.deepest) levels"
    case .duplicateKey: "the object already has this key"
    case .tooManyKeys: "there are more than \(RecordReader.mostColumns) different keys up to here"
    case .textBehind: "there is text after the value"
    }
  }
}
