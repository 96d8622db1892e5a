import { appendFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { mapValues } from '../../../src/engine/records'
import { type Folder, makeFolder, makePrograms } from '../../support/folder'
import { commitAll, git, gitInTurn } from '../../support/git'
import {
  brokenAtTheEnd,
  type Cheat,
  casesOf,
  foundBy,
  ontoMain,
  proofs,
  rerun,
  toTheEnd,
  withAlways,
} from '../../support/packed-cheats'
import { ownFile, ownText, type Piece, right, type Stage, wrong } from '../../support/packed-led'
import { spellHere } from '../../support/packed-program'
import { describeOnPosix } from '../../support/posix'

// Ways to have work taken for proven whose code is wrong. Either its end refuses (`end`), or CI names it in a fresh clone:
// `check --require proven`, and where nothing but a run can show it (`rerun`), `--rerun`. What damages the records alone is
// in support/dishonest-kinds and check.workflows.test.ts; what git says about files in proofs/git/tree.test.ts.

const breaking = (piece: Piece) => piece.breaks()
/** Proves while a program of that name is found before the real one. */
function provingWith(piece: Piece, name: string, script: string): void {
  const { path } = makePrograms({ [name]: `#!/bin/sh\n${script}\n` })
  piece.env = { PATH: `${path}:${process.env.PATH}` }
  piece.proving()
  piece.env = {}
}
const withReplacements = (clone: Folder) => git(clone, 'fetch', '-q', 'origin', 'refs/replace/*:refs/replace/*')

/** Leads work to the end by a workflow that comes with it, and whose criterion nobody asks for. */
const bringingOwn = ({ folder }: Piece) => {
  const home = '.ai/work/x'
  const next = (...args: string[]) => {
    const ran = spellHere(folder.path, ['ship', ...args])
    if (ran.exitCode !== 0) throw new Error(ran.stdout + ran.stderr)
  }
  folder.remove('.ai/task')
  git(folder, 'checkout', '-q', 'main', '--', '.')
  folder.write({ [ownFile]: ownText(false), 'sum.js': wrong })
  next('new', 'x')
  folder.write({ [`${home}/plan.md`]: '# Sum\n\n- [x] adds\n  - run: `node t.js`\n' })
  next('next', '--work', 'x')
  folder.write({ [`${home}/list.md`]: 'Built.\n' })
  next('next', '--work', 'x')
}

/** Cheats that the same finds, all after the same work. */
const each = (
  found: string,
  [from, first]: readonly [from: Stage, first?: (piece: Piece) => unknown],
  acts: Readonly<Record<string, (piece: Piece) => unknown>>,
): Record<string, Cheat> =>
  mapValues(acts, (act) => ({
    from,
    found,
    do(piece) {
      first?.(piece)
      return act(piece)
    },
  }))

const cheats: Readonly<Record<string, Cheat>> = {
  'the end is taken back, the code edited, and the end reached again': {
    from: 'done',
    do(piece, workflow) {
      piece.do(...(workflow === 'engineer' ? [] : [workflow]), 'undo')
      piece.breaks()
    },
    found: { engineer: 'end', hope: 'end', collab: 'criterion-not-proven' },
  },
  ...each('end', ['worked', breaking], {
    'another git is found first, which looks elsewhere': (piece) => {
      const there = makeFolder(piece.folder.contents('.'))
      there.write({ 'sum.js': right })
      provingWith(piece, 'git', `cd '${there.path}' && PATH='${process.env.PATH}' exec git "$@"`)
    },
  }),

  // Nothing but a run can show it: what only one machine had.
  ...each('rerun', ['worked', breaking], {
    'another program is found first': (piece) => provingWith(piece, 'node', 'exit 0'),
  }),

  // A clone has another text than was proven.
  ...each('criterion-not-proven', ['done'], {
    'a merge brings the wrong code': (piece) => {
      commitAll(piece.folder)
      gitInTurn(
        piece.folder,
        ['checkout', '-qb', 'other', 'main'],
        ['commit', '-qm', 'other', '--allow-empty'],
        ['checkout', '-q', 'feat'],
        ['merge', '-q', '--no-commit', 'other'],
      )
      piece.breaks()
    },
    'the log is a link to another file': (piece) => {
      const elsewhere = makeFolder({ 'proofs.jsonl': piece.folder.read(proofs(piece)) })
      piece.folder.remove(proofs(piece))
      symlinkSync(join(elsewhere.path, 'proofs.jsonl'), join(piece.folder.path, proofs(piece)))
      piece.breaks()
    },
  }),
  'the commit is replaced by another one': {
    from: 'done',
    do(piece) {
      commitAll(piece.folder)
      const good = git(piece.folder, 'rev-parse', 'HEAD').trim()
      piece.breaks()
      commitAll(piece.folder)
      git(piece.folder, 'replace', 'HEAD', good)
    },
    inClone: withReplacements,
    found: 'criterion-not-proven',
  },
  'the base is said to be the commit that is judged': {
    from: 'done',
    do: breaking,
    inClone(clone) {
      const [main = '', head = ''] = ['origin/main', 'HEAD'].map((name) => git(clone, 'rev-parse', name).trim())
      clone.write({ '.git/info/grafts': `${main} ${head}\n` })
      git(clone, 'replace', main, head)
    },
    found: 'criterion-not-proven',
  },

  // The records say something else.
  ...each('proof-broken, criterion-not-proven, ignored-by-git', ['done', breaking], {
    'the log is ignored by git': (piece) => piece.folder.write({ '.gitignore': 'proofs.jsonl\n' }),
  }),
  // The records are not there.
  ...each('history-removed, ignored-by-git', ['begun', brokenAtTheEnd], {
    'all records are ignored by git, and not committed any more': (piece) => {
      piece.folder.write({ '.gitignore': '.ai/\n' })
      git(piece.folder, 'rm', '-rqf', '--cached', '.ai')
    },
  }),
  'its folder has another name': {
    from: 'begun',
    do(piece) {
      brokenAtTheEnd(piece)
      piece.folder.rename(piece.home, `${piece.home}-old`)
    },
    found: { engineer: 'history-removed', hope: 'history-removed', collab: 'criterion-not-proven' },
  },

  // What the base asks for binds every workflow.
  'a command that the settings of the base ask for fails once it has passed': {
    from: 'begun',
    async do(piece) {
      await withAlways(piece)
      toTheEnd(piece)
      piece.folder.write({ 'all.js': 'process.exit(1)\n' })
    },
    args: rerun,
    found: { engineer: 'rerun-failed', hope: 'rerun-failed', collab: 'rerun-failed', own: 'rerun-failed' },
  },
  'a command that the settings of the base ask for has never passed': {
    from: 'begun',
    async do(piece) {
      await withAlways(piece)
      piece.folder.write({ 'all.js': 'process.exit(1)\n' })
      piece.work()
      piece.proving()
      piece.end()
    },
    found: { hope: 'criterion-not-proven', collab: 'criterion-not-proven' },
  },
  ...each('criterion-not-proven', ['begun'], {
    'it goes by a workflow of its own that counts no criteria': bringingOwn,
  }),
  'the criterion stands in a file that the workflow does not count, beside an easy one': {
    from: 'begun',
    do(piece) {
      piece.work()
      piece.folder.write({ [`${piece.home}/list.md`]: '- [x] subtracts\n  - run: `node minus.js`\n' })
      piece.prove()
      piece.end()
    },
    found: { own: 'criterion-not-proven' },
  },
  'a round whose command failed is cancelled, and one with an easy command follows': {
    from: 'begun',
    async do(piece) {
      piece.breaks()
      piece.work()
      piece.proving()
      piece.do('hope', 'cancel')
      piece.do('hope', 'start', 'Parse\nDONE: it parses (verify: node --check sum.js)', '--points', '1')
      await piece.allow()
      appendFileSync(join(piece.folder.path, 'changes.md'), 'It parses.\n')
      piece.proving()
      piece.end()
    },
    found: { hope: 'criterion-not-proven' },
  },

  // The settings ask for less.
  ...each('settings-weaker', ['begun'], {
    'the settings are a link to weaker ones': (piece) => {
      piece.folder.write({ '.ai/spell.json': '{"proof": {"always": ["node all.js"]}}\n' })
      ontoMain(piece)
      piece.folder.remove('.ai/spell.json')
      piece.folder.write({ 'weak.json': '{}\n' })
      symlinkSync('../weak.json', join(piece.folder.path, '.ai/spell.json'))
      toTheEnd(piece)
    },
  }),
  'the settings free the changed paths from work, which is left out': {
    from: 'begun',
    do(piece) {
      piece.folder.remove('.ai')
      piece.folder.write({ '.ai/spell.json': '{"check": {"withoutWork": ["sum.js", ".ai/"]}}\n' })
      piece.breaks()
    },
    args: ['--require-work'],
    found: 'work-missing',
  },
}

describeOnPosix('it is found', () => {
  test.each(casesOf(cheats))('in work of %s that %s: %s', async (workflow, _, found, cheat) => {
    expect(await foundBy(workflow, cheat)).toBe(found)
  })
})
