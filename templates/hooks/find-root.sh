# From where the developer was upwards, never above the top of the worktree, where git starts its hooks.
at=${GIT_PREFIX-}
while [ ! -d "$at.ai" ]; do
  case $at in
    '') if [ -e .git ]; then exit 0; else break; fi ;;
    */*/) at=${at%/} at=${at%/*}/ ;;
    *) at= ;;
  esac
done
