import { filesUnder, readText } from '../../disk/read'
import { commitEverything } from '../../git/trial-commit'
import type { Door } from '../../rules/doctor/canary-output'
import { type CanaryWork, change, finish, paths, prove, review, tick } from './planted-work'

/** A known violation, and all that have to refuse it. */
export interface KnownViolation {
  /** A noun phrase. */
  readonly name: string
  readonly plant: (work: CanaryWork) => void | Promise<void>
  readonly doors: readonly Door[]
}

const commands = (from: RegExp | string, to: string) => async (work: CanaryWork) => {
  change(work, paths.plan, from, to)
  await finish(work)
}
/** Finishes the work, and changes its proofs. */
const inProofs = (edit: (text: string) => string) => async (work: CanaryWork) => {
  await finish(work)
  work.write(paths.proofs, edit(readText(work.root, paths.proofs) ?? ''))
}
const broken: readonly Door[] = ['accio', 'check proof-broken']

export const violations: readonly KnownViolation[] = [
  {
    name: 'A commit while an applied review waits to be archived',
    plant: review,
    doors: ['hook', 'guard', 'tool', 'check pending-archive'],
  },
  {
    name: 'A tick without a proof',
    plant: (work) => tick(work),
    doors: ['accio', 'check criterion-not-proven'],
  },
  {
    name: 'A command that is replaced by one that always passes',
    plant: commands('`node fly.mjs`', '`true`'),
    doors: ['check criterion-command-changed'],
  },
  {
    name: 'An expectation that is taken out',
    plant: commands(/\n.*contains.*/, ''),
    doors: ['check criterion-command-changed'],
  },
  {
    name: 'A command that is left to the developer',
    plant: async (work) => {
      change(work, paths.plan, 'run: `node fly.mjs`', 'by: developer')
      await prove(work, 1)
      tick(work)
    },
    doors: ['check criterion-command-changed'],
  },
  {
    name: 'A reworded criterion',
    plant: commands('It flies', 'It hops'),
    doors: ['check criteria-reworded'],
  },
  {
    name: 'A criterion that is taken out',
    plant: async (work) => {
      change(work, paths.plan, /- \[ \] It flies\n.*\n/, '')
      await prove(work, 1)
      tick(work, 2)
    },
    doors: ['check criteria-dropped'],
  },
  {
    name: 'Code that changed after its proof',
    plant: async (work) => {
      await finish(work)
      work.write('fly.mjs', 'process.exit(1)\n')
      await commitEverything(work.root, work.ctx.env)
    },
    doors: ['accio', 'check criterion-not-proven'],
  },
  {
    name: 'A proof that was edited',
    plant: inProofs((text) => text.replace('"ms":1', '"ms":2')),
    doors: broken,
  },
  {
    name: 'A proof that was copied from another criterion',
    plant: async (work) => {
      await prove(work, 1)
      tick(work)
      const text = readText(work.root, paths.proofs) ?? ''
      work.write(paths.proofs, text + text)
    },
    doors: broken,
  },
  {
    name: 'Proofs of another piece of work',
    plant: async (work) => {
      await prove(work, 1, { work: 'ca0a47ca' })
      await prove(work, 2, { work: 'ca0a47ca' })
      tick(work)
    },
    doors: broken,
  },
  {
    name: 'A proof that was taken out',
    plant: inProofs((text) => text.slice(text.indexOf('\n') + 1)),
    doors: broken,
  },
  {
    name: 'Settings that ask for less proof',
    plant: (work) => change(work, paths.settings, '"required": true', '"required": false'),
    doors: ['check settings-weaker'],
  },
  {
    name: 'A line of the history that was edited',
    plant: (work) => change(work, paths.history, '"trigger":"Accio"', '"trigger":"Alohomora"'),
    doors: ['check history-chain-broken'],
  },
  {
    name: 'A line of the history that is broken',
    plant: (work) => change(work, paths.history, /^.*\n/, '{"timestamp":\n'),
    doors: ['check history-line-broken'],
  },
  {
    name: 'A state that was set by hand',
    plant: (work) => change(work, paths.state, '"ACHIEVE_TASK_DRAFTING"', '"ACHIEVE_COMPLETE"'),
    doors: ['check state-by-hand'],
  },
  {
    name: 'Results that were edited in the archive',
    plant: (work) => {
      const [path = ''] = filesUnder(work.root, '.ai/task/tasks').filter((each) => each.endsWith('/task-results.md'))
      work.write(path, 'All is well.\n')
    },
    doors: ['check archived-file-changed'],
  },
]
