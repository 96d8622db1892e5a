import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { readWorkflow } from '../../../src/workflows/own/read-workflow'
import { type Folder, makeRepository } from '../../support/folder'
import { gitIn } from '../../support/git'
import { as, rfc, say, withExamples, written } from '../../support/packed-own'
import { spellHere } from '../../support/packed-program'
import { checked } from '../../support/packed-provable'
import { repository } from '../../support/source-files'

/** The examples of the docs, led by the program as it is packed. */

test('an RFC is decided by two people', () => {
  const folder = withExamples()
  expect(say(folder, 'rfc', 'next')).toMatchObject({
    exitCode: 3,
    code: 'no-work',
    fix: 'spell rfc new NAME',
  })
  expect(say(folder, 'rfc', 'new', 'cache')).toMatchObject({ exitCode: 0, to: 'asking' })
  expect(say(folder, 'rfc', 'next')).toMatchObject({ exitCode: 3, outcome: 'blocked' })
  folder.write({ '.ai/work/cache/question.md': 'Who needs a cache?\n' })
  expect(say(folder, 'rfc', 'next')).toMatchObject({ exitCode: 0, to: 'drafting' })
  folder.write({ '.ai/work/cache/proposal.md': '- [ ] ask\n' })
  expect(say(folder, 'rfc', 'next')).toMatchObject({ exitCode: 3, outcome: 'blocked', to: 'drafting' })
  folder.write({ '.ai/work/cache/proposal.md': 'A small one.\n' })
  expect(say(folder, 'rfc', 'next')).toMatchObject({ to: 'reading', ai: expect.stringContaining('A small one.') })
  as(folder, 'ada')
  expect(say(folder, 'rfc', 'approve')).toMatchObject({ to: 'reading' })
  expect(say(folder, 'rfc', 'approve')).toMatchObject({
    exitCode: 3,
    to: 'reading',
    developer: expect.stringContaining('each person counts once'),
  })
  // Nor is it offered to the same person.
  const offered = () => say(folder, 'rfc', 'status').spells?.find(({ name }) => name === 'approve')?.available
  expect(offered()).toBe(false)
  as(folder, 'Ada')
  expect(offered()).toBe(false)
  as(folder, 'grace')
  expect(offered()).toBe(true)
  expect(say(folder, 'rfc', 'approve')).toMatchObject({ to: 'decided' })
  expect(checked(folder)).toMatchObject({ rules: [], noted: [] })
  expect(spellHere(folder.path, ['work', '--json']).stdout).toContain('"where": "Decided"')
  const report = spellHere(folder.path, ['report']).stdout
  expect(report).toContain('Question → Proposal → Being read → Decided')
  expect(report.replaceAll('<!-- -->', '')).toContain('approvals: ada@example.com, grace@example.com')
})

test('a design is handed in, sent back with what holds it, settled by name, and agreed to', () => {
  const folder = withExamples()
  const design = (...words: string[]) => say(folder, 'design', ...words)
  const at = '.ai/work/cache/design.md'
  const right = '# Cache\n\n## Summary\n\nA cache in front of the store.\n\n## Risks\n\n- it is stale\n'
  expect(design('new', 'cache')).toMatchObject({
    to: 'drafting',
    ai: expect.stringContaining('says, each below its heading'),
  })
  expect(design('submit')).toMatchObject({ exitCode: 2, message: `Which file? There is no draft: ${at} is not there.` })
  folder.write({ [at]: '# Cache\n\nSummary: ok\n' })
  // From another file it takes the place of the draft, which is kept.
  folder.write({ 'elsewhere.md': right })
  expect(design('submit', 'elsewhere.md')).toMatchObject({
    to: 'reviewing',
    ai: expect.stringContaining('A cache in front'),
  })
  expect([folder.read(at), folder.read('.ai/work/cache/design.r1.md')]).toEqual([right, '# Cache\n\nSummary: ok\n'])
  expect(design('object', '--blocker', 'when is it emptied?')).toMatchObject({
    to: 'drafting',
    developer: expect.stringContaining('- B1: when is it emptied?'),
  })
  // The copy stays, and the design goes on.
  expect([folder.read(at), folder.read('.ai/work/cache/design.r2.md')]).toEqual([right, right])
  expect(design('submit')).toMatchObject({ exitCode: 3, developer: expect.stringContaining('`--settled "B1: how"`') })
  const settled = ['--settled', 'B1: every hour, by a timer']
  folder.write({ [at]: `${right}\nIt is emptied every hour.\n` })
  expect(design('submit', ...settled)).toMatchObject({ exitCode: 0, to: 'reviewing' })
  const judged = ['approve', '--risk', 'high', '--why', 'it may be stale', '--score', '7']
  expect(design(...judged)).toMatchObject({ exitCode: 0, to: 'building' })
  expect(design('next')).toMatchObject({
    exitCode: 3,
    developer: expect.stringContaining('rollback.md` is not written'),
  })
  folder.write({ '.ai/work/cache/rollback.md': 'Switch it off.\n' })
  expect(design('next')).toMatchObject({ exitCode: 0, to: 'built' })
  const history = spellHere(folder.path, ['design', 'history']).stdout
  expect(history).toContain('B1: when is it emptied?')
  expect(history).toContain('B1, settled: every hour, by a timer')
  expect(history).toContain('risk: high; score: 7; why: it may be stale')
  expect(checked(folder)).toMatchObject({ rules: [] })
  expect(spellHere(folder.path, ['design', 'undo'])).toMatchObject({ exitCode: 0 })
})

