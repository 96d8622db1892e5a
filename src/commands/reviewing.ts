import { outputOf } from '../cast/answer/render'
import { chosenWork } from '../cast/chosen-work'
import { picked } from '../cli/ask'
import { type CommandContext, documentOutput, type Output } from '../cli/command'
import { commandsHere } from '../cli/launcher'
import { isTerminal } from '../cli/streams'
import { local } from '../disk/local'
import { withLock } from '../disk/lock/lock'
import { castWith } from '../intake/cast-with'
import { address as addressText, requestOf } from '../review/comments-file'
import { quote } from '../review/quote'
import { isSpoken } from '../review/read-comments'
import { post, type Replies, type ReplyStep, repliesOf, showAnswers } from '../review/replies'
import { type ReviewAt, readThreads, type ThreadReport } from '../review/threads'
import { attemptAsync, exit, Failure } from '../text/failure'
import { table } from '../text/markdown/table'
import { beginningOf, code, inline, paragraphs } from '../text/markdown-parts'
import { noWord, type WordContext, withWord } from '../word/permission'
import { keepShown, shownIn } from '../word/which-session'
import { standard } from '../workflows/registry'
import type { SpellOptions } from './cast-spell'
import { readNote } from './given-words'

/** Reparo with one of its options: it fetches the comments of a review, lists its threads, or posts the replies to them. */
export async function reviewing(cli: CommandContext<SpellOptions>): Promise<Output> {
  const { options, tell } = cli
  if (options.list) return listThreads(cli)
  if (options.reply || options.resolve) return reply(cli)
  const { work, ctx } = await chosenWork(cli)
  const isFollowed = options.debug || (!options.json && (await isTerminal(2)))
  const fetching = { pullRequest: options.pr, tell: isFollowed ? tell : () => {} }
  return outputOf(await castWith(work, 'reparo', ctx, { note: readNote(cli), fetching }), options.for)
}

/** Lists which review threads are open, answered, posted, or resolved. Throws Failure as `chosenWork` does. */
async function listThreads(cli: CommandContext): Promise<Output> {
  const { work } = await chosenWork(cli, { isLook: true, withArchives: true })
  const { folder, address, threads } = readThreads(work)
  const open = threads.filter(({ isResolved }) => !isResolved)
  const left = open.filter(({ isAnswered }) => !isAnswered)
  const end = commandsHere(endOf({ folder, address }, open, left.length, cli.options.work))
  const fields = { workflow: standard, left: left.map(({ id }) => id), threads }
  const markdown = paragraphs(threads.length > 0 && threadTable(threads), end)
  return documentOutput('threads', left.length === 0, fields, `${markdown}\n`)
}

const threadTable = (threads: readonly ThreadReport[]): string =>
  table(
    ['Thread', 'Place', 'Decision', 'State'],
    threads.map(({ id, place, isOutdated, decision, state }) => [
      id,
      isOutdated ? `${place} (outdated)` : place,
      beginningOf(inline(decision), fits),
      state,
    ]),
  )

function endOf(
  { folder, address }: Pick<ReviewAt, 'folder' | 'address'>,
  open: readonly ThreadReport[],
  left: number,
  named?: string,
): string {
  if (open.length === 0) return 'There is no open thread.'
  const subject = left === 1 ? 'One open thread is' : `${left} open threads are`
  if (left > 0)
    return `${subject} not answered in \`${folder}/review-task-results.md\` yet. Name each by its id there, with what was done or why not.`
  const onServer = open.filter((thread) => !isSpoken(thread))
  if (onServer.length > 0 && onServer.every(({ state }) => state === 'posted'))
    return 'The reply to every open thread is posted.'
  const which = named === undefined ? '' : ` --work ${named}`
  if (address === undefined || onServer.length === 0)
    return `Every open thread is answered. \`${showAnswers}${which}\` shows the answers.`
  const once = folder.includes('/pr-reviews/') ? 'Once this is' : 'Once the review is archived and'
  const act = `spell reparo --reply${which}`
  return `Every open thread is answered. ${once} committed, \`${act}\` shows the replies that are not posted yet.`
}

const fits = 60

/** Apart from the lock of all work: posting takes time, and changes no state. */
const lock = `${local}/replying`

/**
 * Shows the replies to a review, whole. Posts them on the developer's yes in a terminal, or on a word that was seen
 * after they were shown: never anything else than what was shown.
 *
 * @throws Failure (usage) `options-apart`; as `repliesOf` and `post` do
 */
