#!/bin/sh
# Lets a commit wait until an applied review is put away. Once without it: SPELL_GUARD=0 git commit …
# What is certain is decided here, without starting a program; everything else `spell guard pre-commit` decides.

# What was here before comes first.
[ ! -x "$0.before-spell" ] || "$0.before-spell" "$@" || exit
[ "${SPELL_GUARD-}" != 0 ] || exit 0
# The program pre-commit asks at other times, too.
[ -z "${PRE_COMMIT_REMOTE_NAME-}${PRE_COMMIT_CHECKOUT_TYPE-}${PRE_COMMIT_IS_SQUASH_MERGE-}${PRE_COMMIT_REWRITE_COMMAND-}" ] || exit 0

{{find-root}}

# Certain is what spell has written itself and nobody has touched since: the state has its second name, and state and
# history have the time of the stamp. The beginning of such a file needs no parser.
state=$at.ai/task/state.json log=$at.ai/task/history.jsonl settings=$at.ai/spell.json
vouched=$at.ai/.local/vouched.json stamp=$at.ai/.local/vouched.stamp
# Settings: there are none, or they are those that a step has read and found to say nothing of commits.
read=$at.ai/.local/vouched-settings
if [ -z "${SPELL_GUARD_BLOCK_IN-}" ] && [ ! -L "$settings" ] &&
  { [ ! -e "$settings" ] || { [ "$settings" -ef "$read.json" ] && [ -f "$read.from" ] && [ -f "$read.to" ] &&
    [ ! "$settings" -ot "$read.from" ] && [ ! "$settings" -nt "$read.to" ]; }; } &&
  [ "$state" -ef "$vouched" ] && [ -f "$state" ] && [ -r "$state" ] && [ -f "$log" ] && [ -r "$log" ] && [ -f "$stamp" ] &&
  [ ! "$state" -nt "$stamp" ] && [ ! "$state" -ot "$stamp" ] && [ ! "$log" -nt "$stamp" ] && [ ! "$log" -ot "$stamp" ] &&
  { IFS= read -r first && IFS= read -r second; } <"$state" && [ "$first" = '{' ]; then
  head='  "current_state": "' tail='",'
  name=${second#"$head"} name=${name%"$tail"}
  if [ "$second" = "$head$name$tail" ]; then
    case $name in
      '' | PR_APPLIED_PENDING_ARCHIVE_* | *[!A-Z_]*) ;;
      *) exit 0 ;;
    esac
  fi
fi

{{find-spell}}
if command -v "$spell" >/dev/null 2>&1; then
  # Certificates would make Node start more slowly. The caller is the one who may have set changes aside.
  NODE_EXTRA_CA_CERTS='' SPELL_GUARD_CALLER=$PPID "$spell" guard pre-commit </dev/null
  # Any other code is not from a spell that knows the answer.
  case $? in
    0) exit 0 ;;
    5) exit 5 ;;
    10) exit 10 ;;
  esac
fi

# Nobody to ask: what can be read as waiting waits, and the rest passes.
textOf() {
  text=
  while IFS= read -r line || [ -n "$line" ]; do text="$text $line"; done <"$1"
}
[ -z "${SPELL_GUARD_BLOCK_IN-}" ] && [ -f "$state" ] && [ -r "$state" ] || exit 0
if [ -r "$settings" ]; then
  textOf "$settings"
  case $text in *'"blockIn"'*) exit 0 ;; esac
fi
textOf "$state"
while :; do
  case $text in *'"current_state"'*) text=${text#*'"current_state"'} ;; *) exit 0 ;; esac
  value=$text
  while :; do
    case $value in [[:space:]:]*) value=${value#?} ;; *) break ;; esac
  done
  case $value in '"PR_APPLIED_PENDING_ARCHIVE_'*) break ;; esac
done
echo 'This commit has to wait: a review was applied, and has not been put away yet.
First: spell accio   (spell is not installed here: npm install --global spell-cli)
Once all the same, if the developer says so: SPELL_GUARD=0 git commit …' >&2
exit 10
