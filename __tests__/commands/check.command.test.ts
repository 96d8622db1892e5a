import { readFileSync } from 'node:fs'
import { rules } from '../../src/check/finding'
import { override } from '../../src/commands/override'
import { workIn } from '../../src/work/work'
import { engineer } from '../../src/workflows/engineer'
import { edgeAt } from '../support/casting'
import { type Folder, makeFolder, makeRepository, untouched } from '../support/folder'
import { commitAll, git } from '../support/git'
import { spellHere } from '../support/packed-program'
import { cloneOf, forge, historyFile, shop, tick } from '../support/team-repository'

const check = ({ path }: Folder, ...args: string[]) => spellHere(path, ['check', ...args])

describe('spell check', () => {
  test('passes if there is nothing to check, whatever is required', async () => {
    for (const folder of [makeFolder(), makeRepository()]) {
      const found = await untouched(folder, async () => check(folder, '--require', 'complete'))
      expect(found).toEqual({
        stdout: 'There is no `.ai/` here, so there is nothing to check.\n',
        stderr: '',
        exitCode: 0,
      })
    }
  })

  test('passes in a clone of honest work, and writes nothing', async () => {
    const clone = cloneOf(await shop())
    const found = await untouched(clone, async () => check(clone, '--base', 'main'))
    expect(found).toEqual({
      stdout:
        'All is in order: 11 steps lead from the start to “Task draft”, 2 claimed · 2 open; one archive with 7 steps. It goes on from where `main` left it.\n',
      stderr: '',
      exitCode: 0,
    })
  })

  test('asks nothing of work that has not begun', () => {
    const folder = makeRepository({ '.ai/plan-guide.md': '# Ours\n' })
    commitAll(folder)
    expect(check(folder, '--base', 'HEAD', '--require', 'complete')).toMatchObject({ exitCode: 0 })
    expect(check(folder, '--require', 'complete').stdout).toBe('All is in order: no work has begun here.\n')
  })

  test('with --require-work asks for work, with a base or without, also of what is below', () => {
    const folder = makeRepository({ '.ai/plan-guide.md': '', 'a/.ai/plan-guide.md': '' })
    commitAll(folder)
    for (const base of [[], ['--base', 'HEAD']])
      expect(check(folder, '--require-work', ...base)).toMatchObject({
        exitCode: 10,
        stdout: expect.stringContaining(base.length > 0 ? 'moved on since the base' : 'No work has begun here, and'),
      })
    spellHere(folder.path, ['--cwd', 'a', 'accio'])
    expect(check(folder, '--require-work').exitCode).toBe(0)
  })

  test('looks at the working tree, as it is there', async () => {
    const folder = await shop('main')
    tick(folder)
    expect(check(folder)).toMatchObject({
      exitCode: 10,
      stdout: expect.stringContaining('`criteria-ticked` `.ai/task/plan.md:3`: One criterion was ticked'),
    })
  })

  test.each([
    ['unseen', '{ "word": "required" }', [], 0, '`word-unseen` `.ai/task/history.jsonl:4`: Accio, from “'],
    ['said', '', ['--require', 'word'], 0, "All is in order: 11 steps (8 on the developer's word, 3 not seen) lead"],
    ['said unseen', '', ['--no-overrides'], 0, ' was by the agent, and spell has seen no word for it.'],
    ['said unseen', '', ['--require', 'word'], 10, '4 findings:\n\n- `word-unseen`'],
  ])(
    'new steps with the words %s, and the settings %s, checked with %j',
    async (said, settings, args, exitCode, text) => {
      const folder = await shop()
      const words = said.split(' ') as ('said' | 'unseen')[]
      await forge(folder, (all) => {
        const start = all.length - 8
        return all.map((line, index) =>
          index < start ? line : { ...line, word: words[index % words.length] ?? 'said' },
        )
      })
      if (settings) folder.write({ '.ai/spell.json': settings })
      const found = check(folder, '--base', 'main', ...args)
      expect(found).toMatchObject({ exitCode, stdout: expect.stringContaining(text) })
      commitAll(folder)
      expect(check(folder, '--base', 'HEAD', '--require', 'word')).toMatchObject({ exitCode: 0 })
    },
  )

  test('says where, what happened and what helps', async () => {
    const folder = await shop()
    const lines = folder.read(historyFile).split('\n')
    folder.write({ [historyFile]: [...lines.slice(0, 4), ...lines.slice(5)].join('\n') })
    const { stdout, exitCode } = check(folder, '--base', 'main')
    const commit = git(folder, 'rev-parse', '--short=12', 'main').trim()
    expect(exitCode).toBe(10)
    expect(stdout).toBe(
      'One finding:\n\n' +
        '- `history-chain-broken` `.ai/task/history.jsonl:5`: .ai/task/history.jsonl line 5 does not follow the one before: ' +
        'lines between them are missing. `mkdir history.jsonl-was && mv .ai/task/history.jsonl history.jsonl-was/history.jsonl && ' +
        `git restore --source=${commit} -- .ai/task/history.jsonl\`\n`,
    )
  })

  test('works from a folder below, and where the work is that of a part of a repository', async () => {
    const whole = await shop()
    const folder = makeRepository({ 'packages/shop/src/a.ts': '' })
    for (const [path, text] of Object.entries(whole.contents())) folder.write({ [`packages/shop/${path}`]: text })
    git(folder, 'symbolic-ref', 'HEAD', 'refs/heads/main')
    commitAll(folder)
    const below = { ...folder, path: `${folder.path}/packages/shop/src` }
    expect(check(below, '--base', 'main')).toMatchObject({ exitCode: 0, stderr: '' })
    folder.remove('packages/shop/.ai/task/task.md')
    const { stdout } = spellHere(below.path, ['check', '--format', 'github'], {
      env: { GITHUB_WORKSPACE: folder.path },
    })
    expect(stdout).toContain('::error file=packages/shop/.ai/task/task.md,title=spell check%3A file-missing::')
  })

  test('finds that the work of a part of a repository was thrown away', async () => {
    const whole = await shop()
    const folder = makeRepository({ 'packages/shop/a.ts': '' })
    for (const [path, text] of Object.entries(whole.contents()))
      folder.write({ [path]: text, [`packages/shop/${path}`]: text })
    commitAll(folder)
    folder.remove('packages/shop/.ai')
    const { stdout } = check({ ...folder, path: `${folder.path}/packages/shop` }, '--base', 'HEAD')
    expect(stdout).toContain('`history-removed` `packages/shop/.ai/task/history.jsonl`')
  })

  test('lists what is allowed, of what the base does not have', async () => {
    const folder = await shop()
    await override(workIn(folder.path, engineer), edgeAt(folder), 'GATHER_EDITING', 'it is Friday')
    commitAll(folder)
    const allowed = check(folder, '--base', 'main')
    expect(allowed).toMatchObject({
      exitCode: 0,
      stdout: expect.stringMatching(/should know:\n\n- `override` .*Friday/),
    })
    expect(check(folder, '--base', 'main', '--no-overrides').exitCode).toBe(10)
    expect(check(folder, '--base', 'HEAD', '--no-overrides')).toMatchObject({
      exitCode: 0,
      stdout: expect.not.stringContaining('Friday'),
    })
  })
})

