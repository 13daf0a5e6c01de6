# Completion of qix for fish; printed by 'qix completions fish'.

function __qix_child
  switch "$argv[1]/$argv[2]"
    case 'qix/coins'
      echo 'qix coins'
    case 'qix/wallet'
      echo 'qix wallet'
    case 'qix/fail'
      echo 'qix fail'
    case 'qix/help'
      echo 'qix help'
    case 'qix/completions'
      echo 'qix completions'
    case 'qix/man'
      echo 'qix man'
    case 'qix/version'
      echo 'qix version'
    case 'qix coins/issue'
      echo 'qix coins issue'
    case 'qix coins/import'
      echo 'qix coins import'
    case 'qix wallet/show'
      echo 'qix wallet show'
    case 'qix wallet/list'
      echo 'qix wallet list'
    case 'qix wallet/rows'
      echo 'qix wallet rows'
  end
end

function __qix_at
  set -l place 'qix'
  set -l topic 'qix'
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
        case '*/--home' '*/--as' '*/--color' '*/--zone' '*/--columns' '*/--sort' 'qix coins issue/--to' 'qix coins issue/--amount' 'qix coins issue/-a' 'qix coins issue/--expires' 'qix coins issue/--channel' 'qix coins issue/--tag' 'qix coins issue/--reason' 'qix coins import/--limit' 'qix coins import/-n' 'qix coins import/--reason' 'qix wallet list/--since' 'qix wallet list/--order' 'qix help/--schema' 'qix help/--search' 'qix man/--output'
          set skip 1
      end
    else
      set -l child (__qix_child "$place" "$word")
      if test -n "$child"
        set place $child
      else
        set child (__qix_child "$topic" "$word")
        test -n "$child"; and set topic $child
      end
    end
  end
  if test $argv[1] = topic
    contains -- "$place" 'qix help' 'qix man'; and test "$topic" = "$argv[2]"
  else
    test "$place" = "$argv[2]"
  end
end

