import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { copyOf, type Folder, makeFolder, makeRepository } from '../../support/folder'
import { pieceIn, program, type WorkflowName, wrong } from '../../support/packed-led'
import { type Run, spellHere } from '../../support/packed-program'
import { edit } from '../../support/packed-provable'
import { testOnPosix } from '../../support/posix'
import { cloneOf, commitAll, git, gitInTurn } from '../../support/team-repository'

// A month of a team whose CI asks for everything: twelve pull requests, each green as a request and once it is merged.
// And twelve faults, one in each of them, each red.

/** What the job of CI says in a fresh clone: of a request on its merge with the target branch, or of a push. */
function ci(folder: Folder, event: (clone: Folder) => object, base = ''): Run {
  const clone = cloneOf(folder)
  const file = join(makeFolder({ 'event.json': JSON.stringify(event(clone)) }).path, 'event.json')
  const asked = ['--require', 'proven', '--rerun', '--allow-commands', '--format', 'github']
  const env = { CI: 'true', GITHUB_EVENT_PATH: file, ...(base && { GITHUB_BASE_REF: base }) }
  return spellHere(clone.path, ['check', ...asked], { env })
}
const asRequest = (folder: Folder): Run =>
  ci(
    folder,
    (clone) => {
      const sha = git(clone, 'rev-parse', 'HEAD').trim()
      gitInTurn(clone, ['checkout', '-q', 'origin/main'], ['merge', '-q', '--no-ff', '-m', 'to test', sha])
      return { pull_request: { number: 1, head: { sha } } }
    },
    'main',
  )
const asPush = (folder: Folder, before: string): Run => ci(folder, () => ({ before }))

const merges: Readonly<Record<string, (folder: Folder, branch: string) => void>> = {
  merge: (folder, branch) => git(folder, 'merge', '-q', '--no-ff', '-m', `Merge ${branch}`, branch),
  squash(folder, branch) {
    git(folder, 'merge', '-q', '--squash', branch)
    commitAll(folder, branch)
  },
  rebase(folder, branch) {
    gitInTurn(folder, ['rebase', '-q', 'main', branch], ['checkout', '-q', 'main'])
    git(folder, 'merge', '-q', '--ff-only', branch)
  },
}

/** Work from its beginning to its end, with the code that it is for. */
async function done(folder: Folder, workflow: WorkflowName, name?: string) {
  const piece = pieceIn(folder, workflow, name)
  piece.begin()
  await piece.allow()
  piece.work()
  folder.write({ [`${name ?? workflow}.js`]: `// ${name ?? workflow}\n` })
  piece.prove()
  piece.end()
  expect(piece.isOver).toBe(true)
  return piece
}
const archives = (folder: Folder): string[] => [
  ...new Set(Object.keys(folder.contents('.ai/archive')).map((path) => path.split('/')[2] ?? '')),
]
const archived = async (folder: Folder, name: string) => (await done(folder, 'engineer', name)).archive()
const feature = (name: string) => async (folder: Folder) => void (await done(folder, 'engineer', name))

interface Request {
  readonly merge: keyof typeof merges
  /** What is done on its branch; what is not committed then is. */
  readonly work: (folder: Folder) => unknown
  /** What one of them may do wrong, and a rule that CI names then. */
  readonly fault: readonly [rule: string, plant: (folder: Folder) => unknown]
}

const records = (name: string) => `.ai/work/${name}`
const breaks = (folder: Folder) => folder.write({ 'sum.js': wrong })
/** A hook of the team that changes what is committed. */
function hook(folder: Folder, script: string): void {
  folder.write({ '.git/hooks/pre-commit': `#!/bin/sh\n${script}\ngit add sum.js\n` })
  chmodSync(join(folder.path, '.git/hooks/pre-commit'), 0o755)
}

