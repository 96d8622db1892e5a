import { loadSettings, settingsPath } from '../../src/store/settings'
import { failing } from '../support/failing'
import { makeFolder } from '../support/folder'

const withHosts = (hosts: readonly string[]) => ({
  atlassian: { hosts },
  guard: { blockIn: ['PR_APPLIED_PENDING_ARCHIVE_*'], editsOnlyIn: [] },
})
const text = '{ "atlassian": { "hosts": ["a.example.com"] } }'

describe('settings', () => {
  test.each<[string, Readonly<Record<string, string>>, Readonly<Record<string, string>>, readonly string[]]>([
    ['are the standard ones where nothing is set', {}, {}, []],
    ['are read from the file', { [settingsPath]: text }, {}, ['a.example.com']],
    ['are read from a file as Windows writes it', { [settingsPath]: `\uFEFF${text}\r\n` }, {}, ['a.example.com']],
    ['are read from the environment', {}, { SPELL_ATLASSIAN_HOSTS: 'b.example.com' }, ['b.example.com']],
    ['are those of the environment first', { [settingsPath]: text }, { SPELL_ATLASSIAN_HOSTS: 'b' }, ['b']],
  ])('%s', async (_, files, env, hosts) => {
    expect(await loadSettings(makeFolder(files).path, env)).toEqual(withHosts(hosts))
  })

  test('that are broken are an error, not the standard ones', async () => {
    const { path } = makeFolder({ [settingsPath]: '' })
    expect(await failing(() => loadSettings(path, {}))).toMatchObject({ exitCode: 5, code: 'settings-unreadable' })
  })

  test('that are a folder are an error', async () => {
    const { path } = makeFolder({ [`${settingsPath}/file`]: '' })
    expect(await failing(() => loadSettings(path, {}))).toMatchObject({ exitCode: 5, code: 'settings-unreadable' })
  })
})
