import { version } from '../../package.json'
import { forPrograms, listed, otherCommands } from '../../src/entry/commands'
import { spells } from '../../src/workflows/engineer/spells'
import { makeFolder, makeRepository, snapshot } from '../support/folder'
import { spellHere } from '../support/packed-program'

const others = otherCommands.map(({ name }) => name)
const commands = [...Object.entries(spells).flatMap(([name, { alias }]) => [name, alias]), ...others]
const run = (...args: string[]) => spellHere(makeFolder().path, args)

test.each(['init', 'doctor', 'check', 'work'])('in a repository without a worktree %s says so', (word) => {
  const folder = makeFolder({ HEAD: 'ref: refs/heads/main\n', 'objects/a': '', 'refs/heads/a': '' })
  expect(spellHere(folder.path, [word])).toMatchObject({
    exitCode: 3,
    stderr: expect.stringMatching(/^spell: .* is a repository without a worktree/),
  })
})

describe('help', () => {
  const cases = [[], ['accio'], ['collab', 'add']]
  test.each(cases)('is what the word `help` before %j asks for, too', (...words: string[]) => {
    expect(run('help', ...words)).toEqual(run(...words, '--help'))
  })

  test('of what is no command is told the nearest one', () => {
    expect(run('help', 'acio')).toEqual(run('acio'))
  })

  test('names at most twelve commands beside the spells, the workflow of the repository, and a line for the others', () => {
    const folder = makeFolder({ '.ai/spell.json': '{ "workflow": "collab" }' })
    const { stdout } = spellHere(folder.path, ['--help'])
    const shown = Object.values(listed).flat()
    expect(shown.length).toBeLessThanOrEqual(12)
    for (const { name } of otherCommands)
      expect(new RegExp(`^  ${name} `, 'm').test(stdout)).toBe(shown.some((one) => one.name === name))
    expect(stdout).toMatch(/^The workflow of this repository:\n {2}collab /m)
    expect(stdout).toMatch(/^More commands, options and workflows: spell --help --all$/m)
    expect(Math.max(...stdout.split('\n').map(({ length }) => length))).toBeLessThanOrEqual(80)
  })

  test('is there although the settings are damaged', () => {
    const folder = makeFolder({ '.ai/spell.json': '{' })
    expect(spellHere(folder.path, ['--help'])).toEqual(run('--help'))
  })

  test('of all names every command and every option that all of them take', () => {
    const { exitCode, stdout, stderr } = run('--help', '--all')
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' })
    for (const [name, { alias, summary }] of Object.entries(spells)) {
      expect(stdout).toContain(`${name}|${alias}`)
      expect(stdout).toContain(summary)
    }
    for (const { name } of otherCommands)
      expect(new RegExp(`^  ${name} `, 'm').test(stdout)).toBe(!forPrograms.some((hidden) => hidden.name === name))
    for (const option of ['--cwd', '--json', '--for', '--quiet', '--no-color', '--debug', '--version', '--help'])
      expect(stdout).toContain(option)
  })

  test('is the same by every way that asks for it', () => {
    const { stdout } = run('--help')
    expect(run('-h').stdout).toBe(stdout)
    expect(run()).toEqual({ exitCode: 0, stdout, stderr: '' })
    expect(run('--quiet').stdout).toBe(stdout)
  })

  test.each(commands)('of %s says how it is used, and casts nothing', (name) => {
    const folder = makeFolder()
    const { exitCode, stdout, stderr } = spellHere(folder.path, [name, '--help'])
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' })
    expect(stdout).toMatch(/^Usage: spell [a-z]/)
    expect(snapshot(folder.path)).toEqual({})
  })

  test('wins wherever it stands', () => {
    for (const args of [
      ['-h', 'accio'],
      ['accio', '--json', '-h'],
      ['accio', '--note', 'a', '--help'],
    ]) {
      const folder = makeFolder()
      expect(spellHere(folder.path, args).stdout).toMatch(/^Usage: spell /)
      expect(snapshot(folder.path)).toEqual({})
    }
  })

  test('the version is that of the package', () => {
    expect(run('--version')).toEqual({ exitCode: 0, stdout: `${version}\n`, stderr: '' })
  })

  test('a document cannot be had of nothing', () => {
    const { exitCode, stdout, stderr } = run('--json')
    expect({ exitCode, stderr }).toEqual({ exitCode: 2, stderr: '' })
    expect(JSON.parse(stdout)).toMatchObject({ kind: 'error', code: 'no-command', fix: 'spell lumos --json' })
  })
})