test('a file that is no workflow breaks nothing besides it: one called like a word of spell, a link, a folder', () => {
  const folder = withExamples()
  const at = join(folder.path, '.ai/workflows')
  expect(spellHere(folder.path, ['workflow', 'new', 'review'])).toMatchObject({ exitCode: 2 })
  for (const name of ['review', 'status', 'check'])
    folder.write({ [`.ai/workflows/${name}.yaml`]: folder.read('.ai/workflows/rfc.yaml').replace('rfc', name) })
  symlinkSync('nowhere', join(at, 'gone.yaml'))
  mkdirSync(join(at, 'inside.yaml'))
  written(folder)
  expect(say(folder, 'rfc', 'status')).toMatchObject({ exitCode: 0, to: 'reading' })
  expect(spellHere(folder.path, ['workflow', 'list'])).toMatchObject({ exitCode: 0 })
  expect(spellHere(folder.path, ['lumos'])).toMatchObject({ exitCode: 0 })
  expect(checked(folder)).toMatchObject({ rules: ['workflow-unproven'] })
})

test('where the settings name a workflow, its words need no name before them, and the Latin ones stay the engineer’s', async () => {
  const folder = await rfc()
  folder.write({ '.ai/spell.json': '{"workflow":"rfc"}' })
  expect(say(folder, 'lumos')).toMatchObject({ exitCode: 0, to: 'reading' })
  expect(say(folder, 'approve')).toMatchObject({ exitCode: 0, to: 'reading' })
  expect(say(folder, 'back', '--note', 'too long')).toMatchObject({ exitCode: 0, to: 'drafting' })
  folder.write({ '.ai/work/cache/proposal.md': 'A smaller one.\n' })
  expect(say(folder, 'next')).toMatchObject({ exitCode: 0, to: 'reading' })
  expect(say({ ...folder, path: join(folder.path, '.ai/work') }, 'status')).toMatchObject({
    exitCode: 0,
    to: 'reading',
  })
  expect(say(folder, 'accio')).toMatchObject({ exitCode: 0, to: 'GATHER_EDITING_CONTEXT' })
})

test('a piece of work of a workflow of the repository is found by its name alone', async () => {
  const folder = await rfc()
  expect(say(folder, 'status', '--work', 'cache')).toMatchObject({ exitCode: 0, to: 'reading' })
  expect(say(folder, 'history', '--work', 'cache')).toMatchObject({ exitCode: 0 })
  expect(say(folder, 'prove', '--work', 'cache')).not.toMatchObject({ code: 'unknown-work' })
  folder.write({ '.ai/spell.json': '{"workflow":"rfc"}' })
  expect(say(folder, 'back', '--work', 'cache')).toMatchObject({ exitCode: 0, to: 'drafting' })
  expect(say(folder, 'next', '--work=cache')).toMatchObject({ exitCode: 3, outcome: 'blocked' })
  // The six spells are cast on work of their own.
  expect(say(folder, 'accio', '--work', 'cache')).toMatchObject({ exitCode: 2, code: 'unknown-work' })
})

test('work of another workflow is named with the command that shows it', async () => {
  const folder = await rfc()
  say(folder, 'new', 'alpha')
  const elsewhere = { exitCode: 2, code: 'unknown-work', fix: 'spell rfc status --work cache' }
  for (const words of [['accio'], ['reparo'], ['new'], ['reparo', '--list'], ['doctor', '--set', 'GATHER_EDITING']])
    expect(say(folder, ...words, '--work', 'cache')).toMatchObject(elsewhere)
  const ofSpells = { code: 'unknown-work', fix: 'spell lumos --work alpha' }
  expect(say(folder, 'rfc', 'next', '--work', 'alpha')).toMatchObject(ofSpells)
  expect(say(folder, 'release', 'next', '--work', 'alpha')).toMatchObject(ofSpells)
})

