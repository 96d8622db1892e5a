import { chmodSync, existsSync, rmSync, symlinkSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { mapValues } from '../../../src/engine/records'
import { copyOf, type Folder, makeFolder } from '../../support/folder'
import { led, type Piece, right, type Stage, type WorkflowName, workflows, wrong } from '../../support/packed-led'
import { spellHere } from '../../support/packed-program'
import { describeOnPosix } from '../../support/posix'
import { cloneOf, commitAll, git, gitInTurn } from '../../support/team-repository'

// Ways to have work taken for proven whose code is wrong, in each workflow. Either its end refuses (`end`), or CI names
// it in a fresh clone: `check --require proven`, and where nothing but a run can show it (`rerun`), `--rerun`.

interface Cheat {
  readonly from: Stage
  /** What is done instead of honest work; what is left to the end follows. */
  readonly do: (piece: Piece, workflow: WorkflowName) => unknown
  /** Of each workflow what refuses or names it, or why it does not have that. */
  readonly found: Readonly<Record<WorkflowName, string>>
  /** What is done to the clone, too. */
  readonly inClone?: (clone: Folder) => unknown
  /** More options of the check. */
  readonly args?: readonly string[]
}

const all = (found: string): Cheat['found'] => ({ engineer: found, hope: found, collab: found })
const noBoxes = 'not: it has no boxes, its state says what is claimed'

const proofs = ({ home }: Piece) => `${home}/proofs.jsonl`
const state = ({ home }: Piece) => `${home}/state.json`
const history = ({ home }: Piece) => `${home}/history.jsonl`
const rewrite = ({ folder }: Piece, path: string, change: (text: string) => string) => {
  const before = folder.read(path)
  const after = change(before)
  if (after === before) throw new Error(`nothing changed in ${path}`)
  folder.write({ [path]: after })
}
const inLines = (piece: Piece, path: string, change: (lines: string[]) => readonly string[]) =>
  rewrite(piece, path, (text) => `${change(text.trimEnd().split('\n')).join('\n')}\n`)
const where = (workflow: WorkflowName, piece: Piece) =>
  workflow === 'engineer' ? `${piece.home}/plan.md` : state(piece)

/** Its command has passed, and has failed since. */
const failing = (piece: Piece) => {
  piece.breaks()
  piece.prove(10)
}
const breaking = (piece: Piece) => piece.breaks()
/** What was begun is in the base, too. */
const ontoMain = (piece: Piece) => {
  commitAll(piece.folder)
  git(piece.folder, 'branch', '-f', 'main')
}
const askingForAll = (piece: Piece) => {
  piece.folder.write({ '.ai/spell.json': '{"proof": {"always": ["node all.js"]}}\n' })
  ontoMain(piece)
}
/** Leads work that has begun to its honest end. */
const toTheEnd = (piece: Piece) => {
  piece.work()
  piece.prove()
  piece.end()
}
const brokenAtTheEnd = (piece: Piece) => {
  ontoMain(piece)
  toTheEnd(piece)
  piece.breaks()
}
/** A program of that name that is found before the real one. */
function falseProgram(name: string, script: string): Readonly<Record<string, string>> {
  const folder = makeFolder({ [name]: `#!/bin/sh\n${script}\n` })
  chmodSync(join(folder.path, name), 0o755)
  return { PATH: `${folder.path}:${process.env.PATH}` }
}
const provingWith = (piece: Piece, env: Readonly<Record<string, string>>) => {
  piece.env = env
  piece.proving()
  piece.env = {}
}
/** Proves the right code in another environment, and commits the wrong one. */
const provenThere = (env: (right: Folder, piece: Piece) => Readonly<Record<string, string>>) => (piece: Piece) => {
  const there = copyOf(piece.folder)
  there.write({ 'sum.js': wrong })
  provingWith(piece, env(there, piece))
  piece.breaks()
}
/** Proves with a helper that does not come with a clone. */
const withHelper = (hide: (piece: Piece) => void) => (piece: Piece) => {
  piece.folder.write({
    'sum.js': "exports.add = require('./lib/add.js')\n",
    'lib/add.js': 'module.exports = (a, b) => a + b\n',
  })
  hide(piece)
  piece.proving()
}
const committedWithoutHelper = (piece: Piece) => {
  piece.end()
  gitInTurn(piece.folder, ['reset', '-q'], ['add', '.ai', 'sum.js'], ['commit', '-qm', 'a part'])
  piece.folder.remove('lib')
}
/** git writes what was committed as its settings say, and takes it for unchanged. */
const inRepository = (piece: Piece) => {
  const { folder } = piece
  piece.breaks()
  gitInTurn(folder, ['-c', 'filter.swap.clean=cat', 'add', '-A'], ['commit', '-qm', 'wrong'])
  folder.remove('sum.js')
  git(folder, 'checkout', '-q', 'sum.js')
  if (folder.read('sum.js') !== right) throw new Error('git has not written the right code')
  // git looks again at what is as old as its index.
  const later = Date.now() / 1000 + 3600
  utimesSync(join(folder.path, '.git/index'), later, later)
  piece.proving()
}
const withReplacements = (clone: Folder) => git(clone, 'fetch', '-q', 'origin', 'refs/replace/*:refs/replace/*')
const setting = (name: string, value: string) => ({
  GIT_CONFIG_COUNT: '1',
  GIT_CONFIG_KEY_0: name,
  GIT_CONFIG_VALUE_0: value,
})
/** Proves, with git told that what is here is what was committed: the wrong code. */
const hidden = (flag: string) => (piece: Piece) => {
  piece.breaks()
  commitAll(piece.folder)
  git(piece.folder, 'update-index', flag, 'sum.js')
  piece.folder.write({ 'sum.js': right })
  piece.proving()
}

/** Cheats that the same finds, in every workflow, all after the same work. */
const each = (
  found: string,
  [from, first]: readonly [from: Stage, first?: (piece: Piece) => unknown],
  acts: Readonly<Record<string, Cheat['do']>>,
): Record<string, Cheat> =>
  mapValues(acts, (act) => ({
    from,
    found: all(found),
    do(piece, workflow) {
      first?.(piece)
      return act(piece, workflow)
    },
  }))

const cheats: Readonly<Record<string, Cheat>> = {
  // Its end refuses.
  ...each('end', ['worked'], {
    'it is claimed without a run': breaking,
    'the log is that of another piece of work': async (piece, workflow) => {
      const other = await led(workflow, 'begun', workflow === 'collab' ? 'named' : 'archived')
      other.work()
      other.prove()
      piece.breaks()
      piece.folder.write({ [proofs(piece)]: other.folder.read(proofs(other)) })
    },
    'git is told that nothing changes there': hidden('--assume-unchanged'),
    'git is told to skip the file': hidden('--skip-worktree'),
    'git has a sparse checkout without the file': (piece) => {
      piece.breaks()
      commitAll(piece.folder)
      git(piece.folder, 'sparse-checkout', 'set', '--no-cone', '/*', '!/sum.js')
      piece.folder.write({ 'sum.js': right })
      piece.proving()
    },
    'git is told another folder': provenThere(({ path }) => ({ GIT_WORK_TREE: path, GIT_DIR: join(path, '.git') })),
    'git is told other objects': provenThere(({ path }) => ({ GIT_OBJECT_DIRECTORY: join(path, '.git/objects') })),
    'git is told more objects': provenThere(({ path }) => ({
      GIT_ALTERNATE_OBJECT_DIRECTORIES: join(path, '.git/objects'),
    })),
    'git is told another index': provenThere(({ path }) => ({ GIT_INDEX_FILE: join(path, '.git/index') })),
    'git is told other settings': provenThere(({ path }) => setting('core.worktree', path)),
    'git is told another name of replacements': provenThere(() => ({ GIT_REPLACE_REF_BASE: 'refs/heads/' })),
    'git is told a common folder': provenThere(({ path }) => ({ GIT_COMMON_DIR: join(path, '.git') })),
    'git has another folder in its settings': provenThere(({ path }, { folder }) => {
      git(folder, 'config', 'core.worktree', path)
      return {}
    }),
    'another git is found first': provenThere(({ path }) =>
      falseProgram('git', `cd '${path}' && exec '${realGit}' "$@"`),
    ),
  }),
  ...each('end', ['proven'], {
    'it is claimed after a run that failed': failing,
    'it is claimed after an edit': breaking,
    'the log and the state are those of the commit before the run that failed': (piece) => {
      commitAll(piece.folder)
      failing(piece)
      git(piece.folder, 'checkout', 'HEAD', '--', piece.home)
    },
    'git is told not to look at the log when the run that failed is committed': (piece) => {
      commitAll(piece.folder)
      git(piece.folder, 'update-index', '--skip-worktree', proofs(piece))
      failing(piece)
    },
  }),
  ...each('end', ['proven', failing], {
    'the run that failed is taken out': (piece) => inLines(piece, proofs(piece), (lines) => lines.slice(0, -1)),
    'the run that failed is put before the one that passed': (piece) =>
      inLines(piece, proofs(piece), (lines) => lines.toReversed()),
    'the run that passed is written down once more': (piece) =>
      inLines(piece, proofs(piece), ([first = '', ...more]) => [first, ...more, first]),
    'the run that failed is edited': (piece) =>
      rewrite(piece, proofs(piece), (text) => text.replaceAll('"failed","exit":1', '"passed","exit":0')),
    'the log is repaired once the run that failed was damaged': (piece) => {
      inLines(piece, proofs(piece), (lines) => [...lines.slice(0, -1), 'garbage'])
      piece.spell('doctor', '--fix')
    },
  }),
  'the end is taken back, the code edited, and the end reached again': {
    from: 'done',
    do(piece, workflow) {
      piece.do(...(workflow === 'engineer' ? [] : [workflow]), 'undo')
      piece.breaks()
    },
    found: { engineer: 'end', hope: 'end', collab: 'criterion-not-proven' },
  },
  'the box is ticked by a letter that looks like an x': {
    from: 'worked',
    do: (piece) => rewrite(piece, `${piece.home}/plan.md`, (text) => text.replace('[ ]', '[\u0445]')),
    found: { engineer: 'end', hope: noBoxes, collab: noBoxes },
  },

  // Nothing but a run can show it.
  ...each('rerun', ['worked'], {
    'a filter of git makes another text of the file': (piece) => {
      const { path } = makeFolder({ 'sum.js': wrong })
      piece.folder.write({ '.gitattributes': 'sum.js filter=swap\n' })
      git(piece.folder, 'config', 'filter.swap.clean', `cat '${path}/sum.js'`)
      piece.proving()
    },
    'a filter of git writes another text than was committed': (piece) => {
      piece.folder.write({ '.gitattributes': 'sum.js filter=swap\n', 'right.txt': right })
      git(piece.folder, 'config', 'filter.swap.smudge', 'cat right.txt')
      inRepository(piece)
    },
    'the line endings are other ones than were committed': (piece) => {
      const text =
        "const text = require('fs').readFileSync(__filename, 'latin1')\r\nexports.add = (a, b) => (text.includes('\\r') ? a + b : a - b)\r\n"
      piece.folder.write({ 'sum.js': text, '.gitattributes': 'sum.js text\n' })
      piece.proving()
    },
    'a helper is excluded in the settings of the account': (piece) => {
      const { path } = makeFolder({ excluded: 'lib/\n', config: '' })
      git(piece.folder, 'config', '--file', join(path, 'config'), 'core.excludesFile', join(path, 'excluded'))
      piece.env = { GIT_CONFIG_GLOBAL: join(path, 'config') }
      withHelper(() => {})(piece)
      committedWithoutHelper(piece)
    },
    'a helper is excluded in this clone': withHelper(({ folder }) => folder.write({ '.git/info/exclude': 'lib/\n' })),
    'a helper is a repository that no clone gets': withHelper(({ folder }) => {
      const inner = { path: join(folder.path, 'lib') }
      gitInTurn(inner, ['init', '-q'], ['add', '-A'], ['commit', '-qm', 'helper'])
      git(folder, '-c', 'advice.addEmbeddedRepo=false', 'add', 'lib')
    }),
    'a helper is behind a link that leads outside': withHelper(({ folder }) => {
      const { path } = makeFolder({ 'add.js': folder.read('lib/add.js') })
      folder.remove('lib')
      symlinkSync(path, join(folder.path, 'lib'))
      // As on another machine.
      helpers.push(join(path, 'add.js'))
    }),
  }),
  ...each('rerun', ['worked', breaking], {
    'another program is found first': (piece) => provingWith(piece, falseProgram('node', 'exit 0')),
    'a program has the right code only while it runs': (piece) => {
      const { path } = makeFolder({ 'sum.js': right })
      const swap = `cp -p sum.js '${path}/was' && cp '${path}/sum.js' sum.js`
      const back = `cp '${path}/was' sum.js; touch -r '${path}/was' sum.js`
      provingWith(piece, falseProgram('node', `${swap}; '${process.execPath}' "$@"; was=$?; ${back}; exit $was`))
    },
    'the program is told to load something before': (piece) => {
      const { path } = makeFolder({ 'shim.js': 'process.exit(0)\n' })
      provingWith(piece, { NODE_OPTIONS: `--require=${JSON.stringify(`${path}/shim.js`)}` })
    },
  }),
  'another blob stands for what was committed': {
    from: 'worked',
    do(piece) {
      const [bad, good] = [wrong, right].map((text) => {
        const { path } = makeFolder({ 'sum.js': text })
        return git(piece.folder, 'hash-object', '-w', `${path}/sum.js`).trim()
      })
      git(piece.folder, 'replace', bad as string, good as string)
      inRepository(piece)
    },
    inClone: withReplacements,
    found: all('rerun'),
  },

  // A clone has another text than was proven.
  ...each('criterion-not-proven', ['done'], {
    'it is archived, and the code edited': async (piece) => {
      await piece.archive()
      piece.breaks()
    },
    'the index has the wrong code, and is committed': (piece) => {
      commitAll(piece.folder)
      const { path } = makeFolder({ 'sum.js': wrong })
      const id = git(piece.folder, 'hash-object', '-w', `${path}/sum.js`).trim()
      gitInTurn(piece.folder, ['update-index', '--cacheinfo', `100644,${id},sum.js`], ['commit', '-qm', 'wrong'])
      git(piece.folder, 'checkout', '-q', '.')
    },
    'the commit is amended': (piece) => {
      commitAll(piece.folder)
      piece.breaks()
      git(piece.folder, 'commit', '-qa', '--amend', '--no-edit')
    },
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
  }),
  ...each('criterion-not-proven', ['done', breaking], {
    'the code is edited, and it is archived': (piece) => piece.archive(),
    'a tag has the name of the base': (piece) => {
      commitAll(piece.folder)
      git(piece.folder, 'tag', 'main')
    },
    'the log is a link to another file': (piece) => {
      const elsewhere = makeFolder({ 'proofs.jsonl': piece.folder.read(proofs(piece)) })
      piece.folder.remove(proofs(piece))
      symlinkSync(join(elsewhere.path, 'proofs.jsonl'), join(piece.folder.path, proofs(piece)))
    },
  }),
  ...each('criterion-not-proven', ['worked'], {
    'a file is only meant to be added': (piece) => {
      withHelper(({ folder }) => void git(folder, 'add', '-N', 'lib/add.js'))(piece)
      committedWithoutHelper(piece)
    },
  }),
  ...each('criterion-not-proven', ['begun'], {
    'the code is reverted, the records are not': (piece) => {
      commitAll(piece.folder)
      piece.breaks()
      commitAll(piece.folder)
      piece.folder.write({ 'sum.js': right })
      git(piece.folder, 'commit', '-qam', 'right')
      const commit = git(piece.folder, 'rev-parse', 'HEAD').trim()
      toTheEnd(piece)
      commitAll(piece.folder)
      git(piece.folder, 'revert', '--no-edit', commit)
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
    found: all('criterion-not-proven'),
  },
  'the base is said to be the commit that is judged': {
    from: 'done',
    do: breaking,
    inClone(clone) {
      const [main = '', head = ''] = ['origin/main', 'HEAD'].map((name) => git(clone, 'rev-parse', name).trim())
      clone.write({ '.git/info/grafts': `${main} ${head}\n` })
      git(clone, 'replace', main, head)
    },
    found: all('criterion-not-proven'),
  },
  'the work ends by the way around its end': {
    from: 'begun',
    do(piece, workflow) {
      if (workflow === 'engineer') piece.do('override', 'ACHIEVE_COMPLETE', '--reason', 'it works')
      else piece.do(workflow, ...(workflow === 'hope' ? ['cancel'] : ['stop']))
    },
    found: { ...all('criterion-not-proven'), engineer: 'criterion-not-proven, work-not-complete' },
  },

  // The records say something else.
  ...each('proof-broken, criterion-not-proven', ['done', breaking], {
    'the run gets the tree of the wrong code': (piece) =>
      rewrite(piece, proofs(piece), (text) => text.replaceAll(/"treeAll":"[0-9a-f]{8}/g, '"treeAll":"00000000')),
    'the log is ignored by git': (piece) => piece.folder.write({ '.gitignore': 'proofs.jsonl\n' }),
  }),
  ...each('history-chain-broken, criterion-not-proven', ['done', breaking], {
    'an entry of the history says that it was shown': (piece) =>
      rewrite(piece, history(piece), (text) => text.replaceAll('"proofs":"', '"proofs":"0')),
  }),
  'what is to be shown is reworded after the pass': {
    from: 'done',
    do(piece, workflow) {
      piece.breaks()
      rewrite(piece, where(workflow, piece), (text) => text.replace(/adds|item-1/, 'item-2'))
    },
    found: { ...all('context-by-hand, criterion-not-proven'), engineer: 'criterion-not-proven, criteria-changed' },
  },
  'its command is another one after the pass': {
    from: 'done',
    do(piece, workflow) {
      piece.breaks()
      rewrite(piece, where(workflow, piece), (text) => text.replaceAll('node t.js', 'true'))
    },
    found: {
      engineer: 'criterion-not-proven, criteria-changed',
      hope: 'context-by-hand, criterion-not-proven',
      collab: 'state-line-changed, criterion-not-proven',
    },
  },
  'it is put into a comment, or taken out': {
    from: 'done',
    do(piece, workflow) {
      piece.breaks()
      if (workflow === 'engineer')
        rewrite(piece, `${piece.home}/plan.md`, (text) => text.replace(/- \[x\].*/s, '<!--\n$&-->\n'))
      else rewrite(piece, state(piece), (text) => text.replace(/"(criteria|tasks)":\[\{.*?\}\]/, '"$1":[]'))
    },
    found: { engineer: 'criteria-changed', hope: 'context-by-hand, criterion-not-proven', collab: 'context-by-hand' },
  },
  'its command stands where no command does': {
    from: 'begun',
    do(piece, workflow) {
      piece.breaks()
      if (workflow === 'hope') {
        piece.do('hope', 'cancel')
        const by = '(Verify\uff1a node t.js)'
        piece.do('hope', 'start', `Add\nDONE: adds ${by}\nMUST NOT: subtract ${by}`, '--points', '1')
      } else {
        piece.do('finite')
        rewrite(piece, `${piece.home}/plan.md`, (text) => text.replace('run:', 'Run\uff1a'))
        piece.do('accio')
      }
      piece.work()
      piece.end()
    },
    found: {
      engineer: 'criterion-not-proven, work-not-complete',
      hope: 'criterion-not-proven',
      collab: 'not: its task graph has no other keys than its own, and is refused with one',
    },
  },
  'the state says that it is shown': {
    from: 'worked',
    do(piece, workflow) {
      piece.breaks()
      rewrite(piece, state(piece), (text) =>
        text
          .replace('"current_state": "ACHIEVE_TASK_DRAFTING"', '"current_state": "ACHIEVE_COMPLETE"')
          .replace('"loop.wave_execution"', '"completed"')
          .replace('"shown":{}', '"shown":{"C1":"proven","M1":"proven"},"outcome":"satisfied"')
          .replace('"status":"in_progress"}', '"status":"completed"}')
          .replace(/"current_state": "[a-z-]+"/, workflow === 'collab' ? '"current_state": "done"' : '$&'),
      )
    },
    found: {
      engineer: 'state-by-hand, criterion-not-proven, work-not-complete',
      hope: 'state-by-hand, context-by-hand, criterion-not-proven',
      collab: 'state-by-hand, context-by-hand, criterion-not-proven',
    },
  },

  // The records are not there.
  ...each('history-removed', ['begun', brokenAtTheEnd], {
    'state and history are thrown away with the log': (piece) =>
      piece.folder.remove(state(piece), history(piece), proofs(piece)),
    'all records are in another folder': (piece) => {
      piece.folder.write({ 'packages/api/a.js': '' })
      piece.folder.rename('.ai', 'packages/api/.ai')
    },
    'all records are a repository of their own': (piece) => {
      const records = { path: join(piece.folder.path, '.ai') }
      git(piece.folder, 'rm', '-rqf', '--cached', '.ai')
      gitInTurn(records, ['init', '-q'], ['add', '-A'], ['commit', '-qm', 'records'])
    },
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

  // The settings ask for less.
  ...each('settings-weaker', ['begun', askingForAll], {
    'the settings ask for less': (piece) => {
      piece.folder.write({ '.ai/spell.json': '{}\n' })
      toTheEnd(piece)
    },
    'the settings are a link to weaker ones': (piece) => {
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
    found: all('work-missing'),
  },
}

const helpers: string[] = []
const realGit = (process.env.PATH ?? '')
  .split(':')
  .map((folder) => join(folder, 'git'))
  .find((path) => existsSync(path))

/** What has named it. */
async function foundBy(workflow: WorkflowName, { from, do: act, inClone, args = [] }: Cheat): Promise<string> {
  const piece = await led(workflow, from)
  await act(piece, workflow)
  const isThere = existsSync(join(piece.folder.path, state(piece)))
  const goesOn = isThere && !piece.isOver && from !== 'begun'
  if (goesOn) piece.end()
  const isRefused = goesOn && !piece.isOver
  commitAll(piece.folder)
  for (const path of helpers.splice(0)) rmSync(path)
  const clone = cloneOf(piece.folder)
  inClone?.(clone)
  const check = (...more: string[]) => {
    const asked = ['check', '--base', 'main', '--require', 'proven', '--json', ...args, ...more]
    const { exitCode, stdout, stderr } = spellHere(clone.path, asked, { env: { CI: 'true' } })
    if (exitCode === 0) return []
    const { findings = [], code } = JSON.parse(stdout || stderr)
    return code ? [code] : [...new Set<string>(findings.map(({ rule }: { rule: string }) => rule))]
  }
  const rules = check()
  if (rules.length > 0) return isRefused ? 'end' : rules.join(', ')
  return check('--rerun', '--allow-commands').join() === 'rerun-failed' ? 'rerun' : 'NOT FOUND'
}

describeOnPosix.each(workflows)('in work of %s it is found that', (workflow) => {
  test.each(Object.entries(cheats).filter(([, { found }]) => !found[workflow].startsWith('not: ')))(
    '%s',
    async (_, cheat) => {
      expect(await foundBy(workflow, cheat)).toBe(cheat.found[workflow])
    },
  )
})
