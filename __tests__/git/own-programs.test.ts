import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { treesOf } from '../../src/git/tree'
import { changeAllowed, consentPath } from '../../src/settings/allowed'
import { type Folder, makeFolder, makeRepository, plainEnv } from '../support/folder'
import { describeOnPosix, failing } from '../support/posix'
import { commitAll, git } from '../support/team-repository'

/** A repository whose one file git has to look at again. */
function repository(attributes = '* filter=trap\n'): Folder {
  const folder = makeRepository({ 'a.txt': 'a\n', '.gitattributes': attributes })
  commitAll(folder)
  folder.write({ 'a.txt': 'b\n' })
  return folder
}
const env = () => ({ ...plainEnv, XDG_STATE_HOME: makeFolder().path })
const clean = (place: string) => `touch ${JSON.stringify(place)}; tr b c`

describeOnPosix('a program that the settings of a repository name', () => {
  const hasRun = async (folder: Folder, settings: NodeJS.ProcessEnv): Promise<boolean> => {
    await treesOf(folder.path, settings)
    return existsSync(join(folder.path, '.git', 'ran'))
  }
  const named = (folder: Folder) => clean(join(folder.path, '.git', 'ran'))

  test('is not run, and what lies there counts as it is', async () => {
    const [folder, plain] = [repository(), repository()]
    git(folder, 'config', 'filter.trap.clean', named(folder))
    git(folder, 'config', 'filter.trap.required', 'true')
    expect(await hasRun(folder, env())).toBe(false)
    expect(await treesOf(folder.path, env())).toMatchObject({
      treeAll: ((await treesOf(plain.path, env())) as { treeAll: string }).treeAll,
    })
  })

  test('is run once the developer has allowed a command in this clone: so filters of its team work', async () => {
    const folder = repository()
    git(folder, 'config', 'filter.trap.clean', named(folder))
    const settings = env()
    const path = consentPath(join(folder.path, '.git'), folder.path, settings)
    const allowed = { digest: 'a', said: 'npm test', time: '2026-08-20T15:30:00Z', command: '{}' }
    await changeAllowed(path, folder.path, new Date(0), () => [allowed])
    expect(await hasRun(folder, settings)).toBe(true)
    expect(await hasRun(repository(), settings)).toBe(false)
  })

  test('is run if the settings of the user name it', async () => {
    const folder = repository()
    const { path } = makeFolder()
    writeFileSync(join(path, 'gitconfig'), `[filter "trap"]\n\tclean = ${JSON.stringify(named(folder))}\n`)
    expect(await hasRun(folder, { ...env(), GIT_CONFIG_GLOBAL: join(path, 'gitconfig') })).toBe(true)
  })

  test.each([
    [
      'a file that they include',
      (folder: Folder) => {
        folder.write({ '.git/more': `[filter "trap"]\n\tclean = ${JSON.stringify(named(folder))}\n` })
        git(folder, 'config', 'include.path', 'more')
      },
    ],
    [
      'those of one worktree',
      (folder: Folder) => {
        git(folder, 'config', 'extensions.worktreeConfig', 'true')
        git(folder, 'config', '--worktree', 'filter.trap.clean', named(folder))
      },
    ],
    ['another case', (folder: Folder) => git(folder, 'config', 'FILTER.trap.CLEAN', named(folder))],
    [
      'a section without a name of its own',
      (folder: Folder) => {
        const section = `[filter.trap]\n\tclean = ${JSON.stringify(named(folder))}\n`
        folder.write({ '.git/config': folder.read('.git/config') + section })
      },
    ],
  ])('is found in %s', async (_, name) => {
    const folder = repository()
    name(folder)
    expect(await hasRun(folder, env())).toBe(false)
  })

  test('is named if nothing can switch it off', async () => {
    const folder = repository('* filter=a=b\n')
    git(folder, 'config', 'filter.a=b.clean', named(folder))
    expect(await failing(() => treesOf(folder.path, env()))).toMatchObject({
      code: 'git-program',
      message: expect.stringContaining('"filter.a=b.clean"'),
    })
    expect(existsSync(join(folder.path, '.git', 'ran'))).toBe(false)
  })
})