describe('the formats:', () => {
  test('--json is one document, of an error too', async () => {
    const folder = await shop()
    const { stdout } = check(folder, '--json', '--require', 'complete', '--base', 'main')
    expect(JSON.parse(stdout)).toMatchObject({
      kind: 'check',
      ok: false,
      require: 'complete',
      base: { name: 'main', commit: git(folder, 'rev-parse', 'main').trim() },
      findings: [{ rule: 'work-not-complete', where: '.ai/task/state.json', line: 2, fix: 'spell lumos' }],
    })
    const error = check(folder, '--json', '--base', 'nowhere')
    expect(error).toMatchObject({ exitCode: 2, stderr: '' })
    expect(JSON.parse(error.stdout)).toMatchObject({ kind: 'error', code: 'base-unknown' })
  })

  test('json names the piece of work that a finding is about, and none for all together', () => {
    const folder = makeRepository()
    for (const words of [
      ['new', 'csv-export'],
      ['new', 'login'],
    ])
      expect(spellHere(folder.path, words)).toMatchObject({ exitCode: 0 })
    folder.write({ '.ai/work/login/state.json': 'garbage', '.ai/spell.json': '{ "guard": 1 }' })
    const document = JSON.parse(check(folder, '--json').stdout)
    expect(document).not.toHaveProperty('workflow')
    expect(document).not.toHaveProperty('state')
    expect(document.pieces).toMatchObject([
      { workflow: 'engineer', name: 'csv-export', state: 'GATHER_EDITING_CONTEXT' },
      { workflow: 'engineer', name: 'login', state: null },
    ])
    const about = document.findings.map(({ where, workflow, work }: Record<string, unknown>) => [where, workflow, work])
    expect(about).toContainEqual(['.ai/work/login/state.json', 'engineer', 'login'])
    expect(about).toContainEqual(['.ai/spell.json', null, null])
  })

  test('an error is told where each looks for it', async () => {
    const folder = await shop()
    const text = check(folder, '--base', 'nowhere')
    expect(text).toMatchObject({ exitCode: 2, stdout: '', stderr: expect.stringMatching(/^spell: .*nowhere/) })
    const log = check(folder, '--base', 'nowhere', '--format', 'github')
    expect(log).toMatchObject({ exitCode: 2, stderr: '', stdout: expect.stringMatching(/^::error .*nowhere/) })
  })

  test('one of another program is printed as it is, also where color is forced', async () => {
    const folder = await shop()
    const forced = { env: { FORCE_COLOR: '1' } }
    for (const format of ['junit', 'github']) {
      const plain = check(folder, '--format', format).stdout
      expect(spellHere(folder.path, ['check', '--format', format], forced).stdout).toBe(plain)
    }
  })

  test.each([[['--format', 'junit', '--json']], [['--base', '']]])('%j is an error of usage', (args) => {
    expect(check(makeRepository(), ...args)).toMatchObject({ exitCode: 2 })
  })
})

test('every rule is in the documentation, in its order, with what it proves; and no other', () => {
  const table = readFileSync('docs/reference/rules.md', 'utf8')
  const rows = [...table.matchAll(/^\| `([a-z-]+)` \| (.+) \|$/gm)].map(([, rule, proves]) => [rule, proves])
  expect(rows).toEqual(Object.entries(rules))
})
