import { code, paragraphs } from '../answer/markdown'
import { documentOutput } from '../cli/answer-output'
import { picked } from '../cli/ask'
import type { CommandContext, Output } from '../cli/command'
import { workMeant } from '../cli/work-meant'
import { local } from '../disk/local'
import { withLock } from '../disk/lock/lock'
import { requestOf } from '../review/comments-file'
import { quote } from '../review/quote'
import { post, type Replies, type ReplyStep, repliesOf } from '../review/replies'
import { type Asking, noWord, withWord } from '../word/pass'
import { changeSession } from '../word/sessions'
import { shownIn } from '../word/witness'
import type { SpellOptions } from './cast-spell'

/** Apart from the lock of all work: posting takes time, and changes no state. */
const lock = `${local}/replying`

/**
 * Shows the replies to a review, whole. Posts them on the developer's yes in a terminal, or on a word that was seen
 * after they were shown: never anything else than what was shown.
 *
 * @throws Failure (notPossible) `no-word` if nothing but the word is missing; as `repliesOf` and `post` do
 */
export async function reply(cli: CommandContext<SpellOptions>): Promise<Output> {
  const { work, ctx } = await workMeant(cli, { isLook: true })
  const act = `spell reparo --reply${cli.options.resolve ? ' --resolve' : ''}`
  return withLock(work.root, act, ctx.now, ctx.wait, run, ctx, lock)

  async function run(): Promise<Output> {
    const replies = await repliesOf(work, ctx.env, cli.options.resolve === true)
    const { steps } = replies
    if (steps.length === 0) return outputOf(replies, 'There is no reply to post.')
    const posting = async () => outputOf(replies, '', await post(work, replies))
    if (await ctx.isTyped?.()) {
      await cli.show(outputOf(replies, ''))
      return (await isWanted(steps.length)) ? posting() : outputOf({ ...replies, steps: [] }, 'Nothing was posted.')
    }
    const since = await shownSince(ctx, steps)
    if (since === undefined) {
      await keepShown(ctx, steps)
      const say = `Nothing is posted yet. Relay this whole to the developer. When they have answered **Reply**, run \`${act}\` again.`
      return outputOf(replies, say)
    }
    return withWord({ word: 'reply', work, since }, ctx, ({ passed }) => {
      if (passed?.word === 'unseen') throw noWord('reply', 'spell has not seen Reply from the developer.', act)
      return posting()
    })
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
  return steps.every(({ digest }) => each.includes(digest)) ? time : undefined
}

async function keepShown(asking: Asking, steps: readonly ReplyStep[]): Promise<void> {
  const { here, key } = await shownIn(asking)
  const time = asking.now.toISOString()
  const fresh = { time, said: time, began: time, top: here.top, words: {} }
  const replies = { each: steps.map(({ digest }) => digest), time }
  await changeSession(here, key, asking.now, (before) => ({ ...fresh, ...before, replies }))
}

function outputOf({ steps, others, review, isCommitted }: Replies, end: string, done?: readonly string[]): Output {
  const { pullRequest } = review
  const { name, number } = requestOf(pullRequest)
  const list = (items: readonly string[]) => items.length > 0 && items.map((item) => `- ${item}`).join('\n')
  const shown = done ? [list(done)] : steps.map(shownStep)
  const warnings =
    isCommitted || steps.length === 0 ? [] : ['The results are not committed as they are, so no reply names a commit.']
  const markdown = paragraphs(
    `## Replies to ${name} ${number} in ${code(pullRequest.repository)}`,
    `<${pullRequest.url}>`,
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
