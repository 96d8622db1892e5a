import { loadSettings, settingsPath } from '../../../src/work/settings/settings'
import { makeFolder } from '../../support/folder'
import { failing } from '../../support/posix'

const withHosts = (hosts: readonly string[]) => ({
  atlassian: { hosts },
  guard: { blockIn: ['PR_APPLIED_PENDING_ARCHIVE_*'], editsOnlyIn: [] },
})
const text = '{ "atlassian": { "hosts": ["a.example.com"] } }'

describe('settings', () => {
  test.each<[string, Readonly<Record<string, string>>, Readonly<Record<string, string>>, readonly string[]]>([
    ['are read from a file as Windows writes it', { [settingsPath]: `\uFEFF${text}\r\n` }, {}, ['a.example.com']],
    ['are those of the environment first', { [settingsPath]: text }, { SPELL_ATLASSIAN_HOSTS: 'b' }, ['b']],
  ])('%s', async (_, files, env, hosts) => {
    expect(await loadSettings(makeFolder(files).path, env)).toMatchObject(withHosts(hosts))
  })

  // biome-ignore format: a case is a line
  test.each<[string, Readonly<Record<string, string>>, string, unknown]>([
    ['a switch from the file', {}, '{ "review": { "fetch": true } }', { fetch: true }],
    ['a switch that is off in the environment', { SPELL_REVIEW_FETCH: 'false' }, '{ "review": { "fetch": true } }', { fetch: false }],
    ['a switch by number', { SPELL_REVIEW_FETCH: '1' }, '{}', { fetch: true }],
  ])('of a review: %s', async (_, env, file, review) => {
    const { path } = makeFolder({ [settingsPath]: file })
    expect((await loadSettings(path, env)).review).toMatchObject(review as object)
  })

  test('of proofs come from the file alone', async () => {
    const { path } = makeFolder({ [settingsPath]: '{ "proof": { "always": ["npm test"] } }' })
    const env = { SPELL_PROOF_ALWAYS: '', SPELL_PROOF_REQUIRED: 'false', undefined: 'npm run lint' }
    expect((await loadSettings(path, env)).proof).toEqual({ within: '10m', always: ['npm test'], required: false })
  })

  test('that are a switch are on or off', async () => {
    expect(await failing(() => loadSettings(makeFolder().path, { SPELL_REVIEW_FETCH: 'maybe' }))).toMatchObject({
      exitCode: 2,
      message: 'SPELL_REVIEW_FETCH must be true or false.',
    })
  })
})
