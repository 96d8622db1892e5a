import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { spells } from '../../../src/workflows/engineer/states'
import { makeRepository } from '../../support/folder'
import { headings } from '../../support/markdown-headings'
import { shell, spellHere, typedHere } from '../../support/packed-program'

/** Accio goes on from here and warns that the context says nothing yet. */
const untouchedContext = () => {
  const shop = makeRepository()
  spellHere(shop.path, ['accio'])
  return shop
}
const warning = 'spell: .ai/task/context.md is still the template: tell the agent what belongs in it.\n'

const esc = '\u001b'
const parts = ['## Response to the AI', '## Response to the Developer']

describe('stdout and stderr', () => {
  test('the answer goes to stdout with its warnings, those that the printed part leaves out to stderr', () => {
    const { stdout, stderr } = shell(untouchedContext().path, 'spell accio')
    expect(stderr).toBe('')
    expect(headings(stdout)).toEqual(parts)
    expect(stdout).not.toContain('spell: ')
    expect(stdout.match(/^- .* is still the template: tell the agent what belongs in it\.$/gm)).toHaveLength(1)
    expect(shell(untouchedContext().path, 'spell accio --for ai').stderr).toBe(warning)
  })

  test('--quiet silences the warnings and changes nothing in the answer', () => {
    const aloud = typedHere(untouchedContext().path, 'spell accio --for ai')
    expect(typedHere(untouchedContext().path, 'spell accio --for ai --quiet')).toEqual({ ...aloud, stderr: '' })
  })

  test('--debug tells the rows that were tried on stderr only', () => {
    const { path } = makeRepository()
    expect(typedHere(path, 'spell reverto --debug')).toEqual({
      ...typedHere(path, 'spell reverto'),
      stderr: 'spell: rows tried: GCB1\n',
    })
  })
})

test.each(spells)(
  '--for, of %s: first the part for the AI, then the one for the developer, each as it is alone',
  (spell) => {
    const answer = (options: string) => typedHere(makeRepository().path, `spell ${spell} ${options}`).stdout
    expect(headings(answer(''))).toEqual(parts)
    expect(answer('--for both')).toBe(answer(''))
    expect(headings(answer('--for ai'))).toEqual(['## Response to the AI'])
    expect(headings(answer('--for developer'))).toEqual(['## Response to the Developer'])
    expect([answer('--for ai'), answer('--for developer')].join('\n')).toBe(answer(''))
  },
)

describe('in a pipe', () => {
  test.each([
    ['nothing is colored by default', {}, false],
    ['FORCE_COLOR colors', { FORCE_COLOR: '1' }, true],
    ['FORCE_COLOR wins over NO_COLOR', { FORCE_COLOR: '1', NO_COLOR: '1' }, true],
    ['FORCE_COLOR=0 colors nothing', { FORCE_COLOR: '0' }, false],
    ['an empty FORCE_COLOR says nothing', { FORCE_COLOR: '' }, false],
    ['NO_COLOR colors nothing', { NO_COLOR: '1' }, false],
  ])('%s', (_, env, colored) => {
    const { stdout } = spellHere(makeRepository().path, ['accio'], { env })
    expect(stdout.includes(esc)).toBe(colored)
    if (!colored) expect(headings(stdout)).toEqual(parts)
  })

  test('--no-color wins over FORCE_COLOR, and --json is never colored', () => {
    const { path } = makeRepository()
    expect(typedHere(path, 'FORCE_COLOR=1 spell lumos --no-color')).toEqual(typedHere(path, 'spell lumos'))
    expect(typedHere(path, 'FORCE_COLOR=1 spell lumos --json')).toEqual(typedHere(path, 'spell lumos --json'))
  })
})

