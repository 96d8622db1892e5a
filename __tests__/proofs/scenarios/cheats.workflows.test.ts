import { chmodSync, existsSync, rmSync, symlinkSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
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
/** What was begun is in the base, too. */
const ontoMain = (piece: Piece) => {
  commitAll(piece.folder)
  git(piece.folder, 'branch', '-f', 'main')
}
/** Leads work that has begun to its honest end. */
const toTheEnd = (piece: Piece) => {
  piece.work()
  piece.prove()
  piece.end()
}
/** A program of that name that is found before the real one. */
function falseProgram(name: string, script: string): Readonly<Record<string, string>> {
  const folder = makeFolder({ [name]: `#!/bin/sh\n${script}\n` })
  chmodSync(join(folder.path, name), 0o755)
  return { PATH: `${folder.path}:${process.env.PATH}` }
}
/** Proves the right code in another environment, and commits the wrong one. */
const provenThere = (env: (right: Folder) => Readonly<Record<string, string>>) => (piece: Piece) => {
  const there = copyOf(piece.folder)
  there.write({ 'sum.js': wrong })
  piece.env = env(there)
  piece.proving()
  piece.env = {}
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
/** Proves, with git told that what lies here is what was committed: the wrong code. */
const hidden = (flag: string) => (piece: Piece) => {
  piece.breaks()
  commitAll(piece.folder)
  git(piece.folder, 'update-index', flag, 'sum.js')
  piece.folder.write({ 'sum.js': right })
  piece.proving()
}

const cheats: Readonly<Record<string, Cheat>> = {
  // The claim.
  'it is claimed without a run': { from: 'worked', do: (piece) => piece.breaks(), found: all('end') },
  'it is claimed after a run that failed': { from: 'proven', do: failing, found: all('end') },
  'it is claimed after an edit': { from: 'proven', do: (piece) => piece.breaks(), found: all('end') },
  'the end is taken back, the code edited, and the end reached again': {
    from: 'done',
    do(piece, workflow) {
      piece.do(...(workflow === 'engineer' ? [] : [workflow]), 'undo')
      piece.breaks()
    },
    found: { engineer: 'end', hope: 'end', collab: 'criterion-not-proven' },
  },
  'the work ends by the way around its end': {
    from: 'begun',
    do(piece, workflow) {
      if (workflow === 'engineer') piece.do('override', 'ACHIEVE_COMPLETE', '--reason', 'it works')
      else piece.do(workflow, ...(workflow === 'hope' ? ['cancel', '--now'] : ['stop']))
    },
    found: { ...all('criterion-not-proven'), engineer: 'criterion-not-proven, work-not-complete' },
  },
  'the box is ticked by a letter that looks like an x': {
    from: 'worked',
    do: (piece) => rewrite(piece, `${piece.home}/plan.md`, (text) => text.replace('[ ]', '[\u0445]')),
    found: { engineer: 'end', hope: noBoxes, collab: noBoxes },
  },

  // The log of proofs.
  'the run that failed is taken out': {
    from: 'proven',
    do(piece) {
      failing(piece)
      inLines(piece, proofs(piece), (lines) => lines.slice(0, -1))
    },
    found: all('end'),
  },
  'the run that failed is put before the one that passed': {
    from: 'proven',
    do(piece) {
      failing(piece)
      inLines(piece, proofs(piece), (lines) => lines.toReversed())
    },
    found: all('end'),
  },
  'the run that passed is written down once more': {
    from: 'proven',
    do(piece) {
      failing(piece)
      inLines(piece, proofs(piece), ([first = '', ...more]) => [first, ...more, first])
    },
    found: all('end'),
  },
  'the run that failed is edited': {
    from: 'proven',
    do(piece) {
      failing(piece)
      rewrite(piece, proofs(piece), (text) => text.replaceAll('"failed","exit":1', '"passed","exit":0'))
    },
    found: all('end'),
  },
  'the run gets the tree of the wrong code': {
    from: 'done',
    do(piece) {
      piece.breaks()
      rewrite(piece, proofs(piece), (text) => text.replaceAll(/"treeAll":"[0-9a-f]{8}/g, '"treeAll":"00000000'))
    },
    found: all('proof-broken, criterion-not-proven'),
  },
  'the log is that of another piece of work': {
    from: 'worked',
    async do(piece, workflow) {
      const other = await led(workflow, 'begun', workflow === 'collab' ? 'named' : 'archived')
      other.work()
      other.prove()
      piece.breaks()
      piece.folder.write({ [proofs(piece)]: other.folder.read(proofs(other)) })
    },
    found: all('end'),
  },
  'the log and the state are those of the commit before the run that failed': {
    from: 'proven',
    do(piece) {
      commitAll(piece.folder)
      failing(piece)
      git(piece.folder, 'checkout', 'HEAD', '--', piece.home)
    },
    found: all('end'),
  },
  'the log is a link to another file': {
    from: 'done',
    do(piece) {
      piece.breaks()
      const elsewhere = makeFolder({ 'proofs.jsonl': piece.folder.read(proofs(piece)) })
      piece.folder.remove(proofs(piece))
      symlinkSync(join(elsewhere.path, 'proofs.jsonl'), join(piece.folder.path, proofs(piece)))
    },
    found: all('criterion-not-proven'),
  },
  'the log is ignored by git': {
    from: 'done',
    do(piece) {
      piece.breaks()
      piece.folder.write({ '.gitignore': 'proofs.jsonl\n' })
    },
    found: all('proof-broken, criterion-not-proven'),
  },
  'the log is repaired once the run that failed was damaged': {
    from: 'proven',
    do(piece) {
      failing(piece)
      inLines(piece, proofs(piece), (lines) => [...lines.slice(0, -1), 'garbage'])
      piece.spell('doctor', '--fix')
    },
    found: all('end'),
  },
  'git is told not to look at the log when the run that failed is committed': {
    from: 'proven',
    do(piece) {
      commitAll(piece.folder)
      git(piece.folder, 'update-index', '--skip-worktree', proofs(piece))
      failing(piece)
    },
    found: all('end'),
  },

  // What is to be shown.
  'what is to be shown is reworded after the pass': {
    from: 'done',
    do(piece, workflow) {
      piece.breaks()
      rewrite(piece, where(workflow, piece), (text) => text.replace(/adds|item-1/, 'item-2'))
    },
    found: {
      engineer: 'criterion-not-proven, criteria-reworded',
      hope: 'context-by-hand, criterion-not-proven',
      collab: 'context-by-hand, criterion-not-proven',
    },
  },
  'its command is another one after the pass': {
    from: 'done',
    do(piece, workflow) {
      piece.breaks()
      rewrite(piece, where(workflow, piece), (text) => text.replaceAll('node t.js', 'true'))
    },
    found: {
      engineer: 'criterion-not-proven, criterion-command-changed',
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
    found: {
      engineer: 'criteria-dropped',
      hope: 'context-by-hand, criterion-not-proven',
      collab: 'context-by-hand',
    },
  },
  'its command stands where no command does': {
    from: 'begun',
    do(piece, workflow) {
      piece.breaks()
      if (workflow === 'hope') {
        piece.do('hope', 'cancel', '--now')
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
          .replace('"loop.verify_gate"', '"completed"')
          .replace('"shown":{}', '"shown":{"C1":"proven","M1":"proven"},"outcome":"satisfied"')
          .replace('"status":"in_progress","dependsOn"', '"status":"completed","dependsOn"')
          .replace(/"current_state": "[a-z-]+"/, workflow === 'collab' ? '"current_state": "done"' : '$&'),
      )
    },
    found: {
      engineer: 'state-by-hand, criterion-not-proven, work-not-complete',
      hope: 'state-by-hand, context-by-hand, criterion-not-proven',
      collab: 'state-by-hand, context-by-hand, criterion-not-proven',
    },
  },
  'an entry of the history says that it was shown': {
    from: 'done',
    do(piece) {
      piece.breaks()
      rewrite(piece, history(piece), (text) => text.replaceAll('"proofs":"', '"proofs":"0'))
    },
    found: all('history-chain-broken, criterion-not-proven'),
  },
  'state and history are thrown away with the log': {
    from: 'begun',
    do(piece) {
      ontoMain(piece)
      toTheEnd(piece)
      piece.breaks()
      piece.folder.remove(state(piece), history(piece), proofs(piece))
    },
    found: all('history-removed'),
  },

  // Where the work is.
  'it is archived, and the code edited': {
    from: 'done',
    async do(piece) {
      await piece.archive()
      piece.breaks()
    },
    found: all('criterion-not-proven'),
  },
  'the code is edited, and it is archived': {
    from: 'done',
    async do(piece) {
      piece.breaks()
      await piece.archive()
    },
    found: all('criterion-not-proven'),
  },
  'its folder has another name': {
    from: 'begun',
    do(piece) {
      ontoMain(piece)
      toTheEnd(piece)
      piece.breaks()
      piece.folder.rename(piece.home, `${piece.home}-old`)
    },
    found: { engineer: 'history-removed', hope: 'history-removed', collab: 'criterion-not-proven' },
  },
  'all records are in another folder': {
    from: 'begun',
    do(piece) {
      ontoMain(piece)
      toTheEnd(piece)
      piece.breaks()
      piece.folder.write({ 'packages/api/a.js': '' })
      piece.folder.rename('.ai', 'packages/api/.ai')
    },
    found: all('history-removed'),
  },
  'all records are a repository of their own': {
    from: 'begun',
    do(piece) {
      ontoMain(piece)
      toTheEnd(piece)
      piece.breaks()
      const records = { path: join(piece.folder.path, '.ai') }
      git(piece.folder, 'rm', '-rqf', '--cached', '.ai')
      gitInTurn(records, ['init', '-q'], ['add', '-A'], ['commit', '-qm', 'records'])
    },
    found: all('history-removed'),
  },
  'all records are ignored by git, and not committed any more': {
    from: 'begun',
    do(piece) {
      ontoMain(piece)
      toTheEnd(piece)
      piece.breaks()
      piece.folder.write({ '.gitignore': '.ai/\n' })
      git(piece.folder, 'rm', '-rqf', '--cached', '.ai')
    },
    found: all('history-removed'),
  },

  // What git says lies here.
  'git is told that nothing changes there': { from: 'worked', do: hidden('--assume-unchanged'), found: all('end') },
  'git has a sparse checkout without the file': {
    from: 'worked',
    do(piece) {
      piece.breaks()
      commitAll(piece.folder)
      git(piece.folder, 'sparse-checkout', 'set', '--no-cone', '/*', '!/sum.js')
      piece.folder.write({ 'sum.js': right })
      piece.proving()
    },
    found: all('end'),
  },
  'git is told to skip the file': { from: 'worked', do: hidden('--skip-worktree'), found: all('end') },
  'a filter of git makes another text of the file': {
    from: 'worked',
    do(piece) {
      const { path } = makeFolder({ 'sum.js': wrong })
      piece.folder.write({ '.gitattributes': 'sum.js filter=swap\n' })
      git(piece.folder, 'config', 'filter.swap.clean', `cat '${path}/sum.js'`)
      piece.proving()
    },
    found: all('rerun'),
  },
  'a filter of git writes another text than was committed': {
    from: 'worked',
    do(piece) {
      piece.folder.write({ '.gitattributes': 'sum.js filter=swap\n', 'right.txt': right })
      git(piece.folder, 'config', 'filter.swap.smudge', 'cat right.txt')
      inRepository(piece)
    },
    found: all('rerun'),
  },
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
  'the line endings are other ones than were committed': {
    from: 'worked',
    do(piece) {
      const text =
        "const text = require('fs').readFileSync(__filename, 'latin1')\r\nexports.add = (a, b) => (text.includes('\\r') ? a + b : a - b)\r\n"
      piece.folder.write({ 'sum.js': text, '.gitattributes': 'sum.js text\n' })
      piece.proving()
    },
    found: all('rerun'),
  },
  'a helper is excluded in the settings of the account': {
    from: 'worked',
    do(piece) {
      const { path } = makeFolder({ excluded: 'lib/\n', config: '' })
      git(piece.folder, 'config', '--file', join(path, 'config'), 'core.excludesFile', join(path, 'excluded'))
      piece.env = { GIT_CONFIG_GLOBAL: join(path, 'config') }
      withHelper(() => {})(piece)
      piece.end()
      gitInTurn(piece.folder, ['add', '.ai', 'sum.js'], ['commit', '-qm', 'a part'])
      piece.folder.remove('lib')
    },
    found: all('rerun'),
  },
  'a helper is excluded in this clone': {
    from: 'worked',
    do: withHelper(({ folder }) => folder.write({ '.git/info/exclude': 'lib/\n' })),
    found: all('rerun'),
  },
  'a helper is a repository that no clone gets': {
    from: 'worked',
    do: withHelper(({ folder }) => {
      const inner = { path: join(folder.path, 'lib') }
      gitInTurn(inner, ['init', '-q'], ['add', '-A'], ['commit', '-qm', 'helper'])
      git(folder, '-c', 'advice.addEmbeddedRepo=false', 'add', 'lib')
    }),
    found: all('rerun'),
  },
  'a helper is behind a link that leads outside': {
    from: 'worked',
    do: withHelper(({ folder }) => {
      const { path } = makeFolder({ 'add.js': folder.read('lib/add.js') })
      folder.remove('lib')
      symlinkSync(path, join(folder.path, 'lib'))
      // As on another machine.
      helpers.push(join(path, 'add.js'))
    }),
    found: all('rerun'),
  },
  'a file is only meant to be added': {
    from: 'worked',
    do(piece) {
      withHelper(({ folder }) => void git(folder, 'add', '-N', 'lib/add.js'))(piece)
      piece.end()
      gitInTurn(piece.folder, ['reset', '-q'], ['add', '.ai', 'sum.js'], ['commit', '-qm', 'a part'])
      piece.folder.remove('lib')
    },
    found: all('criterion-not-proven'),
  },
  'the index has the wrong code, and is committed': {
    from: 'done',
    do(piece) {
      commitAll(piece.folder)
      const { path } = makeFolder({ 'sum.js': wrong })
      const id = git(piece.folder, 'hash-object', '-w', `${path}/sum.js`).trim()
      gitInTurn(piece.folder, ['update-index', '--cacheinfo', `100644,${id},sum.js`], ['commit', '-qm', 'wrong'])
      git(piece.folder, 'checkout', '-q', '.')
    },
    found: all('criterion-not-proven'),
  },
  'the commit is amended': {
    from: 'done',
    do(piece) {
      commitAll(piece.folder)
      piece.breaks()
      git(piece.folder, 'commit', '-qa', '--amend', '--no-edit')
    },
    found: all('criterion-not-proven'),
  },
  'a merge brings the wrong code': {
    from: 'done',
    do(piece) {
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
    found: all('criterion-not-proven'),
  },
  'the code is reverted, the records are not': {
    from: 'begun',
    do(piece) {
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
    found: all('criterion-not-proven'),
  },
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
    do: (piece) => piece.breaks(),
    inClone(clone) {
      const [main = '', head = ''] = ['origin/main', 'HEAD'].map((name) => git(clone, 'rev-parse', name).trim())
      clone.write({ '.git/info/grafts': `${main} ${head}\n` })
      git(clone, 'replace', main, head)
    },
    found: all('criterion-not-proven'),
  },
  'a tag has the name of the base': {
    from: 'done',
    do(piece) {
      piece.breaks()
      commitAll(piece.folder)
      git(piece.folder, 'tag', 'main')
    },
    found: all('criterion-not-proven'),
  },

  // Where the command runs.
  'git is told another folder': {
    from: 'worked',
    do: provenThere(({ path }) => ({ GIT_WORK_TREE: path, GIT_DIR: join(path, '.git') })),
    found: all('end'),
  },
  ...Object.fromEntries(
    [
      ['other objects', ({ path }: Folder) => ({ GIT_OBJECT_DIRECTORY: join(path, '.git/objects') })],
      ['more objects', ({ path }: Folder) => ({ GIT_ALTERNATE_OBJECT_DIRECTORIES: join(path, '.git/objects') })],
      ['another index', ({ path }: Folder) => ({ GIT_INDEX_FILE: join(path, '.git/index') })],
      ['other settings', ({ path }: Folder) => setting('core.worktree', path)],
      ['another name of replacements', () => ({ GIT_REPLACE_REF_BASE: 'refs/heads/' })],
      ['a common folder', ({ path }: Folder) => ({ GIT_COMMON_DIR: join(path, '.git') })],
    ].map(([what, env]) => [
      `git is told ${what as string}`,
      { from: 'worked', do: provenThere(env as (there: Folder) => Record<string, string>), found: all('end') },
    ]),
  ),
  'git has another folder in its settings': {
    from: 'worked',
    do: (piece) =>
      provenThere(({ path }) => {
        git(piece.folder, 'config', 'core.worktree', path)
        return {}
      })(piece),
    found: all('end'),
  },
  'another git is found first': {
    from: 'worked',
    do: provenThere(({ path }) => falseProgram('git', `cd '${path}' && exec '${realGit}' "$@"`)),
    found: all('end'),
  },
  'another program is found first': {
    from: 'worked',
    do(piece) {
      piece.breaks()
      piece.env = falseProgram('node', 'exit 0')
      piece.proving()
      piece.env = {}
    },
    found: all('rerun'),
  },
  'a program has the right code only while it runs': {
    from: 'worked',
    do(piece) {
      piece.breaks()
      const { path } = makeFolder({ 'sum.js': right })
      const swap = `cp -p sum.js '${path}/was' && cp '${path}/sum.js' sum.js`
      const back = `cp '${path}/was' sum.js; touch -r '${path}/was' sum.js`
      piece.env = falseProgram('node', `${swap}; '${process.execPath}' "$@"; was=$?; ${back}; exit $was`)
      piece.proving()
      piece.env = {}
    },
    found: all('rerun'),
  },
  'the program is told to load something before': {
    from: 'worked',
    do(piece) {
      piece.breaks()
      const { path } = makeFolder({ 'shim.js': 'process.exit(0)\n' })
      piece.env = { NODE_OPTIONS: `--require=${JSON.stringify(`${path}/shim.js`)}` }
      piece.proving()
      piece.env = {}
    },
    found: all('rerun'),
  },

  // Settings.
  'the settings ask for less': {
    from: 'begun',
    do(piece) {
      piece.folder.write({ '.ai/spell.json': '{"proof": {"always": ["node all.js"]}}\n' })
      ontoMain(piece)
      piece.folder.write({ '.ai/spell.json': '{}\n' })
      toTheEnd(piece)
    },
    found: all('settings-weaker'),
  },
  'the settings are a link to weaker ones': {
    from: 'begun',
    do(piece) {
      piece.folder.write({ '.ai/spell.json': '{"proof": {"always": ["node all.js"]}}\n' })
      ontoMain(piece)
      piece.folder.remove('.ai/spell.json')
      piece.folder.write({ 'weak.json': '{}\n' })
      symlinkSync('../weak.json', join(piece.folder.path, '.ai/spell.json'))
      toTheEnd(piece)
    },
    found: all('settings-weaker'),
  },
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