const month: Readonly<Record<string, Request>> = {
  'a feature': { merge: 'merge', work: feature('export'), fault: ['rerun-failed', breaks] },
  'a feature in one commit': {
    merge: 'squash',
    work: feature('import'),
    fault: ['proof-broken', (folder) => folder.write({ [`${records('import')}/proofs.jsonl`]: '' })],
  },
  'a feature that is rebased': {
    merge: 'rebase',
    async work(folder) {
      await feature('totals')(folder)
      commitAll(folder)
      folder.write({ 'totals.js': '// totals, with taxes\n' })
      expect(pieceIn(folder, 'engineer', 'totals').spell('prove').exitCode).toBe(0)
    },
    fault: ['criteria-changed', (folder) => edit(folder, `${records('totals')}/plan.md`, 'node t.js', 'true')],
  },
  'a bot without work': {
    merge: 'squash',
    work: (folder) => folder.write({ 'package.json': '{"dependencies": {"csv": "2.0.0"}}\n' }),
    fault: ['history-removed', (folder) => folder.remove(records('export'))],
  },
  'a branch that is updated': {
    merge: 'merge',
    async work(folder) {
      await feature('prices')(folder)
      commitAll(folder)
      gitInTurn(folder, ['checkout', '-q', 'main'], ['commit', '-qm', 'meanwhile', '--allow-empty'])
      folder.write({ 'README.md': '# Sums\n' })
      commitAll(folder, 'docs')
      gitInTurn(folder, ['checkout', '-q', '-'], ['merge', '-q', '-m', 'update', 'main'])
    },
    fault: ['rerun-failed', breaks],
  },
  'what a hook formats': {
    merge: 'squash',
    async work(folder) {
      await feature('rates')(folder)
      hook(folder, 'echo "// formatted" >> sum.js')
    },
    fault: ['rerun-failed', (folder) => hook(folder, 'echo "exports.add = Math.min" >> sum.js')],
  },
  'two archives': {
    merge: 'merge',
    async work(folder) {
      await archived(folder, 'fees')
      await archived(folder, 'fines')
      expect(archives(folder)).toHaveLength(2)
    },
    fault: [
      'archived-file-changed',
      (folder) => edit(folder, `.ai/archive/${archives(folder)[0]}/plan.md`, '# Sum', '# Sums'),
    ],
  },
  'a hotfix by hope': {
    merge: 'rebase',
    work: async (folder) => void (await done(folder, 'hope')),
    fault: ['context-by-hand', (folder) => edit(folder, '.ai/hope/state.json', '"adds"', '"is there"')],
  },
  'a session of collab': {
    merge: 'squash',
    work: async (folder) => void (await done(folder, 'collab', 'orders')),
    fault: [
      'state-line-changed',
      (folder) => edit(folder, '.ai/collab/sessions/orders/state.json', /node t.js/g, 'true'),
    ],
  },
  'a feature that the hotfix came between': {
    merge: 'merge',
    async work(folder) {
      const piece = pieceIn(folder, 'engineer', 'reports')
      git(folder, 'reset', '-q', '--hard', 'main~3')
      piece.begin()
      await piece.allow()
      commitAll(folder)
      git(folder, 'rebase', '-q', 'main')
      piece.work()
      piece.prove()
      piece.end()
    },
    fault: ['work-not-complete', (folder) => edit(folder, `${records('reports')}/plan.md`, '[x]', '[ ]')],
  },
  'a revert that leaves the records': {
    merge: 'squash',
    work(folder) {
      const [last = ''] = git(folder, 'log', '--format=%H', '-1', '--', 'rates.js').split('\n')
      gitInTurn(folder, ['revert', '--no-commit', last], ['checkout', '-q', 'main', '--', '.ai'])
      expect(git(folder, 'diff', '--cached', '--name-only', 'main')).toBe('rates.js\nsum.js\n')
    },
    fault: ['history-removed', (folder) => folder.remove(records('rates'))],
  },
  'a piece with another name': {
    merge: 'rebase',
    async work(folder) {
      await feature('taxes')(folder)
      expect(spellHere(folder.path, ['work', 'rename', 'taxes', 'vat']).exitCode).toBe(0)
      pieceIn(folder, 'engineer', 'vat').prove()
    },
    fault: ['history-chain-broken', (folder) => edit(folder, `${records('vat')}/history.jsonl`, '"Accio"', '"Finite"')],
  },
}

testOnPosix('a month of honest work is green, and each fault in it is red', async () => {
  const folder = makeRepository(program)
  commitAll(folder)
  git(folder, 'branch', '-M', 'main')
  for (const [index, [title, { merge, work, fault }]] of Object.entries(month).entries()) {
    const branch = `request-${index + 1}`
    git(folder, 'checkout', '-qb', branch)
    await work(folder)
    const planted = copyOf(folder)
    commitAll(folder, title)
    expect({ title, ...asRequest(folder) }).toMatchObject({ title, exitCode: 0 })

    const [rule, plant] = fault
    await plant(planted)
    commitAll(planted, title)
    expect({ title, ...asRequest(planted) }).toMatchObject({
      title,
      exitCode: 10,
      stdout: expect.stringContaining(rule),
    })

    folder.remove('.git/hooks')
    git(folder, 'checkout', '-q', 'main')
    const before = git(folder, 'rev-parse', 'HEAD').trim()
    merges[merge]?.(folder, branch)
    expect({ title, ...asPush(folder, before) }).toMatchObject({ title, exitCode: 0 })
  }
})
