internal import QixCommands

/// A completion script for bash 3.2 and later.
enum BashCompletion {
  static func script(for tree: CommandTree) -> String {
    let name = ShellTables.function(tree)
    return """
      # Completion of \(tree.program) for bash; printed by '\(tree.program) completions bash'.

      \(ShellTables.text(for: tree))
      # Offers the words that begin with what is typed; $1 is put before each.
      _\(name)_offer() {
        local prefix=$1 word
        shift
        for word in "$@"; do
          if [[ "$word" == "$cur"* ]]; then COMPREPLY+=("$prefix$(printf '%q' "$word")"); fi
        done
      }

      _\(name)() {
        local cur=${COMP_WORDS[COMP_CWORD]} place=\(ShellTables.quote(tree.program)) topic=\
      \(ShellTables.quote(tree.program))
        local option= prefix= ended= count=0 kind= reply= word i
        local verbs flags choices
        COMPREPLY=()

        # Follow the words before this one. bash makes a word of '=' (COMP_WORDBREAKS).
        for (( i = 1; i < COMP_CWORD; i++ )); do
          word=${COMP_WORDS[i]}
          if [[ -n $option ]]; then
            if [[ $word != '=' ]]; then option=; fi
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

        if [[ $cur == '=' ]]; then cur=; fi
        if [[ -z $option && -z $ended && $cur == --*=* ]]; then
          option=${cur%%=*} prefix=${cur%%=*}= cur=${cur#*=}
        fi
        if [[ -n $option ]]; then
          _\(name)_value "$place" "$option"
        elif [[ -z $ended && $cur == -* ]]; then
          _\(name)_entries "$place"
          _\(name)_offer '' "${flags[@]%%:*}"
          return
        else
          _\(name)_entries "$place"
          _\(name)_offer '' "${verbs[@]%%:*}"
          _\(name)_value "$place" "$count"
        fi

        case $kind in
          choices) _\(name)_offer "$prefix" "${choices[@]}" ;;
          command)
            _\(name)_entries "$topic"
            _\(name)_offer "$prefix" "${verbs[@]%%:*}"
            ;;
          file | directory)
            compopt -o filenames 2>/dev/null
            local action=-f
            if [[ $kind == directory ]]; then action=-d; fi
            while IFS= read -r word; do COMPREPLY+=("$prefix$word"); done < <(compgen $action -- "$cur")
            ;;
        esac
      }

      complete -F _\(name) \(tree.program)

      """
  }
}
