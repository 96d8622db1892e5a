import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { makeFolder } from '../../support/folder'
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
import { led, type Piece, right, type WorkflowName, workflows, wrong } from '../../support/packed-led'
import { describeOnPosix } from '../../support/posix'
import { commitAll, git, gitInTurn } from '../../support/team-repository'

// Ways to cheat around the work: by its surroundings, its place, its settings, records of other work. Each is tried in
// work of each workflow; those inside the work are in cheats.test.ts.

/** Cheats that the same finds in every workflow, unless it says otherwise. */
type Everywhere = Omit<Cheat, 'found'> & {
  readonly found: string
  readonly but?: Partial<Record<WorkflowName, string | undefined>>
}

const eitherWay = (isRight: string) => `exports.add = (a, b) => (${isRight} ? a + b : a - b)\n`
/** The code asks something that only this machine has. */
const asking = (isRight: string, env: Piece['env'] = {}) => ({
  from: 'worked' as const,
  do(piece: Piece) {
    piece.folder.write({ 'sum.js': eitherWay(isRight) })
    piece.env = env
    piece.proving()
    piece.env = {}
  },
  found: 'rerun',
})
/** Work at its end, with a command that the base asks for and that fails now. */
const againstAlways = (change: (piece: Piece) => void) => ({
  from: 'begun' as const,
  async do(piece: Piece) {
    await withAlways(piece)
    toTheEnd(piece)
    piece.folder.write({ 'all.js': 'process.exit(1)\n' })
    change(piece)
  },
})
const inPlan = (change: (plan: string) => string) => ({
  from: 'done' as const,
  do(piece: Piece) {
    piece.breaks()
    rewrite(piece, `${piece.home}/plan.md`, change)
  },
})

