# Completion of qix for bash; printed by 'qix completions bash'.

_qix_child() {
  reply=
  case "$1/$2" in
    'qix/coins') reply='qix coins' ;;
    'qix/wallet') reply='qix wallet' ;;
    'qix/fail') reply='qix fail' ;;
    'qix/help') reply='qix help' ;;
    'qix/completions') reply='qix completions' ;;
    'qix/man') reply='qix man' ;;
    'qix/version') reply='qix version' ;;
    'qix coins/issue') reply='qix coins issue' ;;
    'qix coins/import') reply='qix coins import' ;;
    'qix wallet/show') reply='qix wallet show' ;;
    'qix wallet/list') reply='qix wallet list' ;;
    'qix wallet/rows') reply='qix wallet rows' ;;
  esac
}

_qix_valued() {
  case "$1/$2" in
    *'/--home') return 0 ;;
    *'/--as') return 0 ;;
    *'/--color') return 0 ;;
    *'/--zone') return 0 ;;
    *'/--columns') return 0 ;;
    *'/--sort') return 0 ;;
    'qix coins issue/--to') return 0 ;;
    'qix coins issue/--amount') return 0 ;;
    'qix coins issue/-a') return 0 ;;
    'qix coins issue/--expires') return 0 ;;
    'qix coins issue/--channel') return 0 ;;
    'qix coins issue/--tag') return 0 ;;
    'qix coins issue/--reason') return 0 ;;
    'qix coins import/--limit') return 0 ;;
    'qix coins import/-n') return 0 ;;
    'qix coins import/--reason') return 0 ;;
    'qix wallet list/--since') return 0 ;;
    'qix wallet list/--order') return 0 ;;
    'qix help/--schema') return 0 ;;
    'qix help/--search') return 0 ;;
    'qix man/--output') return 0 ;;
  esac
  return 1
}

_qix_entries() {
  verbs=() flags=()
  case "$1" in
    'qix') verbs=('coins:Issue and move coins' 'wallet:Look into wallets' 'fail:Fail on purpose' 'help:Show help for a command' 'completions:Print a script that completes commands in a shell' 'man:Print manual pages' 'version:Show the version')
      flags=() ;;
    'qix coins') verbs=('issue:Issue coins to a user' 'import:Read a batch')
      flags=() ;;
    'qix coins issue') verbs=()
      flags=('--to:Whose wallet' '--amount:How many' '--expires:How long they live' '--channel:Where from' '--tag:A word to find it by' '--dry-run:Show what would happen, and change nothing' '--reason:Why; kept in the audit log') ;;
    'qix coins import') verbs=()
      flags=('--keep-going:Go on after a bad line' '--limit:At most so many lines' '--dry-run:Show what would happen, and change nothing' '--reason:Why; kept in the audit log') ;;
    'qix wallet') verbs=('show:Show a wallet' 'list:List wallets' 'rows:List three wallets')
      flags=() ;;
    'qix wallet show') verbs=()
      flags=() ;;
    'qix wallet list') verbs=()
      flags=('--since:From this day on' '--order:Sort by it'\''s $key') ;;
    'qix wallet rows') verbs=()
      flags=() ;;
    'qix fail') verbs=()
      flags=() ;;
    'qix help') verbs=()
      flags=('--schema:Print the JSON Schema of an answer, such as wallet.show or wallet.show/1' '--search:Look for words in commands, options and guides') ;;
    'qix completions') verbs=()
      flags=() ;;
    'qix man') verbs=()
      flags=('--output:Write the pages of the command and all beneath it into this folder') ;;
    'qix version') verbs=()
      flags=() ;;
  esac
  flags+=('--help:Show help for the program, a group or a command' '--version:Show the version' '--home:Folder of the data (environment: QIX_HOME)' '--as:Act with the token in this file (environment: QIX_AS)' '--json:Print data, and errors, as JSON' '--tsv:Print data as tab-separated lines, undecorated' '--plain:The same as --tsv' '--csv:Print data as comma-separated lines, for spreadsheets' '--quiet:Print only the result, no notes' '--yes:Answer yes to questions' '--no-input:Never ask; fail if a question would be needed' '--color:Colour: auto, always or never' '--no-pager:Don'\''t show long output in a pager' '--zone:Read and show times in this zone, such as Europe/Rome (else: `setting`, then TZ)' '--wide:Print whole tables, however wide' '--columns:Only these columns of tables, in this order: at,amount,balance' '--sort:Sort tables by these columns; -COLUMN sorts descending' '--read-only:Open the data for reading only')
}