describe('an unknown command', () => {
  // biome-ignore format: in one paragraph
  test.each([
    ['acio', 'accio'], ['lumo', 'lumos'], ['expcto', 'expecto'], ['repairo', 'reparo'], ['revert', 'reverto'],
    ['finte', 'finite'], ['nxt', 'next'], ['reviw', 'review'], ['statsu', 'status'], ['histroy', 'history'],
    ['verfy', 'verify'], ['tuor', 'tour'], ['hepl', 'help'], ['start', 'accio'], ['pro', 'prove'],
  ])('%s is told the one that was meant: %s', (typed, meant) => {
    expect(run(typed)).toEqual({
      exitCode: 2,
      stdout: '',
      stderr: `spell: Unknown command '${typed}'.\n  fix: spell ${meant}\n`,
    })
  })

  test('with nothing near it is told where to look', () => {
    expect(run('alohomora').stderr).toBe("spell: Unknown command 'alohomora'.\n  fix: spell --help\n")
  })

  test.each(['ACCI0', 'toString', '__proto__', 'constructor', '', ' ', '-', '--', 'a\nb'])(
    'such as %j changes nothing',
    (typed) => {
      const folder = makeFolder()
      expect([0, 2]).toContain(spellHere(folder.path, [typed]).exitCode)
      expect(snapshot(folder.path)).toEqual({})
    },
  )
})

describe('options', () => {
  const look = (...args: string[]) => run(...args, '--json').stdout

  test.each([
    ['before the command', ['--quiet', '--for', 'ai', 'lumos']],
    ['after the command', ['lumos', '--quiet', '--for', 'ai']],
    ['with an equals sign', ['lumos', '--for=ai', '--quiet']],
    ['around the command', ['--for', 'ai', 'lumos', '--quiet']],
  ])('may stand %s', (_, args) => {
    expect(run(...args)).toEqual(run('lumos', '--for', 'ai', '--quiet'))
    expect(look(...args)).toBe(look('lumos'))
  })

  test.each([
    ['a note that begins with a hyphen', ['accio', '--note=-x'], '-x'],
    ['a note that looks like an option', ['accio', '--note=--json'], '--json'],
    ['an empty note', ['accio', '--note', ''], undefined],
  ])('take %s', (_, args, note) => {
    const folder = makeFolder()
    expect(spellHere(folder.path, args).exitCode).toBe(0)
    expect(JSON.parse(folder.read('.ai/task/history.jsonl')).note).toBe(note)
  })
})

describe('a spell', () => {
  test.each(['Lumos', 'LUMOS', 'Status', 'sTatus'])('is known in any case: %s', (typed) => {
    const { stdout } = spellHere(makeFolder().path, [typed, '--json'])
    expect(JSON.parse(stdout)).toMatchObject({ kind: 'cast', spell: 'lumos' })
  })

  test.each(['Accio: header row first', 'next:  header row first'])('is known with its note: %s', (typed) => {
    const folder = makeFolder()
    expect(spellHere(folder.path, [typed]).exitCode).toBe(0)
    expect(JSON.parse(folder.read('.ai/task/history.jsonl'))).toMatchObject({ note: 'header row first' })
  })

  const plainWords = {
    accio: 'next',
    expecto: 'enrich',
    reparo: 'review',
    reverto: 'leave',
    finite: 'plan',
    lumos: 'status',
  } as const
  const task = (state: string, files: Readonly<Record<string, string>>) => ({
    '.ai/task/state.json': JSON.stringify({ current_state: state }),
    ...Object.fromEntries(Object.entries(files).map(([name, text]) => [`.ai/task/${name}`, text])),
  })

  test.each([
    ['while planning', task('GATHER_EDITING', { 'plan.md': '- [ ] a, see https://shop.atlassian.net/browse/S-1\n' })],
    ['in a review', task('PR_GATHERING_COMMENTS_G', { 'plan.md': '- [ ] a\n', 'comments.md': '# Comments\n' })],
  ])('is answered %s by its plain word, too', (_, files) => {
    for (const [name, word] of Object.entries(plainWords)) {
      const [asSpell, asWord] = [makeRepository(files), makeRepository(files)]
      const before = spellHere(asSpell.path, [name])
      const after = spellHere(asWord.path, [word])
      expect({ word, ...after }).toEqual({ word, ...before })
      expect(Object.keys(asWord.contents())).toEqual(Object.keys(asSpell.contents()))
    }
  })
})