test('while the workflow of the settings has no work, what it shares with the six spells is about theirs', () => {
  const folder = withExamples()
  say(folder, 'accio')
  folder.write({ '.ai/spell.json': '{"workflow":"rfc"}' })
  expect(say(folder, 'history')).toMatchObject({ exitCode: 0, workflow: 'engineer' })
  expect(say(folder, 'confirm')).not.toMatchObject({ fix: 'spell rfc new NAME' })
  expect(say(folder, 'undo')).toMatchObject({ exitCode: 0, workflow: 'engineer' })
  // Nothing of theirs is under way any more.
  expect(say(folder, 'undo')).toMatchObject({ code: 'no-work', fix: 'spell rfc new NAME' })
})

test('a command that is named can be typed as it is', async () => {
  const folder = await rfc()
  expect(say(folder, 'rfc', 'back', '--note', 'x'.repeat(2001)).fix).toBe('spell rfc back --work cache --note "…"')
  expect(say(folder, 'rfc', 'confirm').developer).toBe('')
  folder.write({ '.ai/work/cache/proposal.md': '- [ ] a\n  - by: developer\n' })
  expect(say(folder, 'rfc', 'confirm', '1').fix).toMatch(/^spell rfc confirm 1 --work cache /)
  expect(say(folder, 'rfc', 'new', 'task').fix).toBe('spell rfc new task-2')
  expect(say(folder, 'rfc', 'new')).toMatchObject({ exitCode: 2, fix: 'spell rfc new csv-export' })
  folder.write({ '.ai/workflows/odd.yaml': 'workflow: odd\n' })
  expect(say(folder, 'odd', 'next')).toMatchObject({ code: 'workflow-unproven', fix: 'spell verify odd' })
  folder.write({ '.ai/spell.json': '{"workflow":"odd"}' })
  expect(say(folder, 'agree')).toMatchObject({ code: 'workflow-unproven', fix: 'spell verify odd' })
  folder.remove('.ai/spell.json')
  expect(say(folder, 'rfc', 'nxt')).toMatchObject({ code: 'usage', fix: 'spell rfc next' })
  const { stdout } = spellHere(folder.path, ['check', '--require', 'complete', '--json'])
  expect(JSON.parse(stdout).findings).toContainEqual(
    expect.objectContaining({ rule: 'work-not-complete', fix: 'spell rfc status --work cache' }),
  )
})

test('a file whose name no workflow can have is named', () => {
  const folder = makeRepository()
  folder.write({ '.ai/workflows/Rfc.yaml': '', '.ai/workflows/x.yml': '', '.ai/workflows/README.md': '' })
  for (const words of [['workflow', 'list'], ['verify']]) {
    const { stderr } = spellHere(folder.path, words)
    expect(stderr.match(/\S+ is no workflow/g)).toEqual([
      '.ai/workflows/Rfc.yaml is no workflow',
      '.ai/workflows/x.yml is no workflow',
    ])
  }
  expect(checked(folder).rules).toEqual(['workflow-unproven'])
})

