import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { standing } from '../../support/casting'
import { type Folder, makeFolder } from '../../support/folder'
import { hasGh } from '../../support/gh'
import { commitAll, gitIn } from '../../support/git'
import { makeClone } from '../../support/github-clone'
import { startGitHub } from '../../support/github-server'
import { startGitLab } from '../../support/gitlab-server'
import { start } from '../../support/packed-program'
import { sessionIn } from '../../support/packed-words'
import { describeOnPosix } from '../../support/posix'

/** The program as users have it, against servers on this machine: a review from the first comment to the last reply. */

const comments = '.ai/task/comments.md'
const files = { ...standing('GATHER_EDITING'), '.ai/task/plan.md': '# Export\n\n- [ ] it has a header row\n' }

/** What a test asks of a server, whichever it is. */
interface Place {
  readonly env: Readonly<Record<string, string>>
  readonly folder: Folder
  /** The ids of its threads. */
  readonly ids: readonly [string, string]
  /** The texts of a thread, and whether it is resolved. */
  readonly thread: (index: 0 | 1) => { readonly texts: readonly string[]; readonly isResolved: boolean }
  readonly says: (index: 0 | 1, text: string) => void
}

const begin = ['Quote the fields.', 'Why not JSON?'] as const

const places: Readonly<Record<string, () => Promise<Place>>> = {
  async GitHub() {
    const threads = begin.map((body, index) => ({ comments: [{ id: index + 1, body }] }))
    const github = await startGitHub({ 'acme/shop': { pullRequests: [{ number: 7, threads }] } }, hasGh, true)
    const at = (index: number) => {
      const thread = github.threads.get(`PRRT_7_${index}`)
      if (!thread) throw new Error('no thread')
      return thread
    }
    const [first] = at(0).remarks
    return {
      env: github.env,
      folder: makeClone(github, files),
      ids: ['r1', 'r2'],
      thread: (index) => ({ texts: at(index).remarks.map(({ body }) => body), isResolved: at(index).isResolved }),
      says: (index, body) => at(index).remarks.push({ ...first, id: 'NODE_9', url: `${first?.url}9`, body } as never),
    }
  },
  async GitLab() {
    const gitlab = await startGitLab(
      begin.map((body, index) => ({ id: `d${index}`, path: 'a.ts', notes: [{ id: index + 1, body, author: 'kim' }] })),
    )
    const at = (index: number) => gitlab.discussions[index] ?? { notes: [], resolved: false }
    return {
      env: gitlab.env,
      folder: makeClone(gitlab, files, 'acme/web/shop'),
      ids: ['note_1', 'note_2'],
      thread: (index) => ({ texts: at(index).notes.map(({ body }) => body), isResolved: at(index).resolved === true }),
      says: (index, body) => gitlab.discussions[index]?.notes.push({ id: 9, body, author: 'kim' }),
    }
  },
}

/** A session of Claude Code there: what the developer says, and what the agent runs. */
function sessionAt({ folder, env }: Place) {
  const state = makeFolder().path
  const host = sessionIn(folder, 'one', state)
  const runs = (line: string) => start(folder.path, line.split(' '), { ...env, ...host.env }).ended
  return {
    says: (prompt: string) => host.says(prompt),
    async runs(line: string, exitCode = 0) {
      const run = await runs(line)
      expect({ line, stderr: run.exitCode === exitCode ? '' : run.stderr, exitCode: run.exitCode }).toEqual({
        line,
        stderr: '',
        exitCode,
      })
      return run
    },
    async cast(spell: string) {
      this.says(spell)
      return this.runs(spell)
    },
  }
}

async function untilArchived(place: Place, session: ReturnType<typeof sessionAt>, results: string) {
  session.says('reparo')
  await session.runs('reparo --fetch')
  await session.cast('accio')
  place.folder.write({ '.ai/task/review-task.md': '# Review Task\n\n## Changes\n\nAll of it.\n' })
  await session.cast('accio')
  place.folder.write({ '.ai/task/review-task-results.md': results })
  await session.cast('accio')
  commitAll(place.folder, 'Answer the review')
  return gitIn(place.folder, 'rev-parse', '--short=7', 'HEAD')
}

describeOnPosix.each(Object.keys(places))('a review on %s', (name) => {
  test('is fetched, decided, applied, archived, answered, resolved, and once more after a new comment', async () => {
    const place = (await places[name]?.()) as Place
    const session = sessionAt(place)
    const [one, two] = place.ids
    const results = `## Achieved\n\n- ${one}: quoted.\n\n## Left Open\n\n- ${two}: CSV is what was asked for.\n`
    const commit = await untilArchived(place, session, results)
    expect((await session.runs('reparo --list')).stdout).toMatch(new RegExp(`${one} .* answered`))

    const { stdout } = await session.runs('reparo --reply --resolve')
    expect(stdout).toContain(`> Changed in ${commit}: quoted.\n\nThen its thread is resolved.`)
    expect(stdout).toContain('> Answered without a change: CSV is what was asked for.\n\nNone of these is posted yet')
    expect(place.thread(0)).toEqual({ texts: [begin[0]], isResolved: false })
    const again = await session.runs('reparo --reply --resolve', 3)
    expect(again.stdout).toContain(`> Changed in ${commit}: quoted.\n`)
    expect(again.stdout).toContain('None of these is posted, as spell has not seen **Reply** since.')
    expect(again.stderr).toContain(`${commit} is not in the`)
    await session.runs('reparo --reply --pr 7', 2)
    session.says('reply')
    expect((await session.runs('reparo --reply --resolve')).stdout).toContain(`${one} is answered, and resolved`)
    expect(place.thread(0).isResolved).toBe(true)
    expect(place.thread(0).texts[1]).toMatch(
      new RegExp(`^Changed in ${commit}: quoted\\.\n\n<!-- spell reply ${one} 1 -->$`),
    )
    expect(place.thread(1)).toMatchObject({
      texts: [begin[1], expect.stringContaining('Answered without')],
      isResolved: false,
    })
    const told = await session.runs('reparo --list')
    expect(told.stdout).toMatch(new RegExp(`${one} .* resolved`))
    expect(told.stdout).toMatch(new RegExp(`${two} .* posted`))
    session.says('reply')
    expect((await session.runs('reparo --reply --resolve')).stdout).toContain('There is no reply to post.')
    expect([place.thread(0).texts, place.thread(1).texts].map(({ length }) => length)).toEqual([2, 2])

    place.says(1, 'And later?')
    expect((await session.runs('reparo --reply')).stdout).toContain(`${two} has changed on the server since`)
    await untilArchived(place, session, `## Left Open\n\n- ${two}: not later, either.\n`)
    await session.runs('reparo --reply')
    session.says('reply')
    await session.runs('reparo --reply')
    expect(place.thread(1).texts.slice(2)).toEqual([
      'And later?',
      `Answered without a change: not later, either.\n\n<!-- spell reply ${two} 3 -->`,
    ])
    expect(place.folder.contents()).not.toHaveProperty(comments)

    session.says('new')
    await session.runs('new --yes')
    const [archived = ''] = readdirSync(join(place.folder.path, '.ai/archive'))
    expect((await session.runs(`reparo --list --work ${archived}`)).stdout).toContain(
      'The reply to every open thread is posted.',
    )
    expect((await session.runs(`reparo --reply --work ${archived}`)).stdout).toContain('There is no reply to post.')
  })
})
