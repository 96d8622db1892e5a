import { documentOutput } from '../cli/answer-output'
import { picked } from '../cli/ask'
import type { CommandContext, Output } from '../cli/command'
import { workMeant } from '../cli/work-meant'
import { local } from '../disk/local'
import { withLock } from '../disk/lock/lock'
import { address, requestOf } from '../review/comments-file'
import { quote } from '../review/quote'
import { post, type Replies, type ReplyStep, repliesOf } from '../review/replies'
import { attemptAsync, exit, Failure } from '../text/failure'
import { code, paragraphs } from '../text/markdown-parts'
import { type Asking, noWord, withWord } from '../word/permission'
import { keepShown, shownIn } from '../word/which-session'
import type { SpellOptions } from './cast-spell'

/** Apart from the lock of all work: posting takes time, and changes no state. */
const lock = `${local}/replying`

/**
 * Shows the replies to a review, whole. Posts them on the developer's yes in a terminal, or on a word that was seen
 * after they were shown: never anything else than what was shown.
 *
 * @throws Failure (usage) `options-apart`; as `repliesOf` and `post` do
 */
export async function reply(cli: CommandContext<SpellOptions>): Promise<Output> {
  const { work, ctx } = await workMeant(cli, { isLook: true, withArchives: true })
  const { resolve, work: named, fetch, pr, note, noteFile } = cli.options
  const act = `spell reparo --reply${resolve ? ' --resolve' : ''}${named === undefined ? '' : ` --work ${named}`}`
  if (fetch || pr || note || noteFile) {
    const message = 'Replies are those to the review that was fetched: `--reply` takes no --fetch, --pr or note.'
    throw new Failure(exit.usage, 'options-apart', message, act)
  }
  const read = () => repliesOf(work, ctx.env, resolve === true, act)
  const relay = `Relay this whole to the developer. When they have answered **Reply**, or typed \`spell say reply\` in a terminal, run \`${act}\` again.`
  return withLock(work.root, act, ctx.now, ctx.wait, run, ctx, lock)

  async function run(): Promise<Output> {
    const replies = await read()
    const { steps } = replies
    if (steps.length === 0) return posting(replies)
    if (await ctx.isTyped?.()) {
      await cli.show(outputOf(replies, ''))
      if (!(await isWanted(steps.length))) return outputOf({ ...replies, steps: [] }, 'Nothing was posted.')
      // The developer took time to read: a thread may have gone on, and only what was shown is posted.
      const current = await read()
      const shown = digestsOf(steps)
      const isShown = ({ digests }: ReplyStep) => digests.every((digest) => shown.includes(digest))
      return posting({ ...current, steps: current.steps.filter(isShown) })
    }
    const since = await shownSince(ctx, steps)
    if (since === undefined) {
      await keepShown(ctx, { replies: { each: digestsOf(steps), time: ctx.now.toISOString() } })
      return outputOf(replies, `None of these is posted yet: they were not shown like this before. ${relay}`)
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
    const waiting = outputOf(replies, `None of these is posted, as spell has not seen **Reply** since. ${relay}`)
    return { ...waiting, document: { ...waiting.document, ok: false }, exitCode: posted.exitCode }
  }

  async function posting(replies: Replies): Promise<Output> {
    if (replies.steps.length === 0) return outputOf(replies, 'There is no reply to post.')
    const { done, isAll } = await post(work, replies)
    const output = outputOf(replies, '', done)
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
async function shownSince(asking: Asking, steps: readonly ReplyStep[]): Promise<string | undefined> {
  const { here, key } = await shownIn(asking)
  const { each = [], time } = here.all[key]?.replies ?? {}
  return digestsOf(steps).every((digest) => each.includes(digest)) ? time : undefined
}

const digestsOf = (steps: readonly ReplyStep[]) => steps.flatMap(({ digests }) => digests)

function outputOf({ steps, others, review, warnings }: Replies, end: string, done?: readonly string[]): Output {
  const { pullRequest } = review
  const { name, number } = requestOf(pullRequest)
  const list = (items: readonly string[]) => items.length > 0 && items.map((item) => `- ${item}`).join('\n')
  const shown = done ? [list(done)] : steps.map(shownStep)
  const markdown = paragraphs(
    `## Replies to ${name} ${number} in ${code(pullRequest.repository)}`,
    address(pullRequest.url),
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