describe('the definition', () => {
  test('that is gone is one finding, with the command that brings it back, and nothing is repaired instead', async () => {
    const folder = await rfc()
    gitIn(folder, 'add', '--all')
    gitIn(folder, 'commit', '-qm', 'work')
    rmSync(join(folder.path, '.ai/work/cache/workflow.json'))
    const kept = '.ai/work/cache/workflow.json'
    const fix = `test ! -e ${kept} && git restore --source=HEAD -- ${kept}`
    expect(spellHere(folder.path, ['doctor', '--fix']).stdout).toContain(`workflow.json is missing. \`${fix}\``)
    expect(say(folder, 'lumos', '--work', 'cache')).toMatchObject({ exitCode: 5, fix })
    expect(checked(folder)).toMatchObject({ rules: ['definition-changed'] })
    execFileSync('sh', ['-c', fix], { cwd: folder.path })
    expect(say(folder, 'rfc', 'status')).toMatchObject({ exitCode: 0, to: 'reading' })
  })

  test('that work began with is kept, until it is upgraded', async () => {
    const folder = await rfc()
    const path = '.ai/workflows/rfc.yaml'
    folder.write({
      [path]: folder.read(path).replaceAll('reading', 'judging').replace('title: Being read', 'title: Judged'),
    })
    expect(say(folder, 'rfc', 'status')).toMatchObject({ to: 'reading' })
    expect(say(folder, 'workflow', 'upgrade')).toMatchObject({ exitCode: 3, code: 'state-gone' })
    say(folder, 'rfc', 'back')
    expect(say(folder, 'workflow', 'upgrade')).toMatchObject({ exitCode: 0, to: 'drafting' })
    folder.write({ '.ai/work/cache/proposal.md': 'Another one.\n' })
    expect(say(folder, 'rfc', 'next')).toMatchObject({ to: 'judging' })
    expect(checked(folder)).toMatchObject({ rules: [], noted: [] })
  })

  test('that leads nowhere from what work remembers is refused, and the words that change are told', async () => {
    const folder = await rfc()
    const path = '.ai/workflows/rfc.yaml'
    const today = folder.read(path)
    const upgradeTo = (...parts: readonly (readonly [part: string, other: string])[]) => {
      folder.write({ [path]: parts.reduce((text, [part, other]) => text.replaceAll(part, other), today) })
      return say(folder, 'workflow', 'upgrade')
    }
    say(folder, 'rfc', 'back')
    folder.write({ '.ai/work/cache/proposal.md': 'Another one.\n' })
    for (const word of ['next', 'back']) say(folder, 'rfc', word)
    const remembered = [
      ['to: drafting, do: [ { create: proposal }', 'to: drafting, do: [ { remember: origin }, { create: proposal }'],
      ['to: drafting, do: [ { keep: proposal }', 'to: { back: origin }, do: [ { keep: proposal }'],
    ] as const
    expect(upgradeTo(...remembered)).toMatchObject({
      exitCode: 3,
      message: expect.stringContaining('origin: nothing'),
    })
    expect(upgradeTo(['back:', 'return:'], ['word: back', 'word: return'])).toMatchObject({
      exitCode: 0,
      developer: expect.stringContaining('as it is now. New: **return**. Gone: **back**.'),
    })
  })

  test('of a piece of work is one finding if it was changed by hand, and nothing goes on', async () => {
    const folder = await rfc()
    const path = '.ai/work/cache/workflow.json'
    folder.write({ [path]: folder.read(path).replace('"most": 2', '"most": 1') })
    expect(checked(folder).rules).toEqual(['definition-changed'])
    expect(say(folder, 'rfc', 'approve')).toMatchObject({ exitCode: 5, code: 'definition-changed' })
    folder.write({ [path]: '{"workflow": "rfc"\n<<<<<<< ours\n' })
    expect(checked(folder).rules).toEqual(['definition-changed'])
    expect(say(folder, 'rfc', 'approve')).toMatchObject({ exitCode: 5, code: 'definition-unreadable' })
  })

  test('is the same with other line endings', async () => {
    const folder = await rfc()
    const path = '.ai/work/cache/workflow.json'
    folder.write({ [path]: folder.read(path).replaceAll('\n', '\r\n') })
    expect(say(folder, 'rfc', 'approve')).toMatchObject({ exitCode: 0 })
  })

  test('that changes in one pull request with the work that goes by it is named', () => {
    const folder = withExamples()
    gitIn(folder, 'branch', 'base')
    written(folder)
    const path = '.ai/workflows/rfc.yaml'
    folder.write({ [path]: folder.read(path).replace('most: 2', 'most: 3') })
    gitIn(folder, 'add', '--all')
    gitIn(folder, 'commit', '-qm', 'work and rules')
    expect(checked(folder, ['--base', 'base'])).toMatchObject({ rules: [], noted: ['workflow-changed'] })
    expect(checked(folder, ['--base', 'base', '--no-overrides']).rules).toEqual(['workflow-changed'])
  })

  test('that is not proven begins no work, and fails a check with its line', () => {
    const folder = withExamples()
    folder.write({
      '.ai/workflows/rfc.yaml': readFileSync(join(repository, 'docs/workflows/rfc.yaml'), 'utf8').replace(
        'to: decided',
        'to: decidd',
      ),
    })
    expect(say(folder, 'rfc', 'new', 'cache')).toMatchObject({
      exitCode: 10,
      code: 'workflow-unproven',
      fix: 'spell verify rfc',
    })
    expect(spellHere(folder.path, ['check']).stdout).toContain(
      '`.ai/workflows/rfc.yaml:19`: "decidd" is not known; did you mean "decided"?',
    )
    expect(spellHere(folder.path, ['verify', 'rfc']).exitCode).toBe(10)
  })
})

