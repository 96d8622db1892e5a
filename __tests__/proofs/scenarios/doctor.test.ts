import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Folder, madeOnce, makeRepository } from '../../support/folder'
import { shell, spellHere } from '../../support/packed-program'

/** What git needs to know of a user who commits. */
const git = 'git -c user.name=kim -c user.email=kim@shop.example'
const commit = `git add --all && ${git} commit --quiet --message`
const stateFile = '.ai/task/state.json'
const historyFile = '.ai/task/history.jsonl'

function run(folder: Folder, line: string): string {
  const { exitCode, stdout, stderr } = shell(folder.path, line)
  if (exitCode !== 0) throw new Error(`${line}: ${exitCode}\n${stdout}${stderr}`)
  return stdout
}

function spellIn(folder: Folder, ...args: string[]): string {
  const { exitCode, stdout, stderr } = spellHere(folder.path, args)
  if (exitCode !== 0) throw new Error(`spell ${args.join(' ')}: ${exitCode}\n${stdout}${stderr}`)
  return stdout
}

const doctor = (folder: Folder, ...args: string[]) => {
  const { stdout, stderr, exitCode } = spellHere(folder.path, ['doctor', '--json', ...args])
  const { findings, repairs } = JSON.parse(stdout)
  return { exitCode, stderr, codes: findings.map(({ code }: { code: string }) => code), repairs }
}

const linesOf = (text: string) =>
  text
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line))
const history = (folder: Folder) => linesOf(folder.read(historyFile))

/** One piece of work that has gone on on two branches; the one that is checked out is `main`. */
const apart = madeOnce(() => {
  const folder = makeRepository({ 'README.md': '# Shop\n' })
  run(folder, 'git symbolic-ref HEAD refs/heads/main')
  spellIn(folder, 'accio')
  folder.write({ '.ai/task/context.md': '# Context\n\nOrders are copied by hand.\n' })
  run(folder, `${commit} first && git checkout --quiet -b other`)

  spellIn(folder, 'accio')
  folder.write({ '.ai/task/plan.md': '# Plan\n\n- [ ] exported\n' })
  spellIn(folder, 'accio', '--note', 'on the other branch')
  run(folder, `${commit} theirs`)
  const theirs = folder.read(historyFile)

  run(folder, 'git checkout --quiet main')
  spellIn(folder, 'accio', '--note', 'on this branch')
  folder.write({ '.ai/task/plan.md': '# Plan\n\n- [ ] exported\n' })
  run(folder, `${commit} ours`)
  return { ...folder, ours: folder.read(historyFile), theirs }
})

/** The same, merged. */
const merged = madeOnce(async (style: 'merge' | 'zdiff3') => {
  const folder = await apart()
  const { exitCode } = shell(folder.path, `${git} -c merge.conflictStyle=${style} merge --quiet other`)
  expect(exitCode).toBe(1)
  return folder
})

describe.each(['merge', 'zdiff3'] as const)('two branches, merged in the style %s', (style) => {
  test('are in conflict, and the doctor goes on with the one that is named, and names the other', async () => {
    const { ours, theirs, ...folder } = await merged(style)
    const conflict = { state: folder.read(stateFile), history: folder.read(historyFile) }
    for (const text of Object.values(conflict)) expect(text).toMatch(/^<{7} /m)

    const stopped = spellHere(folder.path, ['accio'])
    expect(stopped).toMatchObject({ exitCode: 5, stdout: '' })
    expect(stopped.stderr).toContain('fix: spell doctor')
    expect(doctor(folder)).toMatchObject({ exitCode: 10, codes: ['merge-conflict'] })
    const unsaid = spellHere(folder.path, ['doctor', '--fix'])
    expect(unsaid).toMatchObject({ exitCode: 3, stdout: '' })
    expect(unsaid.stderr).toMatch(/mine \(main\): one step \(Accio\), .* theirs \(other\): 2 steps \(Accio, Accio\)/)
    expect(unsaid.stderr).toContain('fix: spell doctor --fix --side mine   # or --side theirs')
    expect({ state: folder.read(stateFile), history: folder.read(historyFile) }).toEqual(conflict)

    expect(doctor(folder, '--fix', '--side', 'mine')).toMatchObject({ exitCode: 0, stderr: '', codes: [] })

    const lines = history(folder)
    expect(lines.slice(0, -1)).toEqual(linesOf(ours))
    expect(lines.at(-1)).toMatchObject({
      trigger: 'Doctor',
      row: 'merged',
      tip: run(folder, 'git rev-parse other').trim(),
      transition: 'GATHER_EDITING → GATHER_EDITING',
    })
    expect(run(folder, `git show other:${historyFile}`)).toBe(theirs)
    expect(run(folder, 'git ls-files -u')).toBe('')
    expect(run(folder, 'git diff --name-only')).toBe('')

    run(folder, `${commit} merged`)
    expect(spellIn(folder, 'accio', '--json')).toContain('"to": "ACHIEVE_TASK_DRAFTING"')
    expect(doctor(folder)).toMatchObject({ exitCode: 0, codes: [] })
  })
})

