import { chmodSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { engineer } from '../../../src/flows/engineer'
import { castWith } from '../../../src/steps/cast-with'
import { workIn } from '../../../src/work/work'
import { edgeAt } from '../../support/casting'
import { type Folder, makeFolder, makeRepository, untouched } from '../../support/folder'
import { describeOnPosix, failing } from '../../support/posix'

/** An answer of GitLab to a path of its API. */
type Answers = Readonly<Record<string, readonly [status: number, document: unknown]>>

/** Stands in for glab: answers from a file, writes down how it was called, and ends as glab does. */
const standIn = `#!${process.execPath}
const { appendFileSync, readFileSync } = require('node:fs')
const { GITLAB_HOST, GITLAB_TOKEN = '' } = process.env
appendFileSync(__dirname + '/calls', [GITLAB_HOST, GITLAB_TOKEN, ...process.argv.slice(2)].join(' ') + '\\n')
const answers = JSON.parse(readFileSync(__dirname + '/answers.json', 'utf8'))
const [status, document] = answers[process.argv[3]] ?? [404, { message: '404 Not Found' }]
process.stdout.write(typeof document === 'string' ? document : JSON.stringify(document))
if (status > 299) {
  process.stderr.write('glab: ' + (document.message ?? '') + ' (HTTP ' + status + ')\\n')
  process.exitCode = 1
}
`

function startGlab(answers: Answers) {
  const folder = makeFolder({ glab: standIn, 'answers.json': JSON.stringify(answers), calls: '' })
  chmodSync(join(folder.path, 'glab'), 0o755)
  const env = { PATH: `${folder.path}${delimiter}${process.env.PATH}`, GITLAB_TOKEN: 'secret' }
  return { env, calls: () => folder.read('calls').split('\n').slice(0, -1) }
}

function clone(url = 'https://gitlab.com/acme/shop.git'): Folder {
  const folder = makeRepository({})
  folder.write({ '.git/config': `${folder.read('.git/config')}[remote "origin"]\n\turl = ${url}\n` })
  return folder
}
const begin = (folder: Folder, env: Readonly<Record<string, string>>, from = 'gl:45') =>
  castWith(workIn(folder.path, engineer), 'accio', { ...edgeAt(folder), env }, { from })

const time = '2026-08-19T10:12:00.000Z'
const author = { id: 1, username: 'kim' }
const url = 'https://gitlab.com/acme/shop/-/issues/45'
const description = 'For Excel.\n\n- [ ] A header row\n- [x] In EUR\n'
const issue = { iid: 45, title: 'Orders as CSV', description, web_url: url, state: 'opened', created_at: time, author }
const note = (id: number, body: string, system = false) => ({ id, body, author, created_at: time, system })
const at = 'projects/acme%2Fshop/issues/45'
const answers = (more: object = {}, notes: readonly object[] = [], visibility = 'public'): Answers => ({
  'projects/acme%2Fshop': [200, { id: 7, visibility }],
  [at]: [200, { ...issue, ...more }],
  [`${at}/notes?sort=asc&per_page=100&page=1`]: [200, notes],
})

describeOnPosix('an issue of GitLab', () => {
  test('begins with its text and comments, its boxes as open criteria, its address kept', async () => {
    const glab = startGlab(answers({}, [note(1, 'Which rows?'), note(2, 'added a label', true)]))
    const folder = clone()
    expect((await begin(folder, glab.env)).warnings).toEqual(['Of its boxes 1 is ticked there, and open here.'])
    const context = folder.read('.ai/task/context.md')
    expect(context).toContain(`---\nfrom: gl ${url}\n---\n\n# Orders as CSV\n`)
    expect(context).toContain('## Comment of **kim** · 2026-08-19 10:12 UTC\n\n> Which rows?\n')
    expect(context).not.toContain('added a label')
    expect(folder.read('.ai/task/plan.md')).toContain('\n- [ ] A header row\n- [ ] In EUR\n')
    expect(glab.calls()[0]).toBe(`gitlab.com secret api ${at}`)
  })

  test.each([
    ['closed', answers({ state: 'closed' }), 'It is closed there.'],
    ['locked', answers({ discussion_locked: true }), 'Its conversation is locked there.'],
    ['moved', answers({ moved_to_id: 9 }), 'It was moved to another project.'],
    [
      'confidential',
      answers({ confidential: true }),
      'It is private; what is quoted from it is now in this repository.',
    ],
    ['private', answers({}, [], 'private'), 'acme/shop is private; what is quoted from it is now in this repository.'],
  ])('that is %s says so', async (_, given, said) => {
    expect((await begin(clone(), startGlab(given).env)).warnings).toContain(said)
  })

  test('is read with all pages of its comments', async () => {
    const page = (number: number) => `${at}/notes?sort=asc&per_page=100&page=${number}`
    const many = Array.from({ length: 100 }, (_, index) => note(index, `${index}`))
    const glab = startGlab({ ...answers({}, many), [page(2)]: [200, [note(100, 'the last')]] })
    const folder = clone()
    await begin(folder, glab.env)
    expect(folder.read('.ai/task/context.md')).toContain('> the last\n')
  })

  test('is found by its address, and its server gets no token that is not meant for it', async () => {
    const glab = startGlab(answers())
    await begin(clone(), glab.env, 'gl:https://git.example.com/acme/shop/-/issues/45#note_1')
    expect(glab.calls()[0]).toBe(`git.example.com  api ${at}`)
  })

  // biome-ignore format: a case is a line
  test.each<[string, Answers, object]>([
    ['that is not there', {}, { code: 'no-such-issue', message: expect.stringContaining('private, deleted or moved') }],
    ['without a sign-in', { [at]: [401, { message: '401 Unauthorized' }] }, { code: 'not-signed-in', fix: 'glab auth login --hostname gitlab.com' }],
    ['without the right', { [at]: [403, { message: '403 Forbidden' }] }, { code: 'no-access' }],
    ['at a limit', { [at]: [429, { message: 'Too Many Requests' }] }, { code: 'refused', message: expect.stringContaining('Too Many') }],
    ['with trouble of the server', { [at]: [500, '<html>'] }, { code: 'refused' }],
    ['with half an answer', { [at]: [200, '{"title":'] }, { code: 'answer-malformed' }],
    ['of another form', { [at]: [200, { title: 1 }] }, { code: 'answer-malformed', message: expect.stringContaining('title') }],
  ])('%s is an error, and nothing is written', async (_, given, failure) => {
    const folder = clone()
    expect(await untouched(folder, () => failing(() => begin(folder, startGlab(given).env)))).toMatchObject(failure)
  })

  test('needs glab, and a remote that leads there', async () => {
    const { path } = makeFolder()
    expect(await failing(() => begin(clone(), { PATH: path }, `gl:${url}`))).toMatchObject({ code: 'no-glab' })
    const folder = clone('https://github.com/acme/shop.git')
    expect(await failing(() => begin(folder, startGlab({}).env))).toMatchObject({ code: 'no-repository' })
  })
})
