package import QixCommands
package import QixCrypto

extension Terminal {
  package func ask(_ input: SecretInput, _ prompt: String) throws -> SecretBytes {
    guard !globals.noInput else { throw SecretError.missing(name: input.name, noInput: true) }
    // Earlier output stands before the question.
    try? streams.output.flush()
    guard let secret = try streams.person.ask(prompt, for: input.name) else {
      throw SecretError.missing(name: input.name, noInput: false)
    }
    guard secret.count > 0 else { throw SecretError.empty(name: input.name) }
    guard secret.count <= input.limit else { throw SecretError.tooLong(name: input.name, limit: input.limit) }
    return secret
  }
}
