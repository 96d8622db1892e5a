import { castWith } from '../../../src/intake/cast-with'
import { workIn } from '../../../src/work/work'
import { engineer } from '../../../src/workflows/engineer'
import { edgeAt } from '../../support/casting'
import { type Folder, makeFolder, untouched } from '../../support/folder'
import { makeClone } from '../../support/github-clone'
import { reply } from '../../support/github-server'
import { type GitLab, type IssueWorld, startGitLab, token } from '../../support/gitlab-server'
import { describeOnPosix, failing } from '../../support/posix'

const fields = { title: 'Orders as CSV', description: 'For Excel.\n\n- [ ] A header row\n- [x] In EUR\n' }
const start = (more: object = {}, notes: IssueWorld['notes'] = [], visibility = 'public') =>
  startGitLab([], {}, { fields: { ...fields, ...more }, notes }, visibility)
const cloneOf = (gitlab: Pick<GitLab, 'host'>) => makeClone(gitlab, {}, 'acme/web/shop')
const begin = (folder: Folder, env: GitLab['env'], from = 'gl:45') =>
  castWith(workIn(folder.path, engineer), 'accio', { ...edgeAt(folder), env }, { from })

const at = 'projects/acme%2Fweb%2Fshop/issues/45'
const isPrivate = 'private; what is quoted from it is now in this repository.'

describeOnPosix('an issue of GitLab', () => {
  test('begins with its text and comments, its boxes as open criteria, its address kept', async () => {
    const gitlab = await start({}, [
      { id: 1, body: 'Which rows?', author: 'kim' },
      { id: 2, body: 'added a label', system: true },
    ])
    const folder = cloneOf(gitlab)
    const { warnings } = await begin(folder, gitlab.env)
    expect(warnings).toEqual(['Boxes that are ticked there, and open here: 1.'])
    const context = folder.read('.ai/task/context.md')
    const url = 'https://gitlab.com/acme/web/shop/-/issues/45'
    expect(context).toContain(`---\nfrom: gl ${url}\n---\n\n# Orders as CSV\n`)
    expect(context).toContain('## Comment of **kim** · 2026-08-19 10:12 UTC\n\n> Which rows?\n')
    expect(context).not.toContain('added a label')
    expect(folder.read('.ai/task/plan.md')).toContain('\n- [ ] A header row\n- [ ] In EUR\n')
    expect(gitlab.asked.map(({ argv }) => argv)).toContain(`api ${at}`)
    expect(new Set(gitlab.asked.map((one) => one.token))).toEqual(new Set([token]))
  })

  test.each([
    ['closed', { state: 'closed' }, 'public', 'It is closed there.'],
    ['locked', { discussion_locked: true }, 'public', 'Its conversation is locked there.'],
    ['moved', { moved_to_id: 9 }, 'public', 'It was moved to another project.'],
    ['confidential', { confidential: true }, 'public', `It is ${isPrivate}`],
    ['private', {}, 'private', `acme/web/shop is ${isPrivate}`],
  ])('that is %s says so', async (_, more, visibility, said) => {
    const gitlab = await start(more, [], visibility)
    expect((await begin(cloneOf(gitlab), gitlab.env)).warnings).toContain(said)
  })

  test('is read with all pages of its comments', async () => {
    const gitlab = await start(
      {},
      Array.from({ length: 101 }, (_, index) => ({ id: index, body: `comment ${index}` })),
    )
    const folder = cloneOf(gitlab)
    await begin(folder, gitlab.env)
    expect(folder.read('.ai/task/context.md')).toContain('> comment 100\n')
  })

  test.each(['gl:#45', 'gl:acme/web/shop#45'])('is found by %s', async (from) => {
    const gitlab = await start()
    expect(await begin(cloneOf(gitlab), gitlab.env, from)).toMatchObject({ to: 'GATHER_EDITING' })
  })

  test('is found by its address, and its server gets no token that is not meant for it', async () => {
    const gitlab = await start()
    const env = { ...gitlab.env, GITLAB_HOST: '' }
    await begin(makeFolder(), env, `gl:https://${gitlab.host}/acme/web/shop/-/issues/45#note_1`)
    expect(gitlab.asked.map((one) => [one.what, one.token])[0]).toEqual([`GET /api/v4/${at}`, ''])
  })

  test('that is not there is an error, and nothing is written', async () => {
    const gitlab = await start()
    const folder = cloneOf(gitlab)
    const failure = { code: 'no-such-issue', message: expect.stringContaining('private, deleted or moved') }
    expect(await untouched(folder, () => failing(() => begin(folder, gitlab.env, 'gl:46')))).toMatchObject(failure)
  })

  // biome-ignore format: a case is a line
  test.each<[string, number, unknown, object]>([
    ['without a sign-in', 401, { message: '401 Unauthorized' }, { code: 'not-signed-in' }],
    ['with half an answer', 200, '{"title":', { code: 'not-gitlab', fix: expect.stringMatching(/^glab auth status/) }],
    ['of another form', 200, { title: 1 }, { code: 'answer-malformed', message: expect.stringContaining('title') }],
  ])('%s is an error, and nothing is written', async (_, status, document, failure) => {
    const gitlab = await start()
    gitlab.instead.push((response) => reply(response, status, document))
    const folder = cloneOf(gitlab)
    const from = `gl:https://${gitlab.host}/acme/web/shop/-/issues/45`
    expect(await untouched(folder, () => failing(() => begin(folder, gitlab.env, from)))).toMatchObject(failure)
  })

  test('needs glab, and a remote that leads there', async () => {
    const none = makeFolder()
    const from = 'gl:https://gitlab.com/acme/web/shop/-/issues/45'
    expect(await failing(() => begin(none, { PATH: none.path }, from))).toMatchObject({ code: 'no-glab' })
    const folder = cloneOf({ host: 'github.com' })
    const { PATH } = process.env
    expect(await failing(() => begin(folder, { ...(PATH && { PATH }) }))).toMatchObject({ code: 'no-repository' })
  })
})
