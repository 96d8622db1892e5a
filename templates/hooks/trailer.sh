#!/bin/sh
# Names the task of a commit in its message: Spell-Task: <task_name>. Never stops a commit.

# What was here before comes first.
[ ! -x "$0.before-spell" ] || "$0.before-spell" "$@" || exit

# Only where there is a message already: an editor left empty must not commit. Merges and squashes have their own.
case ${2-${PRE_COMMIT_COMMIT_MSG_SOURCE-}} in message | commit) ;; *) exit 0 ;; esac

{{find-root}}
# Without any task there is nothing to name; of several pieces of work, the program knows which is meant.
for work in "$at.ai/task" "$at.ai/work"/*; do [ ! -f "$work/task.md" ] || break; done
[ -f "$work/task.md" ] || exit 0

{{find-spell}}
command -v "$spell" >/dev/null 2>&1 || exit 0
NODE_EXTRA_CA_CERTS='' "$spell" guard prepare-commit-msg --message-file "$1" </dev/null || :
exit 0
