import { digestOf } from '../disk/digest'
import { isThere } from '../disk/read'
import { attemptAsync, exit, Failure } from '../failure/failure'
import { commitWith } from '../git/committed'
import { visible } from '../markdown/visible'
import type { Environment } from '../settings/settings'
import type { Work } from '../work/work'
import { answerIn } from './answers'
import { type Ask, askThrough } from './ask'
import { type KeptReply, keepReply, keptReplies, replyTo } from './kept-replies'
import type { Entry } from './read-comments'
import { noSuchRequest } from './refusals'
import { type Repository, requestNamed } from './repository'
import { type Review, replyMark, type Thread } from './review'
import { isThread, type ReviewAt, reviewsAt } from './reviews-at'
import type { Server } from './server'
import { serverTitled } from './servers'

/** What is to be done in one thread, once the developer has seen it. */
export interface ReplyStep {
  readonly entry: Entry
  readonly thread: Thread
  /** The reply; absent if it was posted before, and only the thread is to be resolved. */
  readonly text?: string
  readonly resolves: boolean
  /** By which it is known again as what was shown. */
  readonly digest: string
}

/** The replies of a review that are not posted yet, and what became of the other threads. */
export interface Replies {
  readonly server: Server
  readonly ask: Ask
  readonly repository: Repository
  readonly review: Review
  readonly steps: readonly ReplyStep[]
  /** Why a thread gets none, one sentence each. */
  readonly others: readonly string[]
  /** False if a reply would name the commit of the results, and git has none with them as they are. */
  readonly isCommitted: boolean
}

/**
 * Finds the replies that the results of a review give its threads, and compares the threads with those on the server.
 * Writes nothing.
 *
 * @param resolves whether the threads in which something was changed are to be resolved
 * @param again the command that goes on after an error
 * @throws Failure (notPossible) `nothing-to-reply`; (usage) `no-such-pull-request`; (system) as `askThrough` does
 */
export async function repliesOf(work: Work, env: Environment, resolves: boolean, again: string): Promise<Replies> {
  const all = reviewsAt(work)
  const at = all.find(({ results }) => results.trim() !== '')
  const named = at?.address === undefined ? undefined : requestNamed(at.address)
  if (!at || !named?.repository || !named.on) {
    const message = 'No review that was fetched has results or a review task with answers yet.'
    throw new Failure(
      exit.notPossible,
      'nothing-to-reply',
      message,
      `spell ${at || !all[0] ? 'reparo --fetch' : 'lumos'}`,
    )
  }
  const { repository, number } = named
  const server = serverTitled(named.on)
  const ask = askThrough(server, repository.host, env, again)
  const review = await server.read(ask, repository, number, () => {})
  if (!review) throw noSuchRequest(server, { repository, number }, again)
  const commit = await commitOf(work, at, env)
  const kept = keptReplies(work)
  const entries = at.entries.filter(isThread).filter(({ word }) => word !== 'resolved')
  const ids = at.entries.map(({ id }) => id)
  const steps: ReplyStep[] = []
  const others: string[] = []
  for (const entry of entries) {
    const thread = review.threads.find(({ id }) => id === entry.id)
    const planned = plannedFor(entry, thread, answerText(at.results, entry.id, ids, commit), kept)
    if (typeof planned === 'string') others.push(planned)
    else {
      const { text, isChange, isPosted } = planned
      const step = { entry, thread: planned.thread, resolves: resolves && isChange, ...(!isPosted && { text }) }
      if (isPosted && !step.resolves) others.push(`${entry.id} is answered already.`)
      else
        steps.push({
          ...step,
          digest: await digestOf(JSON.stringify([at.address, entry.id, step.text, step.resolves])),
        })
    }
  }
  const isCommitted = commit !== undefined || !steps.some(({ text }) => text?.startsWith('Changed:'))
  return { server, ask, repository, review, steps, others, isCommitted }
}

