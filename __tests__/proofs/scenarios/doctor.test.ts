import { castIn, historyFile, linesOf, stateFile } from '../../support/casting'
import { copyOf, type Folder, madeOnce } from '../../support/folder'
import { commitAll, git, gitInTurn, tries } from '../../support/git'
import { shell, spellHere } from '../../support/packed-program'
import { twoBranches } from '../../support/two-branches'

/** One piece of work that has gone on on two branches: one step on `ann-step`, and a whole task on `bob-task`. */
const apart = madeOnce(twoBranches)

/** Merges a branch into `ann-step`, which git cannot do by itself. */
async function merged(other = 'bob-task', make: (folder: Folder) => unknown = () => {}): Promise<Folder> {
  const folder = await apart()
  make(folder)
  git(folder, 'checkout', '--quiet', 'ann-step')
  expect(tries(folder, 'merge', '--quiet', other).status).toBe(1)
  return folder
}

function doctor({ path }: Folder, ...args: string[]) {
  const { stdout, stderr, exitCode } = spellHere(path, ['doctor', '--json', ...args])
  return { exitCode, stderr, codes: JSON.parse(stdout).findings.map(({ code }: { code: string }) => code) }
}
const inOrder = { exitCode: 0, stderr: '', codes: [] }
const inConflict = { exitCode: 10, codes: ['merge-conflict'] }
const fixWith = (folder: Folder, side: string) => spellHere(folder.path, ['doctor', '--fix', '--side', side])

function settled(folder: Folder): void {
  expect(doctor(folder, '--fix', '--side', 'mine')).toEqual(inOrder)
  commitAll(folder, 'settled')
  expect(spellHere(folder.path, ['check', '--base', 'bob-task']).stdout).toContain('All is in order')
}

test('what is in conflict goes on with the side that is named, and names the other', async () => {
  const folder = await merged()
  const conflict = () => [folder.read(stateFile), folder.read(historyFile)]
  const before = conflict()
  const stopped = spellHere(folder.path, ['accio'])
  expect(stopped).toMatchObject({ exitCode: 5, stdout: '', stderr: expect.stringContaining('fix: spell doctor') })
  expect(doctor(folder)).toMatchObject(inConflict)
  const unsaid = spellHere(folder.path, ['doctor', '--fix'])
  expect(unsaid).toMatchObject({ exitCode: 3, stdout: '' })
  expect(unsaid.stderr).toMatch(
    /mine \(ann-step\): one step \(Accio\), .* theirs \(bob-task\): 2 steps \(Accio, Accio\)/,
  )
  expect(unsaid.stderr).toContain('fix: spell doctor --fix --side mine   # or --side theirs')
  expect(spellHere(folder.path, ['doctor', '--side', 'mine'])).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('fix: spell doctor --fix --side mine'),
  })
  expect(fixWith(folder, 'ours').exitCode).toBe(2)
  expect(conflict()).toEqual(before)

  expect(doctor(folder, '--fix', '--side', 'mine')).toEqual(inOrder)
  const lines = linesOf(folder)
  expect(lines.slice(0, -1).join('\n')).toBe(git(folder, 'show', `ann-step:${historyFile}`).trim())
  const tip = git(folder, 'rev-parse', 'bob-task').trim()
  expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ trigger: 'Doctor', row: 'merged', tip })
  expect(git(folder, 'ls-files', '-u') + git(folder, 'diff', '--name-only')).toBe('')
  commitAll(folder, 'merged')
  folder.write({ '.ai/task/task-results.md': 'Done.\n' })
  expect(spellHere(folder.path, ['accio', '--json']).stdout).toContain('"to": "ACHIEVE_TASK_DRAFTING"')
  expect(doctor(folder)).toEqual(inOrder)
})

test('a history to which git has added the lines of both branches is seen, also after its commit', async () => {
  const folder = await merged()
  git(folder, 'checkout', '--quiet', '--ours', stateFile)
  const [mine, theirs] = ['ann-step', 'bob-task'].map((name) => git(folder, 'show', `${name}:${historyFile}`))
  folder.write({ [historyFile]: `${mine}${theirs?.split('\n').slice(3).join('\n')}` })
  commitAll(folder, 'both')
  expect(doctor(folder)).toMatchObject(inConflict)
  settled(folder)
})

test('two sides are seen also if state and history were taken from one of them by hand', async () => {
  const folder = await merged()
  git(folder, 'checkout', '--quiet', '--ours', stateFile, historyFile)
  git(folder, 'add', '--all')
  expect(doctor(folder)).toMatchObject(inConflict)
  settled(folder)
})

test('work cannot go on with a side that is damaged itself', async () => {
  const folder = await merged('bob-task', (folder) => {
    git(folder, 'checkout', '--quiet', 'bob-task')
    folder.write({ [historyFile]: folder.read(historyFile).replace('"GC1"', '"GC2"') })
    commitAll(folder, 'damaged')
  })
  const stderr = expect.stringContaining('fix: spell doctor --fix --side mine')
  expect(fixWith(folder, 'theirs')).toMatchObject({ exitCode: 3, stdout: '', stderr })
  settled(folder)
})

test('work that one side has removed comes back whole, or goes whole', async () => {
  const folder = await merged('without', (folder) => {
    gitInTurn(folder, ['checkout', '-qb', 'without', 'base'], ['rm', '-rq', '.ai'], ['commit', '-qm', 'without'])
  })
  expect(spellHere(folder.path, ['doctor']).stdout).toContain('theirs (without): has removed it.')
  for (const [side, as] of [
    ['mine', 'ann-step'],
    ['theirs', 'without'],
  ] as const) {
    const copy = copyOf(folder)
    expect(doctor(copy, '--fix', '--side', side)).toEqual(inOrder)
    commitAll(copy, side)
    expect(git(copy, 'diff', '--name-only', as, '--', '.ai/task')).toBe('')
    expect(spellHere(copy.path, ['check']).exitCode).toBe(0)
  }
})

describe('what has no two commits is not settled, and the commands of git that help are named:', () => {
  const ways: Readonly<Record<string, (folder: Folder) => unknown>> = {
    'a stash': async (folder) => {
      git(folder, 'checkout', '--quiet', 'ann-nothing')
      await castIn(folder, 'accio')
      gitInTurn(folder, ['stash', '--quiet'], ['checkout', '--quiet', 'bob-back'])
      tries(folder, 'stash', 'pop')
    },
    'a patch': (folder) => {
      git(folder, 'format-patch', '--quiet', '-1', '--output=../began.patch', 'ann-step')
      git(folder, 'checkout', '--quiet', 'bob-back')
      tries(folder, 'am', '--3way', '../began.patch')
    },
  }

  test.each(Object.keys(ways))('%s', async (way) => {
    const folder = await apart()
    await ways[way]?.(folder)
    const asked = fixWith(folder, 'mine')
    expect(asked).toMatchObject({ exitCode: 10, stderr: '' })
    expect(spellHere(folder.path, ['accio'])).toMatchObject({ exitCode: 5, stdout: '' })
    const [, command = ''] = /To keep what this branch has: ((?:mkdir|git) .*?);/.exec(asked.stdout) ?? []
    expect(shell(folder.path, command).exitCode).toBe(0)
    expect(git(folder, 'diff', 'HEAD')).toBe('')
    expect(doctor(folder)).toMatchObject({ exitCode: 0, codes: [] })
  })
})
