package import QixKernel

/// Why a batch can't be read on, and where: file, line and column, never the values themselves.
package struct RecordError: Placed, Equatable {
  /// The name of the input: `grants.csv` or `standard input`.
  package let file: String
  /// The line of the file, from 1; nil when the fault concerns the file as a whole.
  package let line: Int?
  /// The character within that line, from 1.
  package let column: Int?
  package let problem: Problem
  /// A line of JSON Lines as this input should have them; nil where none was given.
  package var example: String?

  package enum Problem: Equatable, Sendable {
    case unreadable(reason: String)
    case empty
    /// A spreadsheet's own file, or another archive, in place of text.
    case archive
    /// A list of objects in brackets, which is one JSON text and not a line for each.
    case jsonArray
    case invalidUTF8
    /// - Parameter isOffered: whether `--encoding` can say so.
    case windows1252(isOffered: Bool)
    case invalidUTF16
    case invalidWindows1252
    /// It is UTF-8, and `--encoding` says otherwise.
    case alreadyUTF8
    case zeroByte
    case tooLong
    case tooManyColumns
    case emptyColumnName(position: Int)
    case duplicateColumn(name: String, first: Int, second: Int)
    /// A header that the caller has said what it means, and that isn't there.
    case noHeader(String)
    case fieldCount(found: Int, expected: Int)
    case unclosedQuote
    case textAfterQuote
    case blankBeforeQuote
    case notAnObject
    case duplicateKey
    case json(JSONError.Problem)
  }

  /// Whether nothing behind the fault can be trusted: the next call of `next()` throws the same error again. Else it
  /// goes on with the record that follows.
  package var endsReading: Bool {
    switch problem {
    case .fieldCount, .notAnObject, .duplicateKey, .json: false
    default: true
    }
  }

  package var category: ErrorCategory {
    if case .unreadable = problem { .failed } else { .usage }
  }
}

extension RecordError {
  package var code: String {
    switch problem {
    case .unreadable: "records.unreadable"
    case .empty: "records.empty"
    case .archive, .invalidUTF8, .windows1252, .invalidUTF16, .invalidWindows1252, .alreadyUTF8, .zeroByte:
      "records.encoding"
    case .tooLong, .tooManyColumns: "records.too-long"
    case .emptyColumnName, .duplicateColumn, .noHeader: "records.header"
    case .fieldCount: "records.field-count"
    case .unclosedQuote, .textAfterQuote, .blankBeforeQuote: "records.quote"
    case .jsonArray, .notAnObject, .duplicateKey, .json: "records.json"
    }
  }

  package var place: String {
    var place = file
    if let line { place += ", line \(line)" }
    if let column { place += ", column \(column)" }
    return place
  }

  package var sentence: Sentence { "\(place): \(words)" }

  private var words: Sentence {
    switch problem {
    case .unreadable(let reason): "reading failed: \(reason)"
    case .empty: "the file is empty, without a header line"
    case .archive: "this is not text but an archive, such as a spreadsheet file (.xlsx, .ods)"
    case .jsonArray: "this is one JSON list in brackets; JSON Lines are needed, with one object per line"
    case .invalidUTF8: "this byte is not UTF-8 text"
    case .windows1252: "this byte is not UTF-8 text; the file reads like Windows-1252"
    case .invalidWindows1252: "this byte has no meaning in Windows-1252"
    case .alreadyUTF8: "this is UTF-8 text, not Windows-1252"
    case .invalidUTF16: "this is half a character of UTF-16 text"
    case .zeroByte: "there is a zero byte, which text can't contain"
    case .tooLong: "the record that starts here is longer than \(RecordWindow.longestRecord) bytes"
    case .tooManyColumns: "there are more than \(RecordReader.mostColumns) columns"
    case .emptyColumnName(let position): "column \(position) of the header has no name"
    case .duplicateColumn(let name, let first, let second):
      "the header names '\(name)' twice, in columns \(first) and \(second)"
    case .noHeader(let name): "--map: there is no header '\(name)'"
    case .fieldCount(let found, let expected):
      "the line has \(found, "field") but the header has \(expected)"
    case .unclosedQuote: "the quote that opens here is never closed"
    case .textAfterQuote: "there is text between a closing quote and the next delimiter"
    case .blankBeforeQuote: "there are blanks between the delimiter and an opening quote"
    case .notAnObject: "the line is not a JSON object"
    case .duplicateKey: "the object already has this key"
    case .json(let problem): "\(problem.description)"
    }
  }

  private static let saving: Sentence =
    "save it again as UTF-8: in Excel 'CSV UTF-8 (Comma delimited)', in LibreOffice character set 'Unicode (UTF-8)'; "
    + "or convert it: iconv -f WINDOWS-1252 -t UTF-8."

  package var hint: Sentence? {
    switch problem {
    case .unreadable: "Check that the file exists and is readable, and run the command again."
    case .empty: "Check that the export was complete. The first line must name the columns."
    case .archive: "Save the sheet as CSV: in Excel 'CSV UTF-8 (Comma delimited)', in LibreOffice 'Text CSV'."
    case .jsonArray: "Write each object of the list on its own line, for example with `jq -c '.[]'`."
    case .invalidUTF8: Self.saving.asSentence
    case .windows1252(let isOffered):
      // Of the code pages of Central Europe most bytes read like it, too.
      isOffered
        ? "Give --encoding windows-1252 if it comes from Western Europe; else " + Self.saving : Self.saving.asSentence
    case .invalidWindows1252: "Leave out --encoding, or save the file again as UTF-8."
    case .alreadyUTF8: "Leave out --encoding."
    case .invalidUTF16: "Export it again, as UTF-8 if possible."
    case .zeroByte: "It may be UTF-16 without a byte order mark, or not text. Save it again as CSV in UTF-8."
    case .tooLong: "Look for a quote that is not closed, or for a file without line breaks."
    case .tooManyColumns: "Keep only the necessary columns."
    case .emptyColumnName: "Give the column a name, or delete it."
    case .duplicateColumn:
      "Rename or delete one of the two. Case, spaces, underscores and hyphens don't count."
    case .noHeader: "Look at the first line of the file."
    case .fieldCount(let found, let expected):
      found > expected
        ? "Put values that contain the delimiter into double quotes."
        : "Add the missing delimiters. An empty value needs its delimiter too."
    case .unclosedQuote:
      "Close the quote. If the quote is part of the value, write it twice. No later line can be read."
    case .textAfterQuote: "If a quote is part of the value, write it twice: \"she said \"\"yes\"\"\"."
    case .blankBeforeQuote: "Delete the blanks."
    case .notAnObject: "Each line must be one object, in braces, such as \(example ?? "{\"name\":\"value\"}")."
    case .duplicateKey: "Delete one of the two."
    case .json: "Each line must be one complete JSON object (RFC 8259)."
    }
  }
}
