const Sequencer = require('@jest/test-sequencer').default

/** What takes long, the longest first: begun last, it would keep one core busy while the others have nothing to do. */
const long = [
  'check/check.verdicts',
  'dishonest-walks',
  'init-faults',
  'report-page',
  'scenarios/hostile-clone',
  'work/state/commit.classes',
  'scenarios/action',
  'install/six-kinds',
  'check/check.dishonest',
  'scenarios/two-sides',
  'docs/examples',
  'repair-sources',
  'torn-reads',
  'crash-points',
  'edits-after-crash',
  'proofs/undo',
  'settling',
  'kills',
  'fuzz',
  'honest-walks',
  'many-branches',
  'install/agents/agents.hooks',
  'scenarios/own-workflows',
]
const rankOf = ({ path }) => {
  const rank = long.findIndex((name) =>
    [`/__tests__/${name}.test.ts`, `/proofs/${name}.test.ts`].some((end) => path.endsWith(end)),
  )
  return rank < 0 ? long.length : rank
}

/** What needs no build answers first. */
const isPacked = ({ context }) => Number(context.config.displayName?.name === 'packed')

/** Begins with what takes long, also where no run has measured it yet; .ci/times.js tells what is missing in the list. */
module.exports = class extends Sequencer {
  sort(tests) {
    return super.sort(tests).sort((one, other) => isPacked(one) - isPacked(other) || rankOf(one) - rankOf(other))
  }
}
