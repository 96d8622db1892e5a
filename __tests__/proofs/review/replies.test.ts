import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { patience } from '../../../src/review/ask'
import { post, repliesOf } from '../../../src/review/replies'
import { readThreads, storedReplies } from '../../../src/review/threads'
import { workIn } from '../../../src/work/work'
import { engineer } from '../../../src/workflows/engineer'
import { makeFolder, makeRepository } from '../../support/folder'
import { commitAll, git, gitIn } from '../../support/git'
import { reply } from '../../support/github-server'
import { type GitLab, type NoteWorld, startGitLab } from '../../support/gitlab-server'
import { hasTerminal, inTerminal, key } from '../../support/packed-in-terminal'
import { describeOnPosix, failing } from '../../support/posix'

/** Four threads with one comment each, as they were fetched; the results answer three. */
async function reviewed(
  results = '## Achieved\n\n- note_1: quoted\n- note_2: named\n\n## Left Open\n\n- note_3: later\n',
  request: { sha?: string } = {},
) {
  const gitlab = await startGitLab(
    [1, 2, 3, 4].map((id) => ({ id: `d${id}`, notes: [{ id, body: `text ${id}`, author: 'kim' }] })),
    request,
  )
  const entries = gitlab.discussions.map(
    ({ notes: [note] }) =>
      `### note_${note?.id} · open\n\n**kim** · 2026-08-19 10:12 UTC:\n\n> ${note?.body}\n\n**Decision** (note_${note?.id}): yes\n`,
  )
  const address = `- Address: <https://${gitlab.host}/acme/web/shop/-/merge_requests/7>`
  const at = '.ai/task/pr-reviews/pr-review-1'
  const remark = '## Comments\n\n### note_5 · comment\n\n> Nice.\n'
  const folder = makeRepository({
    [`${at}/comments.md`]: ['# Review Comments\n', address, '\n## Open Threads\n', ...entries, remark].join('\n'),
    [`${at}/review-task-results.md`]: results,
  })
  const work = workIn(folder.path, engineer)
  const replies = (resolves = false) => repliesOf(work, gitlab.env, resolves, 'spell reparo --reply')
  const run = async (resolves = false) => (await post(work, await replies(resolves))).done
  const texts = () => gitlab.discussions.map(({ notes }) => notes.map(({ body }) => body.split('\n')[0]))
  const states = () => readThreads(work).threads.map(({ state }) => state)
  return { gitlab, folder, work, replies, run, texts, states, at }
}

const kim = (id: number): NoteWorld => ({ id, body: 'Wait.', author: 'kim' })
const fails: GitLab['instead'][number] = (response) => reply(response, 502, { message: 'Bad gateway' })
const isPost = ({ what }: GitLab['asked'][number]) => what.startsWith('POST')

