#!/bin/sh
# Lets a commit wait until an applied review is archived. To skip it once: SPELL_GUARD=0 git commit …
# What is certain is decided here, without starting a program; everything else `spell guard pre-commit` decides.

# What was here before comes first.
[ ! -x "$0.before-spell" ] || "$0.before-spell" "$@" || exit
[ "${SPELL_GUARD-}" != 0 ] || exit 0
# The program pre-commit asks at other times, too.
[ -z "${PRE_COMMIT_REMOTE_NAME-}${PRE_COMMIT_CHECKOUT_TYPE-}${PRE_COMMIT_IS_SQUASH_MERGE-}${PRE_COMMIT_REWRITE_COMMAND-}" ] || exit 0

# From where the developer was upwards, never above the top of the worktree, where git starts its hooks.
at=${GIT_PREFIX-}
while [ ! -d "$at.ai" ]; do
  case $at in
    '') if [ -e .git ]; then exit 0; else break; fi ;;
    */*/) at=${at%/} at=${at%/*}/ ;;
    *) at= ;;
  esac
done

# Lines are read with the spaces around them.
IFS=

# Whether nothing has this name, be it a link that leads nowhere.
isFree() { [ ! -e "$1" ] && [ ! -L "$1" ]; }
# Whether what a folder has can be seen, if there is one.
isOpen() { if [ -d "$1" ]; then [ -r "$1" ] && [ -x "$1" ]; else isFree "$1"; fi; }

# A text in one line.
textOf() {
  text=
  while read -r line || [ -n "$line" ]; do text="$text $line"; done <"$1"
}

# Whether a hook manager may have hidden changes, so that what is here is not what the developer sees.
hidesChanges() {
  [ "${PRE_COMMIT-}" != 1 ] || return 0
  git=.git common=
  if [ -f .git ]; then
    # A linked worktree or a submodule.
    read -r git <.git || :
    git=${git#gitdir: }
    [ ! -f "$git/commondir" ] || read -r common <"$git/commondir" || :
    case $common in
      '') ;;
      /* | [A-Za-z]:*) git=$common ;;
      *) git=$git/$common ;;
    esac
  fi
  [ -e "$git/info/lefthook-unstaged.patch" ]
}

# Whether the settings may say which states wait.
mentionsGuard() {
  [ -z "${SPELL_GUARD_BLOCK_IN-}" ] || return 0
  ! isFree "$settings" || return 1
  [ -f "$settings" ] && [ -r "$settings" ] || return 0
  textOf "$settings"
  # A word in JSON can hide behind a backslash.
  case $text in *guard* | *\\*) ;; *) return 1 ;; esac
}

# Whether a piece of work, for certain, lets a commit pass: it has neither state nor history, or the second line of its
# state, in the form that spell writes, names a state that does not wait. The folder ends with a slash.
passes() {
  state=$1state.json
  if [ ! -f "$state" ]; then
    isOpen "${1%/}" && isFree "$state" && isFree "$1history.jsonl"
    return
  fi
  [ -r "$state" ] && { read -r first && read -r second; } <"$state" || return 1
  case "$first|$second" in
    "$head$tail" | "$head"PR_APPLIED_PENDING_ARCHIVE_* | "$head"*[!A-Z_]*"$tail") return 1 ;;
    "$head"*"$tail") ;;
    *) return 1 ;;
  esac
}
head='{|  "current_state": "' tail='",'

# Whether all do: the one without a name, and the named ones.
allPass() {
  isOpen "$at.ai" && isOpen "$at.ai/work" || return 1
  for work in "$at.ai/task/" "$at.ai/work"/*/; do
    passes "$work" || return 1
  done
}

settings=$at.ai/spell.json
if ! hidesChanges && ! mentionsGuard && allPass; then exit 0; fi

# The program: that of the project, otherwise the global one.
spell=spell folder=$at
while :; do
  if [ -x "${folder}node_modules/.bin/spell" ]; then
    spell=./${folder}node_modules/.bin/spell
    break
  fi
  case $folder in
    '') break ;;
    */*/) folder=${folder%/} folder=${folder%/*}/ ;;
    *) folder= ;;
  esac
done
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

# Without the program, what can be read as waiting waits, and the rest passes.
waits() {
  [ -f "$1" ] && [ -r "$1" ] || return 1
  textOf "$1"
  while :; do
    case $text in *'"current_state"'*) text=${text#*'"current_state"'} ;; *) return 1 ;; esac
    value=$text
    while :; do
      case $value in [[:space:]:]*) value=${value#?} ;; *) break ;; esac
    done
    case $value in '"PR_APPLIED_PENDING_ARCHIVE_'*) return 0 ;; esac
  done
}

[ -z "${SPELL_GUARD_BLOCK_IN-}" ] || exit 0
if [ -r "$settings" ]; then
  textOf "$settings"
  case $text in *'"blockIn"'*) exit 0 ;; esac
fi
for work in "$at.ai/task/" "$at.ai/work"/*/; do
  waits "${work}state.json" || continue
  echo 'Commit blocked: a review was applied and is not archived yet.
First: spell accio   (once spell is installed here)' >&2
  exit 10
done
exit 0
