import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { standing } from '../../support/casting'
import type { Folder } from '../../support/folder'
import { makeClone } from '../../support/github-clone'
import { type GitHub, type PullRequestWorld, reply, secret, startGitHub } from '../../support/github-server'
import { hasTerminal, inTerminal } from '../../support/packed-in-terminal'
import { type Running, start } from '../../support/packed-program'
import { describeOnPosix, testOnPosix } from '../../support/posix'

/** The program as users have it, against a GitHub on this machine. */

const comments = '.ai/task/comments.md'
const files = { ...standing('GATHER_EDITING'), '.ai/task/plan.md': '# Export\n\n- [ ] it has a header row\n' }

const shop = (pull: Partial<PullRequestWorld>) => ({ 'acme/shop': { pullRequests: [{ number: 7, ...pull }] } })

const startIn = (
  folder: Folder,
  github: Pick<GitHub, 'env'>,
  line: string,
  env: Readonly<Record<string, string>> = {},
): Running => start(folder.path, line.split(' '), { ...github.env, ...env })

const cast = (...args: Parameters<typeof startIn>) => startIn(...args).ended

/** Every byte in a folder, git's too. */
const everythingIn = (folder: Folder): string =>
  readdirSync(folder.path, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder.path, name))
    .filter((path) => statSync(path).isFile())
    .map((path) => readFileSync(path, 'latin1'))
    .join('\n')

;(hasTerminal ? test : test.skip)('a user at a terminal sees how far it is', async () => {
  const github = await startGitHub(shop({ comments: Array.from({ length: 60 }, (_, id) => ({ id, body: 'a' })) }))
  const folder = makeClone(github, files)
  const { text, exitCode } = await inTerminal(folder.path, ['reparo', '--fetch'], [], github.env)
  expect(exitCode).toBe(0)
  expect(text).toContain(`spell: asking ${github.host} about acme/shop …\nspell: #7: 50 read …`)
  expect(text).toContain('The comments were fetched: ')
  expect(text).not.toContain(secret)
})

/** What a user could read afterwards: all that was printed, and all files. */
async function traces(line: string, answer?: GitHub['instead'][number]) {
  const github = await startGitHub(shop({ threads: [{ comments: [{ id: 11, body: 'a' }] }] }))
  const folder = makeClone(github, files)
  if (answer) github.instead.push(answer)
  const { stdout, stderr, exitCode } = await cast(folder, github, line)
  expect(github.asked[0]?.authorization).toBe(`token ${secret}`)
  return { exitCode, all: `${stdout}\n${stderr}\n${everythingIn(folder)}` }
}

testOnPosix.each<[string, number, GitHub['instead'][number] | undefined]>([
  ['reparo --fetch --debug', 0, undefined],
  ['reparo --fetch --debug --json', 0, undefined],
  ['reparo --fetch --debug', 1, (response) => reply(response, 401, { message: 'Bad credentials' })],
])('the token is nowhere after %s that ends with %i', async (line, exitCode, answer) => {
  const found = await traces(line, answer)
  expect(found.exitCode).toBe(exitCode)
  expect(found.all).not.toContain(secret)
  expect(found.all).not.toContain(secret.slice(4, 20))
})

describeOnPosix('what goes wrong', () => {
  test('is said with what helps, and nothing is written', async () => {
    const github = await startGitHub({ 'acme/shop': { pullRequests: [{ number: 7 }, { number: 8 }] } })
    const folder = makeClone(github, files)
    const before = folder.contents('.ai')
    expect(await cast(folder, github, 'reparo --fetch')).toEqual({
      stdout: '',
      stderr: 'spell: The branch has several open pull requests: #7, #8.\n  fix: spell reparo --fetch --pr 7\n',
      exitCode: 2,
    })
    expect((await cast(folder, github, 'reparo --fetch --pr seven')).exitCode).toBe(2)
    expect((await cast(folder, github, 'accio --fetch')).exitCode).toBe(2)
    expect(folder.contents('.ai')).toEqual(before)
    expect((await cast(folder, github, 'reparo --pr 8')).exitCode).toBe(0)
    expect(folder.read(comments)).toContain('#8')
  })

  test('a user who does not want to wait any more leaves nothing behind', async () => {
    const github = await startGitHub(shop({}))
    const folder = makeClone(github, files)
    const before = folder.contents('.ai')
    const asked = new Promise<void>((resolve) => github.instead.push(() => resolve()))
    const { child, ended } = startIn(folder, github, 'reparo --fetch')
    await asked
    child.kill('SIGINT')
    expect(await ended).toEqual({ stdout: '', stderr: '', exitCode: null })
    expect(folder.contents('.ai')).toEqual(before)
    expect(readdirSync(join(folder.path, '.ai'))).not.toContain('.local')
  })
})

testOnPosix('no other process is kept waiting while GitHub is asked', async () => {
  const github = await startGitHub(shop({}))
  const folder = makeClone(github, files)
  let answer = () => {}
  const asked = new Promise<void>((resolve) =>
    github.instead.push((response) => {
      answer = () => reply(response, 404, {})
      resolve()
    }),
  )
  const { ended } = startIn(folder, github, 'reparo --fetch')
  await asked
  expect((await cast(folder, github, 'accio --wait 0')).exitCode).toBe(0)
  answer()
  expect((await ended).exitCode).toBe(1)
  expect(JSON.parse(folder.read('.ai/task/state.json')).current_state).toBe('ACHIEVE_TASK_DRAFTING')
})
