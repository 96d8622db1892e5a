const Sequencer = require('@jest/test-sequencer').default

/** What takes minutes, the longest first: begun last, it would keep one core busy while the others have nothing to do. */
const long = [
  'dishonest-walks',
  'work/state/commit.classes',
  'compile-cache',
  'init-faults',
  'rules/check/check.verdicts',
  'edits-after-crash',
  'engine/xstate',
  'report-page',
  'scenarios/hostile-clone',
  'torn-reads',
  'mcp-two-at-once',
  'scenarios/two-sides',
  'fuzz',
  'scenarios/cheats.workflows',
  'settling',
  'scenarios/action',
  'kills',
  'honest-walks',
  'steps/undo.walks',
  'install/six-kinds',
  'many-branches',
]
const rankOf = ({ path }) => {
  const rank = long.findIndex((name) =>
    [`/__tests__/${name}.test.ts`, `/proofs/${name}.test.ts`].some((end) => path.endsWith(end)),
  )
  return rank < 0 ? long.length : rank
}

/** Begins with what takes long, also where no run has measured it yet. */
module.exports = class extends Sequencer {
  sort(tests) {
    return super.sort(tests).sort((one, other) => rankOf(one) - rankOf(other))
  }
}
