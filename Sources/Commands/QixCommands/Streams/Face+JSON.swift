package import QixFormats
package import QixKernel

extension Face {
  /// The value that a file of JSON holds, and where each part of it stands; `-` is standard input.
  ///
  /// A byte order mark in front, which editors on Windows write, is passed over (RFC 8259 §8.1).
  /// - Parameters:
  ///   - limit: bytes.
  ///   - option: what the caller has named the file by. What it holds is kept, and can be looked at.
  /// - Throws: `InputError`, `JSONFileError`, `ContentWithheld`.
  package func json(
    from path: String, limit: Int, option: String = "--file"
  ) throws -> (value: JSONValue, places: JSONPlaces) {
    let input = try keptInput(from: path, option: option)
    let bytes = JSONValue.withoutMark(try input.readToEnd(limit: limit))
    do throws(JSONError) {
      return try JSONValue.parsingPlaces(Array(bytes))
    } catch {
      throw JSONFileError(file: input.name, cause: error, isEmpty: bytes.allSatisfy { " \t\r\n".utf8.contains($0) })
    }
  }
}

/// Why a file is no JSON, and where.
package struct JSONFileError: Placed, Equatable {
  let file: String
  let cause: JSONError
  let isEmpty: Bool

  package init(file: String, cause: JSONError, isEmpty: Bool = false) {
    (self.file, self.cause, self.isEmpty) = (file, cause, isEmpty)
  }

  package var category: ErrorCategory { cause.category }
  package var code: String { cause.code }

  package var place: String { "\(file), line \(cause.line), column \(cause.column)" }

  package var sentence: Sentence {
    isEmpty
      ? "\(file) is empty"
      : "\(file) is not JSON: line \(cause.line), column \(cause.column): \(cause.problem.description)"
  }

  package var hint: Sentence? { isEmpty ? "Look whether it is the file that was meant." : cause.hint }
}