const testWhere = hasTerminal ? test : test.skip
describeOnPosix('replies', () => {
  test('say what was changed and what not, and wait where nothing is answered', async () => {
    const { replies, run, texts, states } = await reviewed()
    const { steps, others, warnings } = await replies(true)
    expect(steps.map(({ text, resolves }) => [text, resolves])).toEqual([
      ['Changed: quoted', true],
      ['Changed: named', true],
      ['Answered without a change: later', false],
    ])
    expect(others).toEqual(['note_4 is not answered here yet.'])
    expect(warnings).toEqual(['The results are not committed as they are, so no reply names their commit.'])
    expect(states()).toEqual(['answered', 'answered', 'answered', 'open'])
    await run()
    expect(texts()).toEqual([
      ['text 1', 'Changed: quoted'],
      ['text 2', 'Changed: named'],
      ['text 3', 'Answered without a change: later'],
      ['text 4'],
    ])
    expect(states()).toEqual(['posted', 'posted', 'posted', 'open'])
  })

  test('are resolved later, too, and only those that were changed', async () => {
    const { gitlab, replies, run, states } = await reviewed()
    await run()
    expect((await replies()).steps).toEqual([])
    expect(await run(true)).toEqual([
      expect.stringMatching(/^note_1 is answered already, and resolved: </),
      expect.stringMatching(/^note_2 is answered already, and resolved: </),
    ])
    expect(gitlab.discussions.map(({ resolved = false }) => resolved)).toEqual([true, true, false, false])
    expect(states()).toEqual(['resolved', 'resolved', 'posted', 'open'])
    const { steps, others } = await replies(true)
    expect(steps).toEqual([])
    expect(others.slice(0, 2)).toEqual(
      ['note_1', 'note_2'].map((id) => `${id} is answered already, and resolved by lee.`),
    )
  })

  test('say which commit the merge request does not have yet', async () => {
    const request: { sha?: string } = {}
    const { folder, at, replies } = await reviewed(
      '- note_1: Changed: quoted\n- note_2: Changed in `abcdef1`: named\n',
      request,
    )
    commitAll(folder, 'Answer')
    const commit = gitIn(folder, 'rev-parse', 'HEAD')
    const short = commit.slice(0, 7)
    const missing = (one: string) => `${one} is not in the merge request, as far as git here knows: push it.`
    expect((await replies()).warnings).toEqual([missing(short), missing('abcdef1')])
    git(folder, 'mv', at, at.replace('-1', '-2'))
    git(folder, 'commit', '-qm', 'Go on')
    // As git writes it on Windows.
    const moved = `${at.replace('-1', '-2')}/review-task-results.md`
    folder.write({ [moved]: folder.read(moved).replace(/\n/g, '\r\n') })
    request.sha = gitIn(folder, 'rev-parse', 'HEAD')
    const { steps, warnings } = await replies()
    expect(steps.map(({ text }) => text)).toEqual([`Changed in ${short}: quoted`, 'Changed in `abcdef1`: named'])
    expect(warnings).toEqual([missing('abcdef1')])
  })

  test('to what is no open thread of the server are not posted, and told', async () => {
    const { folder, at, replies } = await reviewed('- note_5: thanks\n- note_6: was done\n- c1: logged\n')
    const others = '\n### c1 · open\n\n> Log it.\n\n### note_6 · resolved\n\n### note_7 · resolved\n'
    folder.write({ [`${at}/comments.md`]: `${folder.read(`${at}/comments.md`)}${others}` })
    const { steps, others: told } = await replies()
    expect(steps).toEqual([])
    expect(told.slice(4)).toEqual([
      'note_5 is no thread, so its answer is not posted.',
      'c1 is of the conversation, so its answer is not posted.',
      'note_6 is resolved, so its answer is not posted.',
    ])
  })

  test('to a thread that was opened again do not resolve it again', async () => {
    const { gitlab, run, replies } = await reviewed()
    await run(true)
    Object.assign(gitlab.discussions[0] ?? {}, { resolved: false })
    const { steps, others } = await replies(true)
    expect(steps).toEqual([])
    expect(others).toContain('note_1 is answered already, and was opened again on the server.')
  })

  test('to many threads are posted whole: limits are for one', async () => {
    const { run, texts } = await reviewed()
    const reading = 3
    const limit = jest.replaceProperty(patience, 'questions', reading)
    await run(true).finally(() => limit.restore())
    expect(texts().map(({ length }) => length)).toEqual([2, 2, 2, 1])
  })

  test('that were cut off before a thread was resolved are what was shown', async () => {
    const { gitlab, work, replies } = await reviewed()
    const shown = await replies(true)
    const isPut = () => gitlab.asked.at(-1)?.what.startsWith('PUT')
    Object.defineProperty(gitlab.instead, 'shift', { value: () => (isPut() ? fails : undefined) })
    expect(await failing(() => post(work, shown))).toMatchObject({ code: 'server-error' })
    const { steps } = await replies(true)
    expect(steps.map(({ text }) => text)).toEqual([undefined, 'Changed: named', 'Answered without a change: later'])
    const digests = shown.steps.flatMap((step) => step.digests)
    expect(digests).toEqual(expect.arrayContaining(steps.flatMap((step) => [...step.digests])))
  })

  test('to questions come from the review task, before there are results', async () => {
    const { folder, at, replies } = await reviewed('')
    const task =
      '# Review Task\n\n## Changes\n\n- note_1: quote\n\n## Answered without a change\n\n- note_2: on purpose\n\n## Validation\n'
    folder.write({
      '.ai/task/comments.md': folder.read(`${at}/comments.md`),
      '.ai/task/review-task.md': task,
    })
    const { steps, warnings } = await replies()
    expect(steps.map(({ text }) => text)).toEqual(['Answered without a change: on purpose'])
    expect(warnings).toEqual([])
    folder.write({ '.ai/task/review-task-results.md': '## Answers\n\n- note_1: quoted\n- note_2: the name is right\n' })
    expect((await replies(true)).steps.map(({ text, resolves }) => [text, resolves])).toEqual([
      ['Changed: quoted', true],
      ['Answered without a change: the name is right', false],
    ])
  })

  test.each<[string, (gitlab: GitLab) => unknown, string]>([
    [
      'answered',
      ({ discussions }) => discussions[0]?.notes.push(kim(9)),
      'note_1 has changed on the server since: `spell reparo --fetch` brings it in.',
    ],
    [
      'resolved',
      ({ discussions }) => Object.assign(discussions[0] ?? {}, { resolved: true }),
      'note_1 was resolved meanwhile by lee.',
    ],
    ['deleted', ({ discussions }) => discussions.shift(), 'note_1 is not on the server any more.'],
  ])('leave a thread that was %s meanwhile', async (_, act, told) => {
    const { gitlab, replies } = await reviewed()
    act(gitlab)
    const { steps, others } = await replies(true)
    expect(steps.map(({ entry }) => entry.id)).toEqual(['note_2', 'note_3'])
    expect(others).toContain(told)
  })

  test('a thread that is deleted after they were shown is told', async () => {
    const { gitlab, work, replies } = await reviewed()
    const shown = await replies()
    gitlab.discussions.shift()
    expect((await post(work, shown)).done).toEqual([
      'note_1 was deleted meanwhile: nothing was posted.',
      expect.stringMatching(/^note_2 is answered: </),
      expect.stringMatching(/^note_3 is answered: </),
    ])
  })

  // biome-ignore format: a case is a line
  test.each<[string, string, (gitlab: GitLab) => GitLab['instead'][number]]>([
    ['before the server has it', 'server-error', () => fails],
    ['when the server has it', 'offline', ({ asked, discussions }) => (response) => {
      discussions[1]?.notes.push({ id: 9, body: String(Object(asked.at(-1)?.body).body) })
      response.destroy()
    }],
    ['before it is kept', 'server-error', () => fails],
  ])('a run that is cut off %s is gone on with, and posts nothing twice', async (when, code, atSecond) => {
    const { gitlab, folder, work, replies, run, texts } = await reviewed()
    const second = atSecond(gitlab)
    const isSecond = () => gitlab.asked.filter(isPost).length === 2 && gitlab.asked.at(-1)?.what.startsWith('POST')
    Object.defineProperty(gitlab.instead, 'shift', { value: () => (isSecond() ? second : undefined) })
    const { message, ...failure } = await failing(async () => post(work, await replies()))
    expect(failure).toMatchObject({ code, fix: expect.stringContaining('spell reparo --reply') })
    expect(message).toContain('1 of 3 threads are done; the same command goes on.')
    expect(storedReplies(work)).toHaveLength(1)
    if (when === 'before it is kept') folder.write({ '.ai/task/pr-reviews/replies.jsonl': '{"thread":' })
    await run()
    expect(texts().map(({ length }) => length)).toEqual([2, 2, 2, 1])
  })

  test('where the account may not resolve, the reply stays', async () => {
    const { gitlab, work, replies, texts } = await reviewed('- note_1: quoted\n')
    const shown = await replies(true)
    const isPut = () => gitlab.asked.at(-1)?.what.startsWith('PUT')
    const refuses: GitLab['instead'][number] = (response) => reply(response, 403, { message: '403 Forbidden' })
    Object.defineProperty(gitlab.instead, 'shift', { value: () => (isPut() ? refuses : undefined) })
    const told = expect.stringMatching(/^note_1 is answered, but not resolved: .*403 Forbidden/)
    expect(await post(work, shown)).toEqual({ done: [told], isAll: false })
    expect(texts()[0]).toEqual(['text 1', 'Changed: quoted'])
  })

  test('two runs with the same shown replies post each once', async () => {
    const { work, replies, texts } = await reviewed()
    const [one, other] = [await replies(), await replies()]
    await post(work, one)
    expect((await post(work, other)).done).toHaveLength(3)
    expect(texts().map(({ length }) => length)).toEqual([2, 2, 2, 1])
  })

  test('without a review that was fetched there is nothing to reply to', async () => {
    const work = workIn(makeFolder().path, engineer)
    const failure = await failing(() => repliesOf(work, {}, false, 'spell reparo --reply'))
    expect(failure).toMatchObject({ code: 'nothing-to-reply', exitCode: 3, fix: 'spell reparo --fetch' })
  })

  test('to a review that was fetched wait for their turn, whatever was said in a conversation since', async () => {
    const { folder, replies } = await reviewed()
    folder.write({
      '.ai/task/comments.md': '### c1 · open\n\n> Log it.\n',
      '.ai/task/review-task-results.md': '## Answers\n\n- c1: logged\n',
    })
    expect((await replies()).steps.map(({ entry }) => entry.id)).toEqual(['note_1', 'note_2', 'note_3'])
  })

  test('are not made of results in another encoding', async () => {
    const { folder, at, replies } = await reviewed()
    writeFileSync(join(folder.path, at, 'review-task-results.md'), Buffer.from('- note_1: sch\xf6n\n', 'latin1'))
    expect(await failing(replies)).toMatchObject({ code: 'other-encoding' })
  })

  test('to a review without answers yet are asked for where they are written', async () => {
    const { replies } = await reviewed('')
    expect(await failing(replies)).toMatchObject({ code: 'nothing-to-reply', fix: 'spell lumos' })
  })

  testWhere.each([
    [
      'yes',
      [['text 1', 'Wait.'], ['text 2', 'Changed: named'], ['text 3', 'Answered without a change: later'], ['text 4']],
    ],
    ['no', [['text 1', 'Wait.'], ['text 2'], ['text 3'], ['text 4']]],
  ])('in a terminal, on %s, leave a thread that was answered while the developer read them', async (choice, all) => {
    const { gitlab, folder, texts } = await reviewed()
    const { text, exitCode } = await inTerminal(
      folder.path,
      ['reparo', '--reply', '--resolve'],
      [
        ['Post these 3 replies?', () => gitlab.discussions[0]?.notes.push(kim(9))],
        ['post them as shown', choice === 'yes' ? key.down + key.enter : key.enter],
      ],
      gitlab.env,
    )
    expect(exitCode).toBe(0)
    expect(text).toContain('Changed: quoted')
    expect(text).toContain(choice === 'no' ? 'Nothing was posted.' : 'note_1 has changed on the server since')
    expect(texts()).toEqual(all)
    expect(gitlab.discussions.map(({ resolved = false }) => resolved)).toEqual([false, choice === 'yes', false, false])
  })
})
