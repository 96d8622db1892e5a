# Completes spell in bash. In ~/.bashrc: eval "$(spell completion bash)"

_spell() {
  local offer path
  # The words are as they were written, with their quotes.
  local words=("${COMP_WORDS[@]:0:COMP_CWORD}")
  words=("${words[@]//[\\\"\']/}")
  COMPREPLY=()
  while IFS=$'\t' read -r offer _; do
    case $offer in
      :*)
        # bash 3 of macOS knows no compopt; only the slash after a folder is missing there.
        compopt -o filenames 2>/dev/null
        while IFS= read -r path; do COMPREPLY+=("$path"); done < <(compgen -A "${offer#:}" -- "$2")
        ;;
      *) COMPREPLY+=("$offer") ;;
    esac
  done < <(spell completion --words "$COMP_CWORD" "${words[@]}" "$2" 2>/dev/null)
}

complete -o nosort -F _spell spell 2>/dev/null || complete -F _spell spell
