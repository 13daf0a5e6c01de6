internal import QixCommands
internal import QixKernel

/// A completion script for fish 3.1 and later.
enum FishCompletion {
  static func script(for tree: CommandTree) -> String {
    let program = tree.program
    let name = ShellTables.function(tree)
    var lines = [
      "# Completion of \(program) for fish; printed by '\(program) completions fish'.", "", walk(tree, name), "",
      "complete -c \(program) -f",
    ]
    for form in GlobalParameters.all { lines.append(option(form, "complete -c \(program)")) }
    for place in tree.places {
      let here = "complete -c \(program) -n \(quote("__\(name)_at place \(quote(place.text))"))"
      let topic = "complete -c \(program) -n \(quote("__\(name)_at topic \(quote(place.text))"))"
      for child in place.children {
        let entry = " -a \(quote(child.node.name)) -d \(quote(child.node.summary.description))"
        lines.append(here + entry)
        lines.append(topic + entry)
      }
      for form in place.forms {
        if form.kind != .positional {
          lines.append(option(form, here))
        } else if let arguments = arguments(form.completion) {
          lines.append("\(here) \(arguments) -d \(quote(UsageLine.meaning(form)))")
        }
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// A function that follows the words before the cursor, and succeeds when the command reached, or for the commands
  /// that take other commands' words the topic, is the one asked for.
  private static func walk(_ tree: CommandTree, _ name: String) -> String {
    let places = tree.places
    let children = places.flatMap { place in
      place.children.map { "    case \(quote("\(place.text)/\($0.node.name)"))\n      echo \(quote($0.text))" }
    }
    let global = GlobalParameters.all.filter { $0.kind == .option }.map { quote("*/" + $0.label) }
    let valued = places.flatMap { place in
      place.forms.filter { $0.kind == .option }.flatMap { form in
        [quote("\(place.text)/\(form.label)")] + (form.short.map { [quote("\(place.text)/-\($0)")] } ?? [])
      }
    }
    let topics = places.filter { $0.forms.contains { $0.completion == .command } }.map { quote($0.text) }
    return """
      function __\(name)_child
        switch "$argv[1]/$argv[2]"
      \(children.joined(separator: "\n"))
        end
      end

      function __\(name)_at
        set -l place \(quote(tree.program))
        set -l topic \(quote(tree.program))
        set -l skip 0
        set -l ended 0
        set -l words (commandline -opc)
        set -e words[1]
        for word in $words
          if test $skip -eq 1
            set skip 0
          else if test $ended -eq 0; and test "$word" = --
            set ended 1
          else if test $ended -eq 0; and string match -q -- '-*' "$word"; and test "$word" != -
            switch "$place/$word"
              case \((global + valued).joined(separator: " "))
                set skip 1
            end
          else
            set -l child (__\(name)_child "$place" "$word")
            if test -n "$child"
              set place $child
            else
              set child (__\(name)_child "$topic" "$word")
              test -n "$child"; and set topic $child
            end
          end
        end
        if test $argv[1] = topic
          contains -- "$place" \(topics.joined(separator: " ")); and test "$topic" = "$argv[2]"
        else
          test "$place" = "$argv[2]"
        end
      end
      """
  }

  private static func option(_ form: ParameterForm, _ start: String) -> String {
    let short = form.short.map { " -s \($0)" } ?? ""
    let value = form.kind == .option ? " " + (arguments(form.completion).map { "-r \($0)" } ?? "-x") : ""
    return "\(start)\(short) -l \(form.name)\(value) -d \(quote(UsageLine.meaning(form)))"
  }

  /// How fish completes a value; nil for nothing to offer. The list of `-a` is read by fish again, hence two quotes.
  private static func arguments(_ completion: Completion) -> String? {
    switch completion {
    case .none, .command: nil
    case .file: "-F"
    case .directory: "-a '(__fish_complete_directories)'"
    case .choices(let words): "-f -a \(quote(words.map(quote).joined(separator: " ")))"
    }
  }

  /// In fish's single quotes, where a backslash stands before a quote or a backslash.
  private static func quote(_ text: String) -> String {
    var result = "'"
    for scalar in text.unicodeScalars {
      if scalar == "'" || scalar == "\\" { result.unicodeScalars.append("\\") }
      result.unicodeScalars.append(scalar)
    }
    return result + "'"
  }
}
