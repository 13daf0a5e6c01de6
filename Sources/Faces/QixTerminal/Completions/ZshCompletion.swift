internal import QixCommands

/// A completion script for zsh 5, to be found in `$fpath` or sourced.
enum ZshCompletion {
  static func script(for tree: CommandTree) -> String {
    let name = ShellTables.function(tree)
    return """
      #compdef \(tree.program)
      # Completion of \(tree.program) for zsh; printed by '\(tree.program) completions zsh'.

      \(ShellTables.text(for: tree))
      _\(name)() {
        local place=\(ShellTables.quote(tree.program)) topic=\(ShellTables.quote(tree.program))
        local option= ended= count=0 kind= reply= word i current=$words[CURRENT]
        local -a verbs flags choices

        for (( i = 2; i < CURRENT; i++ )); do
          word=$words[i]
          if [[ -n $option ]]; then
            option=
          elif [[ -z $ended && $word == -- ]]; then
            ended=1
          elif [[ -z $ended && $word == -?* ]]; then
            if [[ $word != *=* ]] && _\(name)_valued "$place" "$word"; then option=$word; fi
          else
            _\(name)_child "$place" "$word"
            if [[ -n $reply ]]; then
              place=$reply
            else
              count=$((count + 1))
              _\(name)_child "$topic" "$word"
              if [[ -n $reply ]]; then topic=$reply; fi
            fi
          fi
        done

        if [[ -z $option && -z $ended && $current == --*=* ]]; then
          option=${current%%=*}
          compset -P '*='
        fi
        if [[ -n $option ]]; then
          _\(name)_value "$place" "$option"
        elif [[ -z $ended && $current == -* ]]; then
          _\(name)_entries "$place"
          _describe -o option flags
          return
        else
          _\(name)_entries "$place"
          if (( $#verbs )); then
            _describe command verbs
            return
          fi
          _\(name)_value "$place" "$count"
        fi

        case $kind in
          choices) compadd -- "${choices[@]}" ;;
          command)
            _\(name)_entries "$topic"
            _describe command verbs
            ;;
          file) _files ;;
          directory) _files -/ ;;
        esac
      }

      # Called by the completion system when it was found in $fpath, registered when it was sourced.
      if [[ $funcstack[1] == _\(name) ]]; then
        _\(name) "$@"
      else
        compdef _\(name) \(tree.program)
      fi

      """
  }
}
