const Sequencer = require('@jest/test-sequencer').default

/** What takes minutes, the longest first: begun last, it would keep one core busy while the others have nothing to do. */
const long = [
  'dishonest-walks',
  'scenarios/hostile-clone',
  'crash-points',
  'undo',
  'init-faults',
  'scenarios/two-sides',
  'torn-reads',
  'compile-cache',
  'mcp-two-at-once',
  'settling',
  'many-branches',
  'kills',
  'report-page',
  'fuzz',
  'honest-walks',
]
const rankOf = ({ path }) => {
  const rank = long.findIndex((name) => path.endsWith(`/proofs/${name}.test.ts`))
  return rank < 0 ? long.length : rank
}

/** Begins with what takes long, also where no run has measured it yet. */
module.exports = class extends Sequencer {
  sort(tests) {
    return super.sort(tests).sort((one, other) => rankOf(one) - rankOf(other))
  }
}