test('a state that a merge has put together of two branches is seen, and goes on with either', async () => {
  for (const [side, state] of [
    ['mine', 'GATHER_EDITING'],
    ['theirs', 'ACHIEVE_TASK_DRAFTING'],
  ] as const) {
    const { ours, theirs, ...folder } = await merged('merge')
    run(folder, `git checkout --quiet --ours ${historyFile}`)
    run(folder, `git checkout --quiet --theirs ${stateFile}`)
    expect(spellHere(folder.path, ['lumos']).stdout).toContain('is not the end of its history')
    expect(doctor(folder)).toMatchObject({ exitCode: 10, codes: ['merge-conflict'] })
    expect(doctor(folder, '--fix', '--side', side)).toMatchObject({ exitCode: 0, codes: [] })
    const lines = history(folder)
    expect(lines.slice(0, -1)).toEqual(linesOf(side === 'mine' ? ours : theirs))
    expect(lines.at(-1)).toMatchObject({ row: 'merged', transition: `${state} → ${state}` })
  }
})

test('a history to which git has added the lines of both branches is seen, also after its commit', async () => {
  const { ours, theirs, ...folder } = await merged('merge')
  const [, ...added] = linesOf(theirs).map((line) => `${JSON.stringify(line)}\n`)
  run(folder, `git checkout --quiet --ours ${stateFile}`)
  folder.write({ [historyFile]: ours + added.join('') })
  run(folder, `${commit} both`)
  expect(doctor(folder)).toMatchObject({ exitCode: 10, codes: ['merge-conflict'] })
  expect(doctor(folder, '--fix', '--side', 'mine')).toMatchObject({ exitCode: 0, codes: [] })
  const lines = history(folder)
  expect(lines.slice(0, -1)).toEqual(linesOf(ours))
  expect(lines.at(-1)).toMatchObject({ row: 'merged', tip: run(folder, 'git rev-parse other').trim() })
})

describe('what has no two commits is not settled, and the commands of git that help are named:', () => {
  const begin = (folder: Folder) => {
    folder.write({ '.ai/task/task.md': 'Do it.\n' })
    run(folder, `${commit} task`)
    spellIn(folder, 'accio', '--note', 'began')
  }
  const ways: Readonly<Record<string, (folder: Folder) => void>> = {
    'a stash': (folder) => {
      begin(folder)
      run(folder, `${git} stash --quiet`)
      spellIn(folder, 'finite')
      run(folder, `${commit} back`)
      shell(folder.path, `${git} stash pop`)
    },
    'a patch': (folder) => {
      begin(folder)
      run(folder, `${commit} began && git format-patch --quiet -1 --output=../began.patch`)
      run(folder, 'git checkout --quiet -B back HEAD~1')
      spellIn(folder, 'finite')
      run(folder, `${commit} back`)
      shell(folder.path, `${git} am --3way ../began.patch`)
    },
  }

  test.each(Object.keys(ways))('%s', async (way) => {
    const folder = await apart()
    run(folder, 'git checkout --quiet other')
    ways[way]?.(folder)
    const asked = spellHere(folder.path, ['doctor', '--fix', '--side', 'mine'])
    expect(asked).toMatchObject({ exitCode: 10, stderr: '' })
    expect(spellHere(folder.path, ['accio'])).toMatchObject({ exitCode: 5, stdout: '' })
    const [, command = ''] = /To keep what this branch has: ((?:mkdir|git) .*?);/.exec(asked.stdout) ?? []
    run(folder, command)
    expect(run(folder, 'git diff HEAD')).toBe('')
    expect(doctor(folder)).toMatchObject({ exitCode: 0, codes: [] })
  })
})

