#compdef spell
# Completes spell in zsh. In ~/.zshrc, after compinit: eval "$(spell completion zsh)"

_spell() {
  local line word about
  local -a offers
  for line in "${(@f)$(spell completion --words $((CURRENT - 1)) "${(@Q)words[1,CURRENT-1]}" "${(Q)PREFIX}" 2>/dev/null)}"; do
    case $line in
      '') ;;
      :*)
        compset -P '--*='
        case $line in
          :directory) _files -/ ;;
          *) _files ;;
        esac
        return
        ;;
      *)
        word=${line%%$'\t'*}
        about=${line#*$'\t'}
        offers+=("${word//:/\\:}${about:+:$about}")
        ;;
    esac
  done
  # In the order in which they come.
  _describe -V spell offers
}

if [[ ${zsh_eval_context[-1]} == loadautofunc ]]; then
  _spell "$@"
elif (( ${+functions[compdef]} )); then
  compdef _spell spell
else
  print -u2 'spell: completion needs zsh to have its own first. In ~/.zshrc, before this line: autoload -Uz compinit && compinit'
fi
