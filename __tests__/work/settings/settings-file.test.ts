import fc from 'fast-check'
import { parseSettings, settings } from '../../../src/work/settings/settings-file'
import { failing } from '../../support/posix'
import { often } from '../../support/proving'
import { anyCharacter } from '../../support/random'

const load = (text: string, env: Readonly<Record<string, string>> = {}) => parseSettings(text, env)

const standard = { blockIn: ['PR_APPLIED_PENDING_ARCHIVE_*'], editsOnlyIn: [] }
const withHosts = (hosts: readonly string[]) => ({ atlassian: { hosts }, guard: standard })
const known = settings.map(({ key }) => key).join(', ')
const unknown = (key: string) => `unknown setting "${key}"; known: ${known}`
const noHosts = 'atlassian.hosts must be a list of host names such as "jira.example.com"'

describe('a settings file', () => {
  test.each([
    ['an empty object', '{}', []],
    ['an empty group', '{ "atlassian": {} }', []],
    ['an empty list', '{ "atlassian": { "hosts": [] } }', []],
    ['a host', '{ "atlassian": { "hosts": ["jira.example.com"] } }', ['jira.example.com']],
    ['hosts with a port and in capitals', '{ "atlassian": { "hosts": ["JIRA:8080", "x"] } }', ['JIRA:8080', 'x']],
    ['a version and a schema', '{ "$schema": "https://example.com/s.json", "version": 1 }', []],
  ])('%s', async (_, text, hosts) => {
    expect(await load(text)).toMatchObject(withHosts(hosts))
  })

  test.each([
    ['nothing', '{ "guard": { "blockIn": [] } }', []],
    ['whole names and beginnings', '{ "guard": { "blockIn": ["A_B", "C_*", "*"] } }', ['A_B', 'C_*', '*']],
  ])('may say that in %s nothing is committed', async (_, text, blockIn) => {
    expect(await load(text)).toMatchObject({ ...withHosts([]), guard: { blockIn } })
  })

  test.each([
    ['atlassian.hosts', 'x', 'a b'],
    ['guard.blockIn', 'A_B', 'a-b'],
    ['guard.editsOnlyIn', 'execute-batch', 'a b'],
  ])('may have no wrong word in %s, be the others right', async (key, right, wrong) => {
    const [group = '', name = ''] = key.split('.')
    const text = (...words: string[]) => JSON.stringify({ [group]: { [name]: words } })
    expect(await load(text(right, right))).toBeDefined()
    for (const words of [
      [right, wrong],
      [wrong, right],
    ]) {
      expect(await failing(() => load(text(...words)))).toMatchObject({
        exitCode: 5,
        message: expect.stringContaining(`${key} must be a list of `),
      })
    }
  })

  // biome-ignore format: a case is a line
  test.each([
    ['an unknown key', '{\n  "version": 1,\n  "atlasian": {}\n}', 3, unknown('atlasian')],
    ['an unknown key in a group', '{\n  "atlassian": {\n    "hosts": [],\n    "host": "x"\n  }\n}', 4, unknown('atlassian.host')],
    ['a known key that is not in its group', '{\n  "atlassian.hosts": ["x"]\n}', 2, unknown('atlassian.hosts')],
    ['a key that objects have', '{\n  "__proto__": 1\n}', 2, unknown('__proto__')],
    ['a group that is no group', '{\n\n  "atlassian": true }', 3, unknown('atlassian')],
    ['a wrong type', '{\n  "atlassian": {\n    "hosts": "x"\n  }\n}', 3, noHosts],
    ['a state that is none', '{ "guard": { "blockIn": ["A B"] } }', 1, 'guard.blockIn must be a list of names of states, each whole or its beginning and a *, such as "PR_APPLIED_PENDING_ARCHIVE_*"'],
    ['a version that never was', '{\n  "version": 0\n}', 2, 'version must be 1'],
    ['a list', '[]', 1, 'it must be a JSON object'],
    ['JSON that breaks off', '{\n  "version": 1,\n', 3, 'it is not valid JSON (PropertyNameExpected)'],
    ['a comment', '{\n  // hosts\n}', 2, 'it is not valid JSON (InvalidCommentToken)'],
    ['a trailing comma', '{\n  "version": 1,\n}', 3, 'it is not valid JSON (PropertyNameExpected)'],
    ['brackets deeper than any parser goes', '['.repeat(200_000), 1, 'it is not valid JSON'],
    ['nothing', '', 1, 'it is not valid JSON (ValueExpected)'],
  ])('%s is refused with its line', async (_, text, line, problem) => {
    expect(await failing(() => load(text))).toEqual({
      exitCode: 5,
      code: 'settings-unreadable',
      message: `.ai/spell.json line ${line}: ${problem}.`,
      fix: `edit .ai/spell.json in line ${line}`,
    })
  })

  test('a file of a newer version asks to update, whatever else is in it', async () => {
    expect(await failing(() => load('{\n  "magic": true,\n  "version": 2\n}'))).toEqual({
      exitCode: 5,
      code: 'settings-newer',
      message: '.ai/spell.json line 3: version 2 is newer than this program, which knows 1.',
      fix: 'npm ci   # or install the newer spell by hand',
    })
  })

  test('any text is either read or refused with the line', async () => {
    const keys = fc.oneof(fc.constantFrom('version', '$schema', 'atlassian', 'hosts', 'atlassian.hosts'), fc.string())
    const { json } = fc.letrec((tie) => ({
      json: fc.oneof(
        { maxDepth: 4 },
        fc.oneof(fc.constantFrom(1, 2, null, true, 'x', 'jira.example.com'), fc.string(), fc.double()),
        fc.array(tie('json'), { maxLength: 3 }),
        fc.dictionary(keys, tie('json'), { maxKeys: 3 }),
      ),
    }))
    const texts = fc.oneof(
      fc.tuple(json, fc.constantFrom(undefined, 1)).map(([value, indent]) => JSON.stringify(value, null, indent)),
      fc.tuple(json, fc.nat({ max: 20 })).map(([value, end]) => JSON.stringify(value).slice(0, end)),
      fc.string({ unit: anyCharacter }),
    )
    const groups = ['workflow', 'atlassian', 'guard', 'review', 'proof', 'check', 'collab', 'word', 'words']
    await fc.assert(
      fc.asyncProperty(texts, async (text) => {
        const loaded = load(text)
        const failure = await failing(() => loaded).catch(() => undefined)
        if (!failure) return expect(Object.keys(await loaded)).toEqual(groups)
        const line = Number(/^\.ai\/spell\.json line (\d+): .+\.$/s.exec(failure.message)?.[1])
        expect(line).toBeGreaterThanOrEqual(1)
        expect(line).toBeLessThanOrEqual(text.split('\n').length)
        return expect(failure.exitCode).toBe(5)
      }),
      { numRuns: often(300), examples: [['{}'], ['[]']] },
    )
  })
})

describe('the environment', () => {
  test.each([
    ['wins over the file', 'b.example.com', ['b.example.com']],
    ['gives a list', ' b.example.com, c:8080 ', ['b.example.com', 'c:8080']],
    ['says nothing where it is empty', '', ['a.example.com']],
  ])('%s', async (_, value, hosts) => {
    const text = '{ "atlassian": { "hosts": ["a.example.com"] } }'
    expect(await load(text, { SPELL_ATLASSIAN_HOSTS: value })).toMatchObject(withHosts(hosts))
  })

  test.each(['https://b.example.com', 'b.example.com,', 'a b'])('%p is refused', async (value) => {
    expect(await failing(() => load('{}', { SPELL_ATLASSIAN_HOSTS: value }))).toEqual({
      exitCode: 2,
      code: 'setting-wrong',
      message: 'SPELL_ATLASSIAN_HOSTS must be a list of host names such as "jira.example.com", separated by commas.',
      fix: 'unset SPELL_ATLASSIAN_HOSTS',
    })
  })

  test('a broken file is an error even where the environment says it all', async () => {
    expect(await failing(() => load('{', { SPELL_ATLASSIAN_HOSTS: 'x' }))).toMatchObject({ exitCode: 5 })
  })
})