/** @returns what a thread is to get, or a sentence that says why it gets nothing */
function plannedFor(
  { id, remarks, isPosted }: Entry,
  thread: Thread | undefined,
  answer: { readonly text: string; readonly isChange: boolean } | undefined,
  kept: readonly KeptReply[],
) {
  if (!thread) return `${id} is not on the server any more.`
  const after = isPosted ? remarks - 1 : remarks
  const mark = replyMark(id, after)
  const index = thread.remarks.findIndex(({ isOwn, text }) => isOwn && text.trimEnd().endsWith(mark))
  const isDone = index >= 0 || replyTo(kept, id, after) !== undefined
  const by = thread.resolvedBy ? ` by ${visible(thread.resolvedBy)}` : ''
  if (thread.isResolved) return `${id} ${isDone ? 'is answered already, and resolved' : 'was resolved meanwhile'}${by}.`
  const isGrown = isDone ? index >= 0 && index < thread.remarks.length - 1 : thread.remarks.length !== remarks
  if (isGrown) return `${id} has changed on the server since: \`spell reparo --fetch\` brings it in.`
  if (!answer) return isDone ? `${id} is answered already.` : `${id} is not answered here yet.`
  return { ...answer, thread, isPosted: isDone }
}

/** @returns the reply that the results give a thread, as it is posted; undefined without one */
function answerText(results: string, id: string, ids: readonly string[], commit: string | undefined) {
  const { text, isChange } = answerIn(results, id, ids)
  // The list of ids with which an answer begins is for the developer.
  const named = ids.map((each) => each.replace(/[^\w=-]/g, '')).join('|')
  const plain = visible(text)
    .replace(new RegExp(`^(?:[^\\w\\n]*(?:discussion_)?(?:${named})\\b)+[\\s*\`:)\\]–—-]*`), '')
    .trim()
  if (plain === '') return undefined
  if (/^answered without a change\b/i.test(plain)) return { text: plain, isChange: false }
  if (/^changed\b/i.test(plain)) return { text: plain, isChange: true }
  const begin = isChange ? `Changed${commit ? ` in ${commit}` : ''}` : 'Answered without a change'
  return { text: `${begin}: ${plain}`, isChange }
}

/** @returns the commit that has the results as they are; undefined without one */
async function commitOf({ root }: Work, { folder, results }: ReviewAt, env: Environment): Promise<string | undefined> {
  const name = 'review-task-results.md'
  if (!isThere(root, `${folder}/${name}`)) return undefined
  const isThis = async (bytes: Buffer) => bytes.toString() === results
  return (await commitWith(root, name, env, isThis))?.commit.slice(0, 7)
}

/**
 * Posts replies, one after the other, and keeps each at once. A thread whose reply another run has posted meanwhile is
 * passed over. Needs a lock of its own.
 *
 * @returns what was done, one sentence each
 * @throws Failure (system) as `askThrough` does, with how many were posted
 */
export async function post(work: Work, { server, ask, repository, review, steps }: Replies): Promise<string[]> {
  const { number } = review.pullRequest
  const done: string[] = []
  for (const { entry, thread, text, resolves } of steps) {
    const { id, isPosted } = entry
    const after = isPosted ? entry.remarks - 1 : entry.remarks
    const before = replyTo(keptReplies(work), id, after)
    try {
      const url =
        text === undefined || before
          ? (before?.url ?? thread.url)
          : await server.reply(ask, repository, number, thread, `${text}\n\n${replyMark(id, after)}`)
      if (url === undefined) {
        done.push(`${id} was deleted meanwhile: nothing was posted.`)
        continue
      }
      keepReply(work, { thread: id, after, url, isResolved: false })
      const why = resolves && !before?.isResolved ? await whyUnresolved(thread) : undefined
      if (why === '') keepReply(work, { thread: id, after, url, isResolved: true })
      const resolved = why === '' ? ', and resolved' : why ? `, but not resolved: ${why}` : ''
      done.push(`${id} is answered${text === undefined ? ' already' : ''}${resolved}: <${url}>`)
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      const message = `${error.message} ${done.length} of ${steps.length} threads are done; the same command goes on.`
      throw new Failure(error.exitCode, error.code, message, error.fix)
    }
  }
  return done

  /** Replying takes fewer rights than resolving. */
  async function whyUnresolved(thread: Thread): Promise<string> {
    const failure = await attemptAsync(() => server.resolve(ask, repository, number, thread))
    if (failure instanceof Failure && failure.code !== 'no-access') throw failure
    return failure?.message ?? ''
  }
}