complete -c qix -f
complete -c qix -s h -l help -d 'Show help for the program, a group or a command'
complete -c qix -l version -d 'Show the version'
complete -c qix -l home -r -a '(__fish_complete_directories)' -d 'Folder of the data (environment: QIX_HOME)'
complete -c qix -l as -r -F -d 'Act with the token in this file (environment: QIX_AS)'
complete -c qix -l json -d 'Print data, and errors, as JSON'
complete -c qix -l tsv -d 'Print data as tab-separated lines, undecorated'
complete -c qix -l plain -d 'The same as --tsv'
complete -c qix -l csv -d 'Print data as comma-separated lines, for spreadsheets'
complete -c qix -s q -l quiet -d 'Print only the result, no notes'
complete -c qix -s y -l yes -d 'Answer yes to questions'
complete -c qix -l no-input -d 'Never ask; fail if a question would be needed'
complete -c qix -l color -r -f -a '\'auto\' \'always\' \'never\'' -d 'Colour: auto, always or never'
complete -c qix -l no-pager -d 'Don\'t show long output in a pager'
complete -c qix -l zone -x -d 'Read and show times in this zone, such as Europe/Rome (else: `setting`, then TZ)'
complete -c qix -l wide -d 'Print whole tables, however wide'
complete -c qix -l columns -x -d 'Only these columns of tables, in this order: at,amount,balance'
complete -c qix -l sort -x -d 'Sort tables by these columns; -COLUMN sorts descending'
complete -c qix -l read-only -d 'Open the data for reading only'
complete -c qix -n '__qix_at place \'qix\'' -a 'coins' -d 'Issue and move coins'
complete -c qix -n '__qix_at topic \'qix\'' -a 'coins' -d 'Issue and move coins'
complete -c qix -n '__qix_at place \'qix\'' -a 'wallet' -d 'Look into wallets'
complete -c qix -n '__qix_at topic \'qix\'' -a 'wallet' -d 'Look into wallets'
complete -c qix -n '__qix_at place \'qix\'' -a 'fail' -d 'Fail on purpose'
complete -c qix -n '__qix_at topic \'qix\'' -a 'fail' -d 'Fail on purpose'
complete -c qix -n '__qix_at place \'qix\'' -a 'help' -d 'Show help for a command'
complete -c qix -n '__qix_at topic \'qix\'' -a 'help' -d 'Show help for a command'
complete -c qix -n '__qix_at place \'qix\'' -a 'completions' -d 'Print a script that completes commands in a shell'
complete -c qix -n '__qix_at topic \'qix\'' -a 'completions' -d 'Print a script that completes commands in a shell'
complete -c qix -n '__qix_at place \'qix\'' -a 'man' -d 'Print manual pages'
complete -c qix -n '__qix_at topic \'qix\'' -a 'man' -d 'Print manual pages'
complete -c qix -n '__qix_at place \'qix\'' -a 'version' -d 'Show the version'
complete -c qix -n '__qix_at topic \'qix\'' -a 'version' -d 'Show the version'
complete -c qix -n '__qix_at place \'qix coins\'' -a 'issue' -d 'Issue coins to a user'
complete -c qix -n '__qix_at topic \'qix coins\'' -a 'issue' -d 'Issue coins to a user'
complete -c qix -n '__qix_at place \'qix coins\'' -a 'import' -d 'Read a batch'
complete -c qix -n '__qix_at topic \'qix coins\'' -a 'import' -d 'Read a batch'
complete -c qix -n '__qix_at place \'qix coins issue\'' -l to -x -d 'Whose wallet'
complete -c qix -n '__qix_at place \'qix coins issue\'' -s a -l amount -x -d 'How many'
complete -c qix -n '__qix_at place \'qix coins issue\'' -l expires -x -d 'How long they live'
complete -c qix -n '__qix_at place \'qix coins issue\'' -l channel -r -f -a '\'app\' \'web\' \'partner\'' -d 'Where from'
complete -c qix -n '__qix_at place \'qix coins issue\'' -l tag -x -d 'A word to find it by'
complete -c qix -n '__qix_at place \'qix coins issue\'' -l dry-run -d 'Show what would happen, and change nothing'
complete -c qix -n '__qix_at place \'qix coins issue\'' -l reason -x -d 'Why; kept in the audit log'
complete -c qix -n '__qix_at place \'qix coins import\'' -F -d 'A file of lines; - is standard input'
complete -c qix -n '__qix_at place \'qix coins import\'' -s k -l keep-going -d 'Go on after a bad line'
complete -c qix -n '__qix_at place \'qix coins import\'' -s n -l limit -x -d 'At most so many lines'
complete -c qix -n '__qix_at place \'qix coins import\'' -l dry-run -d 'Show what would happen, and change nothing'
complete -c qix -n '__qix_at place \'qix coins import\'' -l reason -x -d 'Why; kept in the audit log'
complete -c qix -n '__qix_at place \'qix wallet\'' -a 'show' -d 'Show a wallet'
complete -c qix -n '__qix_at topic \'qix wallet\'' -a 'show' -d 'Show a wallet'
complete -c qix -n '__qix_at place \'qix wallet\'' -a 'list' -d 'List wallets'
complete -c qix -n '__qix_at topic \'qix wallet\'' -a 'list' -d 'List wallets'
complete -c qix -n '__qix_at place \'qix wallet\'' -a 'rows' -d 'List three wallets'
complete -c qix -n '__qix_at topic \'qix wallet\'' -a 'rows' -d 'List three wallets'
complete -c qix -n '__qix_at place \'qix wallet list\'' -l since -x -d 'From this day on'
complete -c qix -n '__qix_at place \'qix wallet list\'' -l order -r -f -a '\'name\' \'balance\' \'age: old $HOME\'' -d 'Sort by it\'s $key'
complete -c qix -n '__qix_at place \'qix help\'' -l schema -x -d 'Print the JSON Schema of an answer, such as wallet.show or wallet.show/1'
complete -c qix -n '__qix_at place \'qix help\'' -l search -x -d 'Look for words in commands, options and guides'
complete -c qix -n '__qix_at place \'qix completions\'' -f -a '\'bash\' \'zsh\' \'fish\'' -d 'bash, zsh or fish'
complete -c qix -n '__qix_at place \'qix man\'' -l output -r -a '(__fish_complete_directories)' -d 'Write the pages of the command and all beneath it into this folder'