async function reply(cli: CommandContext<SpellOptions>): Promise<Output> {
  const { work, ctx } = await chosenWork(cli, { isLook: true, withArchives: true })
  const { resolve, work: named, fetch, pr, note, noteFile } = cli.options
  const act = `spell reparo --reply${resolve ? ' --resolve' : ''}${named === undefined ? '' : ` --work ${named}`}`
  if (fetch || pr || note || noteFile) {
    const message = 'Replies are those to the review that was fetched: `--reply` takes no --fetch, --pr or note.'
    throw new Failure(exit.usage, 'options-apart', message, act)
  }
  const read = () => repliesOf(work, ctx.env, resolve === true, act)
  const relay = `Relay this whole to the developer. When they have answered **Reply**, or typed \`spell say reply\` in a terminal, run \`${act}\` again.`
  return withLock(work.root, act, ctx, run, lock)

  async function run(): Promise<Output> {
    const replies = await read()
    const { steps } = replies
    if (steps.length === 0) return posting(replies)
    if (await ctx.isTyped?.()) {
      await cli.show(repliesOutput(replies, ''))
      if (!(await isWanted(steps.length))) return repliesOutput({ ...replies, steps: [] }, 'Nothing was posted.')
      // The developer took time to read: a thread may have gone on, and only what was shown is posted.
      const current = await read()
      const shown = digestsOf(steps)
      const isShown = ({ digests }: ReplyStep) => digests.every((digest) => shown.includes(digest))
      return posting({ ...current, steps: current.steps.filter(isShown) })
    }
    const since = await shownSince(ctx, steps)
    if (since === undefined) {
      await keepShown(ctx, { replies: { each: digestsOf(steps), time: ctx.now.toISOString() } })
      return repliesOutput(replies, `None of these is posted yet: they were not shown like this before. ${relay}`)
    }
    const posted = await attemptAsync(() =>
      withWord({ word: 'reply', work, since }, ctx, async ({ passed }) => {
        if (passed?.word === 'unseen') throw noWord('reply', '')
        return posting(replies)
      }),
    )
    if (!(posted instanceof Failure)) return posted
    if (posted.code !== 'no-word') throw posted
    // Shown again, whole: the agent may not have it any more.
    const waiting = repliesOutput(replies, `None of these is posted, as spell has not seen **Reply** since. ${relay}`)
    return { ...waiting, document: { ...waiting.document, ok: false }, exitCode: posted.exitCode }
  }

  async function posting(replies: Replies): Promise<Output> {
    if (replies.steps.length === 0) return repliesOutput(replies, 'There is no reply to post.')
    const { done, isAll } = await post(work, replies)
    const output = repliesOutput(replies, '', done)
    return isAll ? output : { ...output, document: { ...output.document, ok: false }, exitCode: exit.system }
  }

  async function isWanted(count: number): Promise<boolean> {
    const [these, them] = count === 1 ? ['this reply', 'it'] : [`these ${count} replies`, 'them']
    const choice = await (cli.pick ?? picked)(`Post ${these}?`, [
      { value: 'no', name: `No, do not post ${them}` },
      { value: 'yes', name: `Yes, post ${them} as shown` },
    ])
    return choice === 'yes'
  }
}

/** @returns when this session has shown all of the steps, as they are; undefined if it has not */
async function shownSince(asking: WordContext, steps: readonly ReplyStep[]): Promise<string | undefined> {
  const { here, key } = await shownIn(asking)
  const { each = [], time } = here.all[key]?.replies ?? {}
  return digestsOf(steps).every((digest) => each.includes(digest)) ? time : undefined
}

const digestsOf = (steps: readonly ReplyStep[]) => steps.flatMap(({ digests }) => digests)

function repliesOutput({ steps, others, review, warnings }: Replies, end: string, done?: readonly string[]): Output {
  const { pullRequest } = review
  const { name, number } = requestOf(pullRequest)
  const list = (items: readonly string[]) => items.length > 0 && items.map((item) => `- ${item}`).join('\n')
  const shown = done ? [list(done)] : steps.map(shownStep)
  const markdown = paragraphs(
    `## Replies to ${name} ${number} in ${code(pullRequest.repository)}`,
    addressText(pullRequest.url),
    ...shown,
    others.length > 0 && '### Left as They Are',
    list(others),
    end,
  )
  const fields = {
    url: pullRequest.url,
    replies: steps.map(({ entry: { id }, text = null, resolves }) => ({ thread: id, text, resolves })),
    others,
    posted: done ?? null,
  }
  return documentOutput('replies', true, fields, `${markdown}\n`, warnings)
}

function shownStep({ entry: { id, where }, text, resolves }: ReplyStep): string {
  const resolving = resolves && (text === undefined ? 'Its thread is resolved.' : 'Then its thread is resolved.')
  return paragraphs(`### ${id}${where && ` · ${where}`}`, text !== undefined && quote(text), resolving)
}