describe('two sides that were put together', () => {
  const settled = (folder: Folder, ...branches: string[]) => {
    expect(doctor(folder, '--fix', '--side', 'mine')).toMatchObject({ exitCode: 0, codes: [] })
    run(folder, `${commit} settled`)
    for (const branch of branches)
      expect(spellHere(folder.path, ['check', '--base', branch]).stdout).toContain('All is in order')
  }

  test('are seen also if state and history were taken from one of them by hand', async () => {
    const folder = await merged('merge')
    run(folder, `git checkout --quiet --ours ${stateFile} ${historyFile} && git add --all`)
    expect(doctor(folder)).toMatchObject({ exitCode: 10, codes: ['merge-conflict'] })
    settled(folder, 'other')
  })

  test('cannot go on with one that is damaged itself', async () => {
    const folder = await apart()
    run(folder, 'git checkout --quiet other')
    folder.write({ [historyFile]: folder.read(historyFile).replace('"GC1"', '"GC2"') })
    run(folder, `${commit} damaged && git checkout --quiet main`)
    shell(folder.path, `${git} merge --quiet other`)
    const refused = spellHere(folder.path, ['doctor', '--fix', '--side', 'theirs'])
    expect(refused).toMatchObject({ exitCode: 3, stdout: '' })
    expect(refused.stderr).toContain('fix: spell doctor --fix --side mine')
    settled(folder, 'other')
  })
})

describe('work that one side has removed', () => {
  const removed = async () => {
    const folder = await apart()
    run(folder, 'git checkout --quiet -b without HEAD~1 && git rm -rq .ai')
    run(folder, `${commit} without && git checkout --quiet main`)
    expect(shell(folder.path, `${git} merge --quiet without`).exitCode).toBe(1)
    expect(spellHere(folder.path, ['doctor']).stdout).toContain('theirs (without): has removed it.')
    return folder
  }

  test('comes back whole', async () => {
    const folder = await removed()
    expect(doctor(folder, '--fix', '--side', 'mine')).toMatchObject({ exitCode: 0, codes: [] })
    run(folder, `${commit} kept && git diff --exit-code HEAD~1 -- .ai/task`)
    expect(spellIn(folder, 'check')).toContain('All is in order')
  })

  test('goes whole', async () => {
    const folder = await removed()
    expect(doctor(folder, '--fix', '--side', 'theirs')).toMatchObject({ exitCode: 0, codes: [] })
    run(folder, `${commit} gone && git diff --exit-code without -- .ai/task`)
  })
})

test('a side is asked for with a repair only', async () => {
  const folder = await merged('merge')
  const asked = spellHere(folder.path, ['doctor', '--side', 'mine'])
  expect(asked).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('fix: spell doctor --fix --side mine') })
  expect(spellHere(folder.path, ['doctor', '--fix', '--side', 'ours'])).toMatchObject({ exitCode: 2 })
})

test.each<[what: string, files: Record<string, string>, exitCode: number, said: string]>([
  ['an empty folder', {}, 0, 'There is no work here yet'],
  ['a file in the place of .ai', { '.ai': 'notes\n' }, 10, '`in-the-way`'],
  ['settings that cannot be read', { '.ai/spell.json': '{' }, 10, '`settings-wrong`'],
  ['a file in the place of the work', { '.ai/task': 'notes\n' }, 10, '`in-the-way`'],
])('if nothing else works, in %s the doctor works, and never writes or shows a trace', (_, files, exitCode, said) => {
  const folder = makeRepository(files)
  for (const args of [['doctor'], ['doctor', '--fix', '--dry-run'], ['doctor', '--fix']]) {
    const run = spellHere(folder.path, args)
    expect(run).toMatchObject({ exitCode, stderr: '', stdout: expect.stringContaining(said) })
    expect(run.stdout).not.toMatch(/^\s+at /m)
    expect(existsSync(join(folder.path, '.ai/.local'))).toBe(false)
  }
  for (const [path, text] of Object.entries(files)) expect(folder.read(path)).toBe(text)
})
