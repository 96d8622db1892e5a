import { mapValues } from '../../../src/engine/records'
import { commitAll, git, gitInTurn } from '../../support/git'
import {
  brokenAtTheEnd,
  type Cheat,
  casesOf,
  foundBy,
  ontoMain,
  toTheEnd,
  withAlways,
} from '../../support/packed-cheats'
import { led, right, workflows, wrong } from '../../support/packed-led'
import { describeOnPosix } from '../../support/posix'

// Ways to cheat around the work: by its surroundings, its place, its settings, records of other work. Each is tried in
// work of each workflow; those inside the work are in cheats.test.ts.

/** Cheats that the same finds in every workflow. */
const everywhere: Readonly<Record<string, Cheat & { readonly found: string }>> = {
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
  // Where git has it.
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
}

const cheats = mapValues(everywhere, ({ found, ...cheat }): Cheat => {
  return { ...cheat, found: Object.fromEntries(workflows.map((one) => [one, found])) }
})

describeOnPosix('it is found', () => {
  test.each(casesOf(cheats))('in work of %s that %s: %s', async (workflow, _, found, cheat) => {
    expect(await foundBy(workflow, cheat)).toBe(found)
  })
})
