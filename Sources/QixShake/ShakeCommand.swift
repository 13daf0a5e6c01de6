/// A command that makes one shake of what it was given, and answers with what came of it. A server hands its shakes in,
/// so that no thread waits for each.
///
/// It fits a type whose evidence is in the options: looking at a picture takes a thread of its own, and so does an answer
/// that reads the database. Such a command calls `context.shake`, whose shakes are committed with the same others.
package protocol ShakeCommand: DeferringCommand where Output == Document {
  /// The shake that was asked for; may be asked twice.
  func request(in context: Context) throws -> ShakeRequest
  /// The page of an answer, which is durable by now. Runs on the thread that has written it, and reads no database.
  func document(of answer: ShakeAnswer, in context: Context) throws -> Document
}

extension ShakeCommand {
  package func run(in context: Context) throws -> Document {
    try document(of: context.shake(request(in: context)), in: context)
  }

  package func begin(
    in context: Context, done: @escaping @Sendable (Result<Document, any Error>) -> Void
  ) throws -> Bool {
    try context.submit(request(in: context)) { answer in
      done(Result { try document(of: answer.get(), in: context) })
    }
  }
}
