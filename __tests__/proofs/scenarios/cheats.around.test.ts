import { mapValues } from '../../../src/engine/records'
import { commitAll, git, gitInTurn } from '../../support/git'
import {
  brokenAtTheEnd,
  type Cheat,
  casesOf,
  foundBy,
  ontoMain,
  proofs,
  rewrite,
  state,
  toTheEnd,
  withAlways,
} from '../../support/packed-cheats'
import { led, right, type WorkflowName, workflows, wrong } from '../../support/packed-led'
import { describeOnPosix } from '../../support/posix'

// Ways to cheat around the work: by its surroundings, its place, its settings, records of other work. Each is tried in
// work of each workflow; those inside the work are in cheats.test.ts.

/** Cheats that the same finds in every workflow, unless it says otherwise. */
type Everywhere = Omit<Cheat, 'found'> & {
  readonly found: string
  readonly but?: Partial<Record<WorkflowName, string | undefined>>
}

const everywhere: Readonly<Record<string, Everywhere>> = {
  // What only one machine has.
  'a variable of its environment decides': {
    from: 'worked',
    do(piece) {
      piece.folder.write({ 'sum.js': 'exports.add = (a, b) => (process.env.SUM ? a + b : a - b)\n' })
      piece.env = { SUM: '1' }
      piece.proving()
      piece.env = {}
    },
    found: 'rerun',
  },
  'the code lies among the records, of which no proof is': {
    from: 'worked',
    do(piece) {
      piece.folder.write({ 'sum.js': "module.exports = require('./.ai/code.js')\n", '.ai/code.js': right })
      piece.proving()
      piece.end()
      piece.folder.write({ '.ai/code.js': wrong })
    },
    found: 'rerun',
  },

  'its records were made elsewhere, with the right code': {
    from: 'begun',
    async do(piece, workflow) {
      ontoMain(piece)
      const other = await led(workflow, 'done')
      piece.folder.remove(piece.home)
      piece.folder.write(other.folder.contents(piece.home))
      piece.breaks()
    },
    found: 'criterion-not-proven',
  },
  'its log is that of other work': {
    from: 'worked',
    async do(piece, workflow) {
      const other = await led(workflow, 'proven')
      piece.breaks()
      piece.folder.write({ [proofs(piece)]: other.folder.read(proofs(other)) })
    },
    found: 'end',
  },
  'the state is set to the end by hand, and the doctor asked to agree': {
    from: 'worked',
    do(piece) {
      piece.breaks()
      const goal = { engineer: 'ACHIEVE_COMPLETE', hope: 'completed', collab: 'done' }
      const [to] = [goal[piece.flow.definition.name as 'hope'] ?? 'shipped']
      rewrite(piece, state(piece), (text) => text.replace(/("current_state":\s*|"main":\s*)"[\w.-]+"/, `$1"${to}"`))
      piece.spell('doctor', '--fix')
    },
    found: 'end',
    but: { engineer: 'criterion-not-proven, work-not-complete' },
  },

  // Where git has it.
  'a tag is called like the base': {
    from: 'done',
    do: (piece) => piece.breaks(),
    inClone: (clone) => void git(clone, 'tag', 'main', 'HEAD'),
    found: 'criterion-not-proven',
  },
  'the folder of the records has another case': {
    from: 'begun',
    do(piece) {
      brokenAtTheEnd(piece)
      piece.folder.rename('.ai', '.AI')
    },
    found: 'history-removed',
  },
  'it is made in an ignored folder below, and added by force': {
    from: 'begun',
    do(piece) {
      toTheEnd(piece)
      piece.breaks()
      piece.folder.write({ '.gitignore': 'build/\n', 'build/a.js': '' })
      piece.folder.rename('.ai', 'build/.ai')
      git(piece.folder, 'add', '-f', 'build')
    },
    found: 'criterion-not-proven, ignored-by-git',
  },

  'the settings have a key twice': {
    from: 'begun',
    async do(piece) {
      await withAlways(piece)
      toTheEnd(piece)
      const twice = '{"proof": {"always": ["node all.js"]}, "proof": {}}\n'
      piece.folder.write({ 'all.js': 'process.exit(1)\n', '.ai/spell.json': twice })
    },
    found: 'criterion-not-proven, settings-weaker',
  },
  'a merge takes nothing of what the base has come to ask for': {
    from: 'done',
    do(piece) {
      const { folder } = piece
      commitAll(folder)
      git(folder, 'checkout', '-q', 'main')
      folder.write({ '.ai/spell.json': '{"proof": {"always": ["node all.js"]}}\n', 'all.js': 'process.exit(1)\n' })
      commitAll(folder)
      gitInTurn(folder, ['checkout', '-q', 'feat'], ['merge', '-qs', 'ours', '-m', 'main', 'main'])
    },
    found: 'settings-weaker',
  },
  'it is made in a new folder below, which has no settings': {
    from: 'begun',
    async do(piece, workflow) {
      await withAlways(piece)
      const other = await led(workflow, 'done')
      piece.folder.write(
        Object.fromEntries(Object.entries(other.folder.contents()).map(([path, text]) => [`api/${path}`, text])),
      )
    },
    found: 'criterion-not-proven, settings-weaker',
  },

  // In an archive.
  'its archive is put where no archives are': {
    from: 'begun',
    async do(piece) {
      ontoMain(piece)
      toTheEnd(piece)
      await piece.archive()
      piece.breaks()
      piece.folder.rename('.ai', '.ai-attic')
    },
    found: 'history-removed',
    but: { own: undefined },
  },
}

const cheats = mapValues(everywhere, ({ found, but, ...cheat }) => {
  return { ...cheat, found: { ...Object.fromEntries(workflows.map((one) => [one, found])), ...but } } as Cheat
})

describeOnPosix('it is found', () => {
  test.each(casesOf(cheats))('in work of %s that %s: %s', async (workflow, _, found, cheat) => {
    expect(await foundBy(workflow, cheat)).toBe(found)
  })
})