const everywhere: Readonly<Record<string, Everywhere>> = {
  // What only one machine has.
  'a variable of its environment decides': asking('process.env.SUM', { SUM: '1' }),
  'it is right only where no CI runs it': asking('!process.env.CI'),
  'git expands a part of it in a checkout': {
    from: 'worked',
    do(piece) {
      piece.folder.write({ '.gitattributes': 'sum.js ident\n', 'sum.js': eitherWay("'$Id$'.length === 4") })
      piece.proving()
    },
    found: 'rerun',
  },
  'a file outside of the repository decides': {
    from: 'worked',
    do(piece) {
      const outside = makeFolder({ right: '' })
      piece.folder.write({ 'sum.js': eitherWay(`require('fs').existsSync('${outside.path}/right')`) })
      piece.proving()
      piece.end()
      outside.remove('right')
    },
    found: 'rerun',
  },
  'the code is a link to a file outside': {
    from: 'worked',
    do(piece) {
      const outside = makeFolder({ 'sum.js': right })
      piece.folder.remove('sum.js')
      symlinkSync(join(outside.path, 'sum.js'), join(piece.folder.path, 'sum.js'))
      piece.proving()
      piece.end()
      outside.remove('sum.js')
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
  'git is told not to look at the code': {
    from: 'worked',
    do(piece) {
      piece.breaks()
      commitAll(piece.folder)
      git(piece.folder, 'update-index', '--skip-worktree', 'sum.js')
      piece.folder.write({ 'sum.js': right })
      piece.proving()
    },
    found: 'end',
  },

  // Records of something else.
  'its records are those of a branch whose code is right': {
    from: 'worked',
    do(piece) {
      piece.breaks()
      commitAll(piece.folder)
      git(piece.folder, 'checkout', '-qb', 'right')
      piece.folder.write({ 'sum.js': right })
      piece.proving()
      piece.end()
      commitAll(piece.folder)
      gitInTurn(piece.folder, ['checkout', '-q', 'feat'], ['checkout', '-q', 'right', '--', '.ai'])
    },
    found: 'criterion-not-proven',
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
  'attributes leave the records out of exports and merges': {
    from: 'done',
    do(piece) {
      piece.breaks()
      piece.folder.write({ '.gitattributes': '.ai/** export-ignore -diff merge=ours linguist-generated\n' })
    },
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

  // The settings of the base.
  'the settings have another case': {
    ...againstAlways((piece) => piece.folder.rename('.ai/spell.json', '.ai/Spell.json')),
    found: 'criterion-not-proven, settings-weaker',
  },
  'the settings have a key twice': {
    ...againstAlways((piece) =>
      piece.folder.write({ '.ai/spell.json': '{"proof": {"always": ["node all.js"]}, "proof": {}}\n' }),
    ),
    found: 'criterion-not-proven, settings-weaker',
  },
  'what the settings ask for is another command by an unseen character': {
    ...againstAlways((piece) =>
      piece.folder.write({ '.ai/spell.json': '{"proof": {"always": ["node all.js\u200b"]}}\n', 'all.js\u200b': '' }),
    ),
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
const ofPlans: Readonly<Record<string, Omit<Cheat, 'found'> & { found: string }>> = {
  'it is folded away in a fence': {
    ...inPlan((plan) => `<details>\n\n\`\`\`\n${plan}\n\`\`\`\n\n</details>\n`),
    found: 'criterion-not-proven, criteria-changed',
  },
  'it is quoted': { ...inPlan((plan) => plan.replace(/^/gm, '> ')), found: 'criterion-not-proven, criteria-changed' },
  'it is there twice, and the second is easy': {
    ...inPlan((plan) => `${plan}- [x] adds\n  - run: \`true\`\n`),
    found: 'criterion-not-proven',
  },
  'its text has an unseen character, and an easy command': {
    ...inPlan((plan) => plan.replace('adds', 'a\u200bdds').replace('node t.js', 'true')),
    found: 'criterion-not-proven, criteria-changed',
  },
  'its command looks alike': {
    ...inPlan((plan) => plan.replace('t.js', 't.j\u0455')),
    found: 'criterion-not-proven, criteria-changed',
  },
  'its box is numbered': {
    ...inPlan((plan) => plan.replace('- [x]', '1. [x]')),
    found: 'plan-not-understood, criterion-not-proven, criteria-changed',
  },
}

const cheats = Object.fromEntries([
  ...Object.entries(everywhere).map(([what, { found, but, ...cheat }]) => [
    what,
    { ...cheat, found: { ...Object.fromEntries(workflows.map((one) => [one, found])), ...but } },
  ]),
  ...Object.entries(ofPlans).map(([what, { found, ...cheat }]) => [
    what,
    { ...cheat, found: { engineer: found, own: found } },
  ]),
]) as Readonly<Record<string, Cheat>>

/** What runs, and what a green run says, is for a reviewer: docs/check.md. */
const unfindable: Readonly<Record<string, (piece: Piece) => void | Promise<void>>> = {
  'the test is emptied': ({ folder }) => folder.write({ 't.js': '\n' }),
  async 'a package script that the base asks for does nothing'(piece) {
    piece.folder.write({
      '.ai/spell.json': '{"proof": {"always": ["npm test"]}}\n',
      'package.json': '{"scripts": {"test": "node t.js"}}\n',
    })
    ontoMain(piece)
    piece.folder.write({ 't.js': '\n', 'package.json': '{"scripts": {"test": "true"}}\n' })
    await piece.allow()
  },
}

describeOnPosix('no check can find it', () => {
  test.each(
    workflows.flatMap((workflow) => Object.entries(unfindable).map(([what, act]) => [workflow, what, act] as const)),
  )('in work of %s that %s', async (workflow, _, act) => {
    const from = 'begun'
    const cheat = {
      from,
      found: '',
      do: async (piece: Piece) => {
        await act(piece)
        piece.work()
        piece.breaks()
        piece.prove()
        piece.end()
      },
    } as const
    expect(await foundBy(workflow, cheat)).toBe('NOT FOUND')
  })

  test('in a plan whose command is a pipeline', async () => {
    const cheat = {
      from: 'begun',
      found: '',
      async do(piece: Piece) {
        piece.do('finite')
        rewrite(piece, '.ai/task/plan.md', (text) => text.replace(/run: .*/, 'shell: `node t.js | cat`'))
        piece.do('accio')
        await piece.allow()
        piece.breaks()
        toTheEnd(piece)
      },
    } as const
    expect(await foundBy('engineer', cheat)).toBe('NOT FOUND')
  })
})

describeOnPosix('it is found', () => {
  test.each(casesOf(cheats))('in work of %s that %s: %s', async (workflow, _, found, cheat) => {
    expect(await foundBy(workflow, cheat)).toBe(found)
  })
})
