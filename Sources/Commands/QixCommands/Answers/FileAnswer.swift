/// A file as the answer, such as a picture: HTTP answers its bytes under its type, a terminal hands them on.
package struct FileAnswer: Answer {
  package let type: FileType
  /// Its name where a browser saves it: letters, digits, `-`, `_` and `.`.
  package let name: String
  package let bytes: [UInt8]

  package init(_ type: FileType, name: String, _ bytes: [UInt8]) {
    (self.type, self.name, self.bytes) = (type, name, bytes)
  }

  package var failure: (any Error)? { nil }
  package mutating func tell(isDryRun: Bool) {}

  package func check(_ shape: AnswerShape) throws {
    guard shape.file == type else {
      throw UndeclaredAnswer(description: "undeclared answer: a file of type \(type.rawValue)")
    }
  }

  package func emit(to face: any Face) throws {
    try face.output.begin(type, name: name)
    try face.write(bytes: bytes)
  }
}

/// The types of files that commands answer.
package enum FileType: String, Sendable {
  case png = "image/png"
}
