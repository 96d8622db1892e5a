import { execFileSync, spawnSync } from 'node:child_process'
import { lutimesSync, mkdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { backupsPath, contentPath, local, lockPath, nextPath } from '../../src/disk/local'
import { followHistory } from '../../src/work/history/chain'
import { chainedEntry } from '../../src/work/history/entry-digest'
import { repairsPath } from '../../src/work/history/repairs'
import { engineer } from '../../src/workflows/engineer'
import { backupFile, historyFile, linesOf, stateFile, stateOf, work, writeLines } from '../support/casting'
import { copyTree, type Folder, makeFolder, makeRepository, snapshot, untouched } from '../support/folder'
import { spellHere } from '../support/packed-program'
import { isPosix } from '../support/posix'
import { allAtNight } from '../support/proving'

interface Damage {
  readonly codes: readonly string[]
  readonly make: (folder: Folder) => void | Promise<void>
  /** What a repair cannot take away, because only a person can. */
  readonly stays?: readonly string[]
  /** Where the work stands after the repair, if not where it stood. */
  readonly state?: string
  /** What the line says that was written, if one is. */
  readonly says?: RegExp
  /** Of that line (default: `adopted`). */
  readonly row?: string
  /** How Lumos ends after the repair. */
  readonly lumos?: number
}

const writing =
  (path: string, change: (text: string) => string | Uint8Array) =>
  (folder: Folder): void =>
    writeFileSync(join(folder.path, path), change(folder.read(path)))
const inState = (change: (document: Record<string, unknown>) => object) =>
  writing(stateFile, (text) => JSON.stringify(change(JSON.parse(text)), null, 2))
const lines = (change: (lines: string[]) => readonly string[]) => (folder: Folder) =>
  writeLines(folder, change(linesOf(folder)))
const conflict = (ours: string, theirs: string) => `<<<<<<< HEAD\n${ours}=======\n${theirs}>>>>>>> other\n`
const pipe = (path: string) => (folder: Folder) => {
  folder.remove(path)
  execFileSync('mkfifo', [join(folder.path, path)])
}
const folderAt = (path: string) => (folder: Folder) => {
  folder.remove(path)
  folder.write({ [`${path}/note.txt`]: 'mine\n' })
}

const fileAt = (path: string) => (folder: Folder) => {
  folder.remove(path)
  folder.write({ [path]: 'mine\n' })
}

const fromHistory = /^The state is the one that the history ends with\./
const restarted =
  /^The history was damaged and begins again; \.ai\/task\/broken-[\d-]+\/history\.jsonl has what there was\.$/
const unreadable = (make: Damage['make']): Damage => ({ codes: ['state-unreadable'], make, says: fromHistory })
const brokenLine = (make: Damage['make']): Damage => ({ codes: ['history-line-broken'], make, says: restarted })
const brokenChain = (make: Damage['make']): Damage => ({ codes: ['history-chain-broken'], make, says: restarted })
const byPerson = (code: string, make: Damage['make'], more: Partial<Damage> = {}): Damage => ({
  codes: [code],
  make,
  stays: [code],
  ...more,
})

const settings = (text: string) =>
  byPerson('settings-wrong', (folder) => folder.write({ '.ai/spell.json': text }), { lumos: 5 })

// biome-ignore format: a case is a line
const damages: Readonly<Record<string, Damage>> = {
  'a state that is garbage': unreadable(writing(stateFile, () => 'garbage\n')),
  'a state of NULs, as a power loss leaves it': unreadable(writing(stateFile, (text) => '\0'.repeat(text.length))),
  'a state that is no text': unreadable(writing(stateFile, (text) => Buffer.from(`\u00FF${text}`, 'latin1'))),
  'a state that is a folder': unreadable(folderAt(stateFile)),
  'a state that is gone': {
    codes: ['state-removed'],
    make: (folder) => folder.remove(stateFile),
    says: /^The state is the one that the history ends with\.$/,
  },
  'a state in conflict': {
    codes: ['merge-conflict'],
    make: writing(stateFile, (text) =>
      text.replace(/ {2}"current_state".*\n/, (ours) => conflict(ours, '  "current_state": "GATHER_EDITING",\n')),
    ),
    says: fromHistory,
  },
  'a state that was changed by hand': {
    codes: ['state-by-hand'],
    make: inState((state) => ({ ...state, current_state: 'GATHER_EDITING' })),
    state: 'GATHER_EDITING',
    says: /^The state was changed by hand\.$/,
  },
  'a state that git has put back': {
    codes: ['state-older'],
    make: (folder) => folder.write({ [stateFile]: folder.read(backupFile(2)) }),
    row: 'resumed',
    says: /was 2 steps older than its history; the work goes on where the history ends/,
  },
  'a line of the state that was changed': {
    codes: ['state-line-changed'],
    make: writing(stateFile, (text) => text.replace('"GC1"', '"GC2"')),
    says: /^The lines of the state were taken from the history;/,
  },
  'a line of garbage in the history': brokenLine(lines(([first = '', ...rest]) => [first, 'garbage', ...rest])),
  'a line of the history that was cut off and written on': brokenLine(lines(([one = '', two = '', ...rest]) => [one.slice(0, 50) + two, ...rest])),
  'a line of the history that was changed': brokenChain(lines((all) => all.map((line) => line.replace('"GC1"', '"GC2"')))),
  'a history whose first lines were cut off': {
    codes: ['history-begins-midway'],
    make: lines((all) => all.slice(2)),
    says: /^The first lines of the history were taken from the state; \.ai\/task\/broken-[\d-]+\/history\.jsonl has what there was\.$/,
  },
  'a history whose first lines were cut off, and the state has lost them, too': byPerson(
    'history-begins-midway',
    (folder) => {
      lines((all) => all.slice(2))(folder)
      inState((state) => ({ ...state, history: (state.history as []).slice(2) }))(folder)
    },
  ),
  'a history that is garbage': { codes: ['history-line-broken'], make: writing(historyFile, () => 'garbage\n'), says: restarted },
  'a history that ends with garbage': { codes: ['history-unreadable'], make: writing(historyFile, (text) => `${text}garbage`), says: restarted },
  'a history that is a folder': { codes: ['history-unreadable'], make: folderAt(historyFile), says: restarted },
  'a history in conflict': {
    codes: ['merge-conflict', 'history-line-broken'],
    make: writing(historyFile, (text) => conflict(text, '').replace('=======', '=======\n{"theirs":1}')),
    says: restarted,
  },
  'a history that is gone': { codes: ['history-behind'], make: (folder) => folder.remove(historyFile) },
  'a history that lacks a line': { codes: ['history-behind'], make: lines((all) => all.slice(0, -1)) },
  'a history whose last line was cut off': { codes: ['history-torn'], make: writing(historyFile, (text) => text.slice(0, -40)) },
  'a history with the beginning of a line that is not known': {
    codes: ['history-torn'],
    make: writing(historyFile, (text) => `${text}{"timestamp":"2026`),
  },
  'a history that tells of a step that there is not': byPerson('history-walk-illegal', async (folder) => {
    const all = linesOf(folder).map((line) => JSON.parse(line))
    const { number: _, previous: __, digest: ___, ...last } = all.at(-1)
    const illegal = chainedEntry({ ...last, transition: 'ACHIEVE_TASK_DRAFTING → GATHER_EDITING' }, all.at(-2))
    const history = [...all.slice(0, -1), illegal]
    writeLines(
      folder,
      history.map((line) => JSON.stringify(line)),
    )
    inState((state) => ({ ...state, current_state: 'GATHER_EDITING', history }))(folder)
  }),
  'both files lost in one go': {
    codes: ['state-unreadable', 'history-line-broken'],
    make: (folder) => folder.write({ [stateFile]: 'garbage\n', [historyFile]: 'rubbish\n' }),
    state: 'ACHIEVE_TASK_DRAFTING',
    says: /^The history was damaged and begins again;.* The state is that of the newest backup\./,
  },
  'a step that was stopped': {
    codes: ['step-unfinished'],
    make: (folder) => {
      const [created] = stateOf(folder).history.at(-2).created
      const before = stateOf(folder).history.slice(0, -1)
      inState((state) => ({ ...state, current_state: 'ACHIEVE_TASK_DRAFTING', history: before }))(folder)
      lines((all) => all.slice(0, -2))(folder)
      mkdirSync(join(folder.path, nextPath(engineer)), { recursive: true })
      renameSync(join(folder.path, '.ai/task/task.md'), join(folder.path, contentPath(engineer, created.digest)))
    },
    state: 'ACHIEVE_TASK_DRAFTING',
  },
  'what a step has left that never came to be': {
    codes: ['leftovers'],
    make: (folder) => folder.write({ [`${nextPath(engineer)}/state.json`]: 'never' }),
  },
  'a lock that was left behind': {
    codes: ['lock-stale'],
    make: (folder) => {
      const lock = { pid: 2 ** 30, machine: 'elsewhere', act: 'accio', since: '2001-01-01T00:00:00.000Z' }
      folder.write({ [`${lockPath}/1-2-3.json`]: JSON.stringify(lock) })
      const longAgo = new Date('2001-01-01T00:00:00Z')
      lutimesSync(join(folder.path, lockPath, '1-2-3.json'), longAgo, longAgo)
    },
  },
  'a backup that is garbage': { codes: ['backup-unreadable'], make: (folder) => folder.write({ [backupFile(2)]: 'garbage\n' }) },
  'a backup with a name of its own': {
    codes: ['backup-unreadable'],
    make: (folder) => folder.write({ [`${backupsPath(engineer)}/00000000/before lunch.json`]: '{}\n' }),
  },
  'a repair that was stopped before the history reported it': {
    codes: ['repair-unfinished'],
    make: (folder) => folder.write({ [repairsPath(engineer)]: '{"said":"The state was found."}\n' }),
    says: /^The state was found\.$/,
  },
  'a working folder that git does not ignore': { codes: ['local-not-ignored'], make: (folder) => folder.remove(`${local}/.gitignore`) },
  'a plan that is missing': byPerson('file-missing', (folder) => folder.remove('.ai/task/plan.md')),
  'a folder in the place of a plan': byPerson('file-unreadable', folderAt('.ai/task/plan.md'), { lumos: 1 }),
  'a file in the place of the lock': byPerson('in-the-way', fileAt(lockPath)),
  'a folder in the lock': byPerson('in-the-way', folderAt(`${lockPath}/odd`)),
  'a file in the place of the backups': byPerson('in-the-way', fileAt(backupsPath(engineer))),
  'a file where a step prepares its own': byPerson('in-the-way', fileAt(nextPath(engineer))),
  'a folder where a step prepares its own': byPerson('in-the-way', folderAt(`${nextPath(engineer)}/odd`)),
  'a file in the place of the working folder': byPerson('in-the-way', fileAt(local)),
  'settings that are garbage': settings('{'),
  'a setting that there is not': settings('{"lunch": 1}'),
  ...(isPosix && {
    'a state that is a pipe': unreadable(pipe(stateFile)),
    'a history that is a pipe': { codes: ['history-unreadable'], make: pipe(historyFile), says: restarted },
    'a state that is a link to elsewhere': byPerson('link-in-the-way', (folder) => {
      const elsewhere = makeRepository({ 'state.json': folder.read(stateFile) })
      folder.remove(stateFile)
      symlinkSync(join(elsewhere.path, 'state.json'), join(folder.path, stateFile))
    }),
    'work that is elsewhere': byPerson('link-outside', (folder) => {
      const elsewhere = makeRepository()
      copyTree(join(folder.path, '.ai/task'), join(elsewhere.path, 'task'))
      folder.remove('.ai/task')
      symlinkSync(join(elsewhere.path, 'task'), join(folder.path, '.ai/task'))
    }),
  }),
}

interface Report {
  readonly ok: boolean
  readonly findings: readonly { code: string; where: string; message: string; repair?: string; advice?: string }[]
  readonly repairs: readonly string[]
}
const doctor = async (folder: Folder, ...args: string[]) => {
  const { stdout, stderr, exitCode } = spellHere(folder.path, ['doctor', '--json', ...args])
  const report: Report = JSON.parse(stdout)
  return { exitCode, stderr, report, codes: report.findings?.map(({ code }) => code) }
}

/** What a user has written, or spell has; not what says who is at work, or what was never to be. */
const written = (folder: Folder) =>
  Object.entries(snapshot(folder.path)).flatMap(([path, text]) =>
    // A history grows line by line, and what was begun of one may be kept elsewhere.
    /^\.ai.\.local.(lock|next|repairs)/.test(path) ? [] : path.endsWith('.jsonl') ? text.split('\n') : [text],
  )

describe('spell doctor', () => {
  test('says that all is well, or that there is no work', async () => {
    const verdicts = [
      { folder: await work(), says: 'All is well: state, history and files fit together.' },
      { folder: makeRepository(), says: 'No work is under way here, and nothing is damaged.' },
    ]
    for (const { folder, says } of verdicts) {
      const well = { exitCode: 0, stderr: '', stdout: `${says}\n` }
      expect(await untouched(folder, async () => spellHere(folder.path, ['doctor']))).toEqual(well)
      expect(await untouched(folder, async () => spellHere(folder.path, ['doctor', '--fix']))).toEqual(well)
    }
  })

  test('says what is missing without git', () => {
    const { stdout } = spellHere(makeFolder().path, ['doctor'])
    expect(stdout).toContain('\nWithout a git repository no proof is tied to a version of the files')
  })

  test.each(allAtNight(Object.entries(damages)))('finds %s, and repairs it', async (_, damage) => {
    // Without git, which is asked about hooks each time.
    const folder = await work(makeFolder())
    const stood = stateOf(folder).current_state
    await damage.make(folder)
    const before = written(folder)

    const found = await untouched(folder, async () => doctor(folder))
    expect(found).toMatchObject({ exitCode: 10, stderr: '', codes: damage.codes, report: { ok: false, repairs: [] } })
    for (const finding of found.report.findings) {
      expect(finding).toMatchObject({
        where: expect.stringMatching(/^\.ai/),
        message: expect.stringMatching(/^.+\.$/s),
      })
      expect(finding.repair ?? finding.advice).toMatch(/\S/)
    }
    const told = await untouched(folder, async () => spellHere(folder.path, ['doctor', '--fix', '--dry-run']))
    expect(told.exitCode).toBe(10)
    for (const code of damage.codes) expect(told.stdout).toContain(`\`${code}\``)
    expect(told.stdout.includes('Nothing was written.')).toBe(!damage.stays)

    const fixed = await doctor(folder, '--fix')
    const stays = damage.stays ?? []
    expect(fixed).toMatchObject({ exitCode: stays.length > 0 ? 10 : 0, stderr: '', codes: stays })
    expect(fixed.report.repairs.length > 0).toBe(stays.length === 0)

    // Every byte that was there is there.
    const after = written(folder)
    const lost = before.filter((text) => !after.some((other) => other.includes(text.trimStart())))
    expect(lost).toEqual([])

    if (!stays.some((code) => code.startsWith('link-'))) {
      expect(stateOf(folder).current_state).toBe(
        damage.state ?? (stays.length > 0 ? stateOf(folder).current_state : stood),
      )
      if (damage.says) {
        const line = JSON.parse(linesOf(folder).at(-1) ?? '')
        const { row = 'adopted', says } = damage
        expect(line).toMatchObject({ trigger: 'Doctor', row, note: expect.stringMatching(says) })
        expect(stateOf(folder).history.at(-1)).toEqual(line)
      }
    }
    expect((await untouched(folder, async () => spellHere(folder.path, ['lumos']))).exitCode).toBe(damage.lumos ?? 0)

    const again = await untouched(folder, async () => doctor(folder, '--fix'))
    expect(again).toMatchObject({ exitCode: fixed.exitCode, codes: stays, report: { repairs: [] } })
    if (stays.length === 0) {
      const { exitCode, stderr } = spellHere(folder.path, ['accio', '--json'])
      expect({ exitCode: [0, 4].includes(exitCode ?? 1), stderr }).toEqual({ exitCode: true, stderr: '' })
      expect((await doctor(folder)).exitCode).toBe(0)
    }
  })

  const planFile = '.ai/task/plan.md'
  const taskFile = '.ai/task/task.md'
  const archived = async () => {
    const folder = await work()
    folder.write({ '.ai/task/task-results.md': '# Results\n\n* The header row is there\n' })
    spellHere(folder.path, ['accio'])
    spellHere(folder.path, ['doctor'])
    execFileSync('git', ['-C', folder.path, 'add', '-A'])
    execFileSync('git', ['-C', folder.path, '-c', 'user.name=k', '-c', 'user.email=k@x', 'commit', '-qm', 'task'])
    const { moved } = JSON.parse(linesOf(folder).at(-1) ?? '')
    return { folder, task: moved.find(({ to }: { to: string }) => to.endsWith('/task.md')).to as string }
  }
  const asChecked = (folder: Folder) => {
    const { stdout } = spellHere(folder.path, ['check', '--json'])
    return JSON.parse(stdout).findings.map(({ rule }: { rule: string }) => rule)
  }

  test('finds what a check finds: an archive that has lost its files, which the command that it prints brings back', async () => {
    const { folder, task } = await archived()
    const before = snapshot(folder.path)
    folder.remove(task.replace(/\/task\.md$/, ''))
    const { codes, report } = await doctor(folder)
    expect(codes).toEqual(['archived-file-missing'])
    expect(asChecked(folder)).toEqual(codes)
    for (const status of [0, 1]) {
      const { advice = '' } = report.findings[0] ?? {}
      expect(spawnSync('sh', ['-c', advice], { cwd: folder.path }).status).toBe(status)
      expect(snapshot(folder.path)).toEqual(before)
    }
    expect((await doctor(folder)).codes).toEqual([])
  })

  test('a formatter changes no archive, and a changed word of one does', async () => {
    const { folder, task } = await archived()
    const results = task.replace('task.md', 'task-results.md')
    folder.write({ [results]: folder.read(results).replace('* The', '-   The') })
    expect([(await doctor(folder)).codes, asChecked(folder)]).toEqual([[], []])
    folder.write({ [results]: folder.read(results).replace('is there', 'is here') })
    expect((await doctor(folder)).codes).toEqual(['archived-file-changed'])
  })

  test.each([
    ['named, with what keeps it away', {}, true],
    ['no longer named where that is there', { '.prettierignore': 'dist\n/.ai/\n' }, false],
  ])('a formatter that may have changed code in fences is %s', async (_, files, isNamed) => {
    const { folder, task } = await archived()
    folder.write({ ...files, [task]: `${folder.read(task)}\n\`\`\`json\n{ "a": 1 }\n\`\`\`\n` })
    const { findings } = (await doctor(folder)).report
    expect(findings).toMatchObject([{ code: 'archived-file-changed' }])
    expect(findings[0]?.message.includes('A formatter changes code in fences')).toBe(isNamed)
  })

  test.each([planFile, taskFile])(
    'conflict markers that were committed in %s are found, and no spell casts',
    async (path) => {
      const folder = await work()
      const text = folder.read(path)
      folder.write({ [path]: conflict(text, text.replace('header', 'first')) })
      const { codes, report } = await doctor(folder)
      expect(codes).toEqual(['merge-conflict'])
      expect(report.findings[0]).toMatchObject({ where: path, line: 1 })
      expect(asChecked(folder)).toEqual(codes)
      const before = snapshot(folder.path)
      expect(spellHere(folder.path, ['accio']).stderr).toContain(`conflict markers in ${path}`)
      expect(snapshot(folder.path)).toEqual(before)
      expect(spellHere(folder.path, ['lumos']).exitCode).toBe(0)
      folder.write({ [path]: text })
      expect((await doctor(folder)).codes).toEqual([])
    },
  )

  test('every finding that the documentation names is found here', () => {
    const found = new Set(Object.values(damages).flatMap(({ codes }) => codes))
    const codes =
      /## What the doctor finds\n([\s\S]*?)(?=\n## |$)/.exec(readFileSync('docs/doctor.md', 'utf8'))?.[1] ?? ''
    const named = [...codes.matchAll(/^\| (`.*?`) \|/gm)].flatMap(
      ([, cell = '']) => cell.match(/[a-z]+(-[a-z]+)*/g) ?? [],
    )
    const elsewhere = [
      'settings-newer',
      'setting-wrong',
      // proofs/scenarios/two-sides.test.ts
      'archived-file-changed',
      // edited-context.test.ts
      'context-by-hand',
      // handed-in.test.ts
      'artifact-changed',
      // installation.test.ts
      'installed-outdated',
      'installed-missing',
      'installed-left',
      'installed-blocked',
      'installed-unreadable',
      'hook-missing',
      // try-out.test.ts
      'hook-broken',
      // init.surroundings.test.ts
      'ignored-by-git',
      'git-refuses',
      // proofs/scenarios/sandbox.test.ts
      'word-lost',
    ]
    expect(named.filter((code) => !found.has(code) && !elsewhere.includes(code))).toEqual([])
    expect([...found].filter((code) => !named.includes(code))).toEqual([])
  })
})

describe('doctor and check find the same', () => {
  const found = ({ path }: Folder) =>
    ['doctor', 'check'].map((command) => {
      const { stdout, exitCode } = spellHere(path, [command, '--json'])
      const { findings } = JSON.parse(stdout) as { findings: { code?: string; rule?: string; where: string }[] }
      return [exitCode, ...findings.map(({ code, rule, where }) => `${code ?? rule} ${where}`)]
    })

  test('of work in a folder below', () => {
    const folder = makeRepository({ 'pkg/a/.ai/plan-guide.md': '' })
    expect(spellHere(folder.path, ['--cwd', 'pkg/a', 'accio'])).toMatchObject({ exitCode: 0 })
    expect(found(folder)).toEqual([[0], [0]])
    folder.write({ 'pkg/a/.ai/task/state.json': '{' })
    const damage = [10, 'state-unreadable pkg/a/.ai/task/state.json']
    expect(found(folder)).toEqual([damage, damage])
  })

  // Only root can give it away.
  const testAsRoot = process.getuid?.() === 0 ? test : test.skip
  testAsRoot('in the folder of another owner, as in a container', () => {
    const folder = makeRepository()
    expect(spellHere(folder.path, ['accio'])).toMatchObject({ exitCode: 0 })
    spawnSync('chown', ['-R', '65534:65534', folder.path])
    expect(found(folder)).toEqual([
      [10, 'git-refuses .'],
      [10, 'git-refuses .'],
    ])
  })
})

test('json names the piece of work that a finding is about', () => {
  const folder = makeRepository()
  expect(spellHere(folder.path, ['collab', 'start', 'one thing'])).toMatchObject({ exitCode: 0 })
  folder.write({ '.ai/collab/sessions/one-thing/state.json': 'garbage' })
  const document = JSON.parse(spellHere(folder.path, ['doctor', '--json']).stdout)
  expect(document).not.toHaveProperty('workflow')
  expect(document.findings).toMatchObject([{ code: 'state-unreadable', workflow: 'collab', work: 'one-thing' }])
})

const { states, initial } = engineer.definition
const json = async (folder: Folder, ...args: string[]) =>
  JSON.parse(spellHere(folder.path, ['doctor', '--set', ...args, '--json']).stdout)
const because = ['--because', 'The table does not know our release.']

describe('spell doctor --set', () => {
  test('goes to every state from every state, and the history stays a legal walk', async () => {
    const folder = await work()
    for (const state of [...states, ...[...states].reverse()]) {
      const from = stateOf(folder).current_state
      if (from === state) continue
      const answer = await json(folder, state, ...because)
      expect(answer).toMatchObject({ kind: 'override', ok: true, from, to: state, missing: expect.any(Array) })
      expect(answer.missing).toEqual(
        (engineer.files?.needs?.[state] ?? []).filter((path) => !(path in folder.contents())),
      )
      expect(answer.warnings).toEqual(
        answer.missing.map((path: string) => `${path} is missing; what comes next needs it.`),
      )
      expect(stateOf(folder).current_state).toBe(state)
      expect(spellHere(folder.path, ['lumos']).exitCode).toBe(0)
    }
    const { lines: _, newest: __, ...damage } = await followHistory(folder.path, engineer)
    expect(damage).toEqual({ torn: false })
  })

  test('stands in the history for ever, with its reason', async () => {
    const folder = await work()
    spellHere(folder.path, ['doctor', '--set', 'achieve-complete', '--because', '  We have   released it.\n'])
    expect(JSON.parse(linesOf(folder).at(-1) ?? '')).toMatchObject({
      transition: 'ACHIEVE_TASK_EXECUTED → ACHIEVE_COMPLETE',
      trigger: 'Override',
      row: 'override',
      note: 'We have   released it.',
      number: 5,
    })
    spellHere(folder.path, ['undo'])
    expect(stateOf(folder).current_state).toBe('ACHIEVE_TASK_EXECUTED')
    const told = spellHere(folder.path, ['history']).stdout.split('\n').slice(-3)
    expect(told).toMatchObject([
      expect.stringMatching(/\*\*Override\*\*.*“We have {3}released it\.”/),
      expect.stringMatching(/\*\*Undo\*\*/),
      '',
    ])
  })

  test('is how work may begin, too', async () => {
    const folder = makeRepository()
    expect(await json(folder, 'GATHER_EDITING', ...because)).toMatchObject({
      from: initial,
      missing: ['.ai/task/plan.md'],
    })
    // Nothing is made for it.
    expect(Object.keys(folder.contents()).sort()).toEqual(['.ai/task/history.jsonl', '.ai/task/state.json'])
    expect(spellHere(folder.path, ['undo']).exitCode).toBe(0)
    expect(stateOf(folder).current_state).toBe(initial)
  })

  test.each([
    ['an empty name', ['', ...because], 2, 'unknown-state'],
    ['a name of Object', ['constructor', ...because], 2, 'unknown-state'],
    ['a blank reason', ['ACHIEVE_COMPLETE', '--because', ' \n\t'], 2, 'needs-reason'],
  ])('refuses %s, and nothing is touched', async (_, args, exitCode, code) => {
    const folder = await work()
    await untouched(folder, async () => {
      expect(await json(folder, ...args)).toMatchObject({ kind: 'error', code })
      expect(spellHere(folder.path, ['doctor', '--set', ...args]).exitCode).toBe(exitCode)
    })
  })

  test('takes a reason of exactly as many characters as may be, counted as people do', async () => {
    const because = (length: number) => json(makeRepository(), 'ACHIEVE_COMPLETE', '--because', '☕'.repeat(length))
    expect(await because(2000)).toMatchObject({ ok: true })
    expect(await because(2001)).toMatchObject({ message: 'The reason has 2001 characters; 2000 is the most.' })
  })

  test.each([
    ['complete', 'ACHIEVE_COMPLETE'],
    ['editing_context', 'The nearest are GATHER_EDITING_CONTEXT, GATHER_NEEDS_CONTEXT, GATHER_EDITING.'],
  ])('of %s thinks of %s', async (asked, nearest) => {
    const { message, fix } = await json(await work(), asked, ...because)
    expect(message).toContain(nearest)
    expect(fix).toBe('spell doctor --help')
  })
})