_qix_value() {
  kind=none choices=()
  case "$1/$2" in
    *'/--home') kind=directory ;;
    *'/--as') kind=file ;;
    *'/--color') kind=choices choices=('auto' 'always' 'never') ;;
    *'/--zone') kind=none ;;
    *'/--columns') kind=none ;;
    *'/--sort') kind=none ;;
    'qix coins issue/--to') kind=none ;;
    'qix coins issue/--amount') kind=none ;;
    'qix coins issue/-a') kind=none ;;
    'qix coins issue/--expires') kind=none ;;
    'qix coins issue/--channel') kind=choices choices=('app' 'web' 'partner') ;;
    'qix coins issue/--tag') kind=none ;;
    'qix coins issue/--reason') kind=none ;;
    'qix coins import/--limit') kind=none ;;
    'qix coins import/-n') kind=none ;;
    'qix coins import/--reason') kind=none ;;
    'qix coins import/'0) kind=file ;;
    'qix wallet show/'0) kind=none ;;
    'qix wallet list/--since') kind=none ;;
    'qix wallet list/--order') kind=choices choices=('name' 'balance' 'age: old $HOME') ;;
    'qix wallet list/'[0-9]*) kind=none ;;
    'qix fail/'0) kind=none ;;
    'qix help/--schema') kind=none ;;
    'qix help/--search') kind=none ;;
    'qix help/'[0-9]*) kind=command ;;
    'qix completions/'0) kind=choices choices=('bash' 'zsh' 'fish') ;;
    'qix man/--output') kind=directory ;;
    'qix man/'[0-9]*) kind=command ;;
  esac
}

# Offers the words that begin with what is typed; $1 is put before each.
_qix_offer() {
  local prefix=$1 word
  shift
  for word in "$@"; do
    if [[ "$word" == "$cur"* ]]; then COMPREPLY+=("$prefix$(printf '%q' "$word")"); fi
  done
}

_qix() {
  local cur=${COMP_WORDS[COMP_CWORD]} place='qix' topic='qix'
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
      if [[ $word != *=* ]] && _qix_valued "$place" "$word"; then option=$word; fi
    else
      _qix_child "$place" "$word"
      if [[ -n $reply ]]; then
        place=$reply
      else
        count=$((count + 1))
        _qix_child "$topic" "$word"
        if [[ -n $reply ]]; then topic=$reply; fi
      fi
    fi
  done

  if [[ $cur == '=' ]]; then cur=; fi
  if [[ -z $option && -z $ended && $cur == --*=* ]]; then
    option=${cur%%=*} prefix=${cur%%=*}= cur=${cur#*=}
  fi
  if [[ -n $option ]]; then
    _qix_value "$place" "$option"
  elif [[ -z $ended && $cur == -* ]]; then
    _qix_entries "$place"
    _qix_offer '' "${flags[@]%%:*}"
    return
  else
    _qix_entries "$place"
    _qix_offer '' "${verbs[@]%%:*}"
    _qix_value "$place" "$count"
  fi

  case $kind in
    choices) _qix_offer "$prefix" "${choices[@]}" ;;
    command)
      _qix_entries "$topic"
      _qix_offer "$prefix" "${verbs[@]%%:*}"
      ;;
    file | directory)
      compopt -o filenames 2>/dev/null
      local action=-f
      if [[ $kind == directory ]]; then action=-d; fi
      while IFS= read -r word; do COMPREPLY+=("$prefix$word"); done < <(compgen $action -- "$cur")
      ;;
  esac
}

complete -F _qix qix