test('the guards block commits and edits by the states of a workflow, named with it', () => {
  const folder = withExamples()
  folder.write({ '.ai/spell.json': '{"guard":{"blockIn":["rfc.reading"]}}' })
  expect(spellHere(folder.path, ['guard', 'pre-commit']).exitCode).toBe(0)
  written(folder)
  const { exitCode, stdout } = spellHere(folder.path, ['guard', 'pre-commit'])
  expect(exitCode).toBe(10)
  expect(stdout).toContain('spell rfc approve --work cache, or spell rfc back --work cache')
  const call = { hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command: 'git commit -m x' } }
  const input = JSON.stringify({ ...call, cwd: folder.path })
  expect(spellHere(folder.path, ['guard', 'tool', '--agent', 'claude'], { input }).stdout).toContain('Being read')
})

test('a state that is lost is found again in its history, with what it counts', async () => {
  const folder = await rfc()
  say(folder, 'rfc', 'approve')
  folder.write({ '.ai/work/cache/state.json': '{' })
  expect(spellHere(folder.path, ['doctor', '--fix']).exitCode).toBe(0)
  expect(say(folder, 'rfc', 'status')).toMatchObject({
    to: 'reading',
    developer: expect.stringContaining('approvals: 1 of 2'),
  })
})

describe('the engineer with a design review', () => {
  const page = readFileSync(join(repository, 'docs/own-workflows.md'), 'utf8')
  const [, block = ''] = /```yaml\n(# below `files:`\n[\s\S]*?)```/.exec(page) ?? []
  const path = '.ai/workflows/mine.yaml'
  /** The lines of the page, each with the line below which it belongs. */
  const added = block.split(/^# below `(\w+:)`\n/m).slice(1)
  const lines = added.flatMap((part, index) =>
    index % 2 === 0
      ? (added[index + 1] ?? '')
          .trimEnd()
          .split('\n')
          .map((line) => ({ below: part, line }))
      : [],
  )
  const withLines = (folder: Folder, some: typeof lines) =>
    folder.write({
      // The last one that is put below a line stands first.
      [path]: some
        .toReversed()
        .reduce((text, { below, line }) => text.replace(`\n${below}\n`, `\n${below}\n${line}\n`), folder.read(path)),
    })

  function copied(): Folder {
    const folder = makeRepository()
    expect(say(folder, 'workflow', 'copy', 'engineer', 'mine')).toMatchObject({ exitCode: 0 })
    return folder
  }

  test('is the copy with four lines, and the proof finds each that is forgotten', () => {
    expect(lines).toHaveLength(4)
    const copy = copied()
    const whole = copy.read(path)
    const found = lines.map((left) => {
      copy.write({ [path]: whole })
      withLines(
        copy,
        lines.filter((line) => line !== left),
      )
      return readWorkflow(copy.read(path)).faults.map(({ message }) => message)
    })
    expect(found).toEqual(
      [
        '"design" is not known',
        '"designing" is not known',
        'nothing leads to designing',
        '"next" cannot be said in designing',
      ].map((fault) => expect.arrayContaining([expect.stringContaining(fault)])),
    )
  })

  test('a copy begins with what is planned elsewhere, by a word that takes it over', () => {
    const folder = copied()
    folder.write({ 'export.md': '# CSV\n\n- [ ] There is a header row\n' })
    say(folder, 'mine', 'new', 'csv')
    expect(say(folder, 'mine', 'plan', '--from', 'export.md')).toMatchObject({ exitCode: 2 })
    expect(say(folder, 'mine', 'next', '--from', 'none.md')).toMatchObject({ exitCode: 2, code: 'unknown-source' })
    expect(say(folder, 'mine', 'next', '--from', 'export.md')).toMatchObject({ exitCode: 0, to: 'gather-editing' })
    expect(folder.read('.ai/work/csv/plan.md')).toContain('- [ ] There is a header row')
    expect(folder.read('.ai/work/csv/context.md')).toContain('from: file export.md')
    expect(say(folder, 'mine', 'next', '--from', 'export.md')).toMatchObject({
      exitCode: 3,
      code: 'work-begun',
      fix: 'spell mine new NAME',
    })
    expect(checked(folder)).toMatchObject({ rules: [], noted: [] })
  })

  test('only the engineer is copied, and over nothing that is there', () => {
    const folder = copied()
    expect(say(folder, 'workflow', 'copy', 'hope', 'mine')).toMatchObject({
      exitCode: 2,
      fix: 'spell workflow copy engineer mine',
    })
    expect(say(folder, 'workflow', 'copy', 'engineer', 'mine')).toMatchObject({ exitCode: 2, code: 'name-taken' })
    expect(say(folder, 'workflow', 'new', 'small')).toMatchObject({ exitCode: 0 })
    expect(spellHere(folder.path, ['verify', 'small']).exitCode).toBe(0)
  })
})
