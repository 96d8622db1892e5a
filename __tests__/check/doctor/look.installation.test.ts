import { renameSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { examineInstalled } from '../../../src/check/doctor/look'
import { type InstallContext, install, takeOut } from '../../../src/install/init'
import { lookAt } from '../../../src/install/pieces/look'
import type { Adapter } from '../../../src/install/pieces/piece'
import { type Folder, makeFolder } from '../../support/folder'
import { testOnPosix } from '../../support/posix'

const adapterOf = (text: string): Adapter => ({
  name: 'plain',
  title: 'Git itself',
  detect: () => true,
  pieces: ({ hooksFolder = '' }) => [
    { do: 'block', path: 'AGENTS.md', id: 'spell', text, comment: 'html' },
    { do: 'file', path: join(hooksFolder, 'pre-commit'), text, comment: 'hash', executable: true },
  ],
})
const groundOf = ({ path }: Folder, text = 'one'): InstallContext => ({
  root: path,
  look: lookAt(path, { folder: join(path, '.git/hooks') }, {}),
  now: new Date('2026-11-21T10:00:00Z'),
  wait: 0,
  version: '1.0.0',
  adapters: { agents: [], managers: [adapterOf(text)] },
})
const choices = { agents: [], guard: 'plain' }
async function installed(): Promise<Folder> {
  const folder = makeFolder({ 'AGENTS.md': '# Rules\n', '.git/HEAD': '' })
  await install(groundOf(folder), { choices, purpose: 'init' }, false)
  return folder
}
const codes = async (...given: Parameters<typeof groundOf>) =>
  (await examineInstalled(groundOf(...given), {})).map(({ code, where }) => [code, where.replace(/^.*hooks/, 'hooks')])

test('nothing is found if nothing was put in, and where all is in place', async () => {
  expect(await codes(makeFolder())).toEqual([])
  expect(await codes(await installed())).toEqual([])
})

test('what another version would write otherwise is told', async () => {
  expect(await codes(await installed(), 'two')).toEqual([
    ['installed-outdated', 'AGENTS.md'],
    ['installed-outdated', 'hooks/pre-commit'],
  ])
})

test('what was taken out by hand is told', async () => {
  const folder = await installed()
  folder.write({ 'AGENTS.md': '# Rules\n' })
  expect(await codes(folder)).toEqual([['installed-missing', 'AGENTS.md']])
})

test('a clone without the hooks is told', async () => {
  const folder = await installed()
  folder.remove('.git/hooks/pre-commit', '.ai/.local/installed.json')
  expect(await codes(folder)).toEqual([['hook-missing', 'hooks/pre-commit']])
})

test('what a user has changed is theirs', async () => {
  const folder = await installed()
  folder.write({ 'AGENTS.md': folder.read('AGENTS.md').replace(/^one$/m, 'mine') })
  expect(await codes(folder, 'two')).toEqual([['installed-outdated', 'hooks/pre-commit']])
})

testOnPosix(
  'what keeps ours from being put back is told, and what an uninstall could not take out, then what it can',
  async () => {
    const other = makeFolder()
    const folder = await installed()
    renameSync(join(folder.path, 'AGENTS.md'), join(other.path, 'AGENTS.md'))
    symlinkSync(join(other.path, 'AGENTS.md'), join(folder.path, 'AGENTS.md'))
    expect(await codes(folder, 'two')).toEqual([
      ['installed-blocked', 'AGENTS.md'],
      ['installed-outdated', 'hooks/pre-commit'],
    ])
    await takeOut(groundOf(folder), false)
    expect(await codes(folder)).toEqual([['installed-blocked', 'AGENTS.md']])
    folder.remove('AGENTS.md')
    renameSync(join(other.path, 'AGENTS.md'), join(folder.path, 'AGENTS.md'))
    expect(await codes(folder)).toEqual([['installed-left', 'AGENTS.md']])
    await takeOut(groundOf(folder), false)
    expect(await codes(folder)).toEqual([])
  },
)

test('a record that cannot be read is told', async () => {
  expect(await codes(makeFolder({ '.ai/installed.json': '{' }))).toEqual([
    ['installed-unreadable', '.ai/installed.json'],
  ])
})

testOnPosix('one link that is in the way of many files is told once', async () => {
  const folder = makeFolder({ '.git/HEAD': '' })
  const other = makeFolder()
  const pieces = ['one', 'two'].map((name) => ({ do: 'file', path: `.agent/${name}.md`, text: name, comment: 'html' }))
  const managers = [{ ...adapterOf(''), pieces: () => pieces } as Adapter]
  const ground = { ...groundOf(folder), adapters: { agents: [], managers } }
  await install(ground, { choices, purpose: 'init' }, false)
  folder.remove('.agent')
  symlinkSync(other.path, join(folder.path, '.agent'))
  const found = await examineInstalled(ground, {})
  expect(found.map(({ code, message }) => [code, message])).toEqual([
    ['installed-blocked', expect.stringContaining('.agent is a link that leads out of the repository')],
  ])
})