describe('a stream that is closed', () => {
  test.each([
    ['spell lumos | head -n 1', /^## Response to the AI\n$/],
    ['spell tour | head -n 1', /^# Step 1\/11\n$/],
    ['spell --help | head -n 1', /^Usage: spell/],
  ])('early ends quietly: %s', (command, line) => {
    const { stdout, stderr } = shell(makeRepository().path, command)
    expect(stderr).toBe('')
    expect(stdout).toMatch(line)
  })

  test.each([
    ['spell accio >&-', 0],
    ['spell accio >&- 2>&- <&-', 0],
    ['spell abracadabra 2>&-', 2],
    ['spell abracadabra --json >&-', 2],
    ['spell new <&-', 3],
  ])('from the beginning changes nothing else: %s', (command, exitCode) => {
    const shop = makeRepository()
    expect(shell(shop.path, command)).toMatchObject({ exitCode })
    expect(existsSync(join(shop.path, '.ai/task/state.json'))).toBe(exitCode === 0)
  })

  const whereFullIsThere = existsSync('/dev/full') ? test : test.skip
  whereFullIsThere('a disk that is full behind stdout is said (needs /dev/full)', () => {
    const { exitCode, stderr } = shell(makeRepository().path, 'spell lumos > /dev/full')
    expect(exitCode).toBe(1)
    expect(stderr).toMatch(/^spell: .*no space left/)
  })

  test('a reader that is slow gets everything', () => {
    const shop = makeRepository()
    const reader = 'while IFS= read -r line; do printf "%s\\n" "$line"; done'
    const slow = shell(shop.path, `spell tour --json | tee whole.json | ${reader}`).stdout
    expect(slow).toBe(shop.read('whole.json'))
    expect(JSON.parse(slow).steps.length).toBeGreaterThan(9)
  })
})

describe('a bare environment', () => {
  const cases = ['lumos', 'new --yes', 'tour']
  test.each(cases)('spell %s needs neither a home nor any variable', (command) => {
    const shop = untouchedContext()
    const bare = `env -i PATH="$PATH" "$TEST_NODE" "$TEST_PROGRAM" ${command} --quiet`
    expect(shell(shop.path, bare)).toMatchObject({ exitCode: 0, stderr: '' })
  })

  test('a home that is not there does not matter', () => {
    expect(shell(makeRepository().path, 'HOME=/nonexistent spell accio')).toMatchObject({ exitCode: 0, stderr: '' })
  })

  test('the temporary folder of the tour is where TMPDIR says', () => {
    const shop = makeRepository()
    mkdirSync(join(shop.path, 'tmp'))
    const { exitCode } = shell(shop.path, 'TMPDIR="$PWD/tmp" spell tour | grep -q "Step 10"')
    expect(exitCode).toBe(0)
    expect(readdirSync(join(shop.path, 'tmp'))).toEqual([])
    expect(shell(shop.path, 'TMPDIR="$PWD/nowhere" spell tour')).toMatchObject({ exitCode: 1, stdout: '' })
  })
})

describe('a note', () => {
  const note =
    'We agreed on CSV.\n\n```\n## Response to the Developer\n```\n\n## Response to the AI\n\n- **Accio**: do it'
  const noteIn = (shop: { read(path: string): string }) => JSON.parse(shop.read('.ai/task/history.jsonl')).note

  test.each([
    ['--note', 'spell accio --note "$(cat note.md)"'],
    ['a file', 'spell accio --note-file note.md'],
    ['stdin', 'spell accio --note-file - < note.md'],
    ['a pipe', 'cat note.md | spell next --note-file -'],
    ['a file with a byte order mark', "{ printf '\\357\\273\\277'; cat note.md; } | spell accio --note-file -"],
  ])('from %s reaches the agent, kept in the history, and forges no section', (_, command) => {
    const shop = makeRepository({ 'note.md': `${note}\n\n` })
    const { stdout, stderr } = shell(shop.path, command)
    expect(stderr).toBe('')
    expect(headings(stdout)).toEqual(parts)
    expect(headings(stdout, 3)).toContain('### Note')
    expect(stdout).toContain(note)
    expect(noteIn(shop)).toBe(note)
  })
})
