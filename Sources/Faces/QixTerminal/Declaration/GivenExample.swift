package import QixCommands
package import QixKernel

/// What an example of a command gives, parameter by parameter, as texts of the command line.
package struct GivenExample: Sendable {
  package let explanation: Sentence
  /// In their order; a flag has no text.
  package let values: [(form: ParameterForm, text: String)]
}

extension CommandTree.Place {
  /// The command's examples that are a line of it, without the options that all commands have.
  package var givenExamples: [GivenExample] {
    guard case .command(let type) = node else { return [] }
    let forms = type.forms
    return type.declaration.examples.compactMap { example in
      guard let words = ShellWords.firstCommand(of: example.line, named: path[0]), words.starts(with: path.dropFirst())
      else { return nil }
      var scanner = ArgumentScanner(Array(words.dropFirst(path.count - 1)), help: text)
      var places = forms.filter { $0.kind == .positional }[...]
      var values: [(form: ParameterForm, text: String)] = []
      do throws(UsageError) {
        while let token = try scanner.next(forms + GlobalParameters.all) {
          switch token {
          case .flag(let form): values.append((form, ""))
          case .option(let form, let text): values.append((form, text))
          case .word(let text):
            guard let form = places.first else { return nil }
            if !form.isRepeated { places.removeFirst() }
            values.append((form, text))
          }
        }
      } catch {
        return nil
      }
      return GivenExample(
        explanation: example.explanation,
        values: values.filter { given in forms.contains { $0.label == given.form.label } })
    }
  }
}
