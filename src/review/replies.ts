import { digestOf } from '../disk/digest'
import type { Environment } from '../disk/environment'
import { isThere } from '../disk/read'
import { commitWith, isWithin } from '../git/committed'
import { withGit } from '../git/git'
import { attemptAsync, exit, Failure } from '../text/failure'
import { visible } from '../text/markdown/visible'
import type { Work } from '../work/work'
import { answersIn, type ThreadAnswer } from './answers'
import { askThrough } from './ask'
import { requestOf } from './comments-file'
import { type Entry, isSpoken } from './read-comments'
import { noSuchRequest } from './refusals'
import { type PullRequest, type Review, replyMark, type Thread } from './review'
import { requestNamed, type Writing } from './server'
import { serverTitled } from './servers'
import { isThread, keepReply, type ReviewAt, replyTo, reviewsAt, type StoredReply, storedReplies } from './threads'

/** What is to be done in one thread, once the developer has seen it. */
export interface ReplyStep {
  readonly entry: Entry
  readonly thread: Thread
  /** The reply; absent if it was posted before, and only the thread is to be resolved. */
  readonly text?: string
  readonly resolves: boolean
  /** By which its reply and its resolving are known again as what was shown. */
  readonly digests: readonly string[]
}

/** The replies of a review that are not posted yet, and what became of the other threads. */
export interface Replies {
  /** What is asked of the server for one thread has limits of its own. */
  readonly writing: () => Writing
  readonly review: Review
  readonly steps: readonly ReplyStep[]
  /** Why a thread gets none, one sentence each. */
  readonly others: readonly string[]
  /** What is to be known of the commits that replies name, or do not. */
  readonly warnings: readonly string[]
}

const fetching = 'spell reparo --fetch'
/** The way on if the comments have come with a conversation. */
export const showAnswers = 'spell report --short'

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
  const answered = all.filter(({ results }) => results.trim() !== '')
  // One whose comments have come with a conversation has no thread, and leaves the last that was fetched to be answered.
  const at = answered.find(({ address }) => address !== undefined) ?? answered[0]
  const named = at?.address === undefined ? undefined : requestNamed(at.address)
  if (!at || !named?.repository || !named.on) {
    const [message, fix] = at
      ? [`The comments in ${at.folder}/comments.md were not fetched, so there is no thread to reply in.`, showAnswers]
      : ['No review that was fetched has results or a review task with answers yet.', all[0] ? 'spell lumos' : fetching]
    throw new Failure(exit.notPossible, 'nothing-to-reply', message, fix)
  }
  const { repository, number } = named
  const server = serverTitled(named.on)
  const asking = () => askThrough(server, repository.host, env, again)
  const review = await server.read(asking(), repository, number, () => {})
  if (!review) throw noSuchRequest(server, { repository, number }, again)
  const commit = await commitOf(work, at, env)
  const kept = storedReplies(work)
  const ids = at.entries.map(({ id }) => id)
  const answers = answersIn(at.results, ids)
  const answersWithout = answersIn(at.unchanged, ids)
  const steps: ReplyStep[] = []
  const others: string[] = []
  for (const entry of at.entries) {
    const { text, isChange } = answers(entry.id)
    const isDone = isChange && (/^changed\b/i.test(text) || answersWithout(entry.id).text === '')
    const answer = answerText({ text, isChange: isDone }, commit)
    const unfit = unfitFor(entry)
    if (unfit) {
      if (answer) others.push(`${entry.id} ${unfit}, so its answer is not posted.`)
      continue
    }
    const thread = review.threads.find(({ id }) => id === entry.id)
    const planned = plannedFor(entry, thread, answer, kept)
    if (typeof planned === 'string') others.push(planned)
    else {
      const { text, isChange, isPosted } = planned
      const step = { entry, thread: planned.thread, resolves: resolves && isChange, ...(!isPosted && { text }) }
      if (isPosted && !step.resolves) others.push(`${entry.id} is answered already.`)
      else {
        const parts = [...(isPosted ? [] : [text]), ...(step.resolves ? [true] : [])]
        const digests = parts.map((part) => digestOf(JSON.stringify([at.address, entry.id, part])))
        steps.push({ ...step, digests: await Promise.all(digests) })
      }
    }
  }
  const texts = steps.flatMap(({ text }) => text ?? [])
  const warnings = await warningsOf(work.root, review.pullRequest, texts, env)
  const writing = () => server.writing(asking(), repository, review.pullRequest)
  return { writing, review, steps, others, warnings }
}

async function warningsOf(root: string, request: PullRequest, texts: string[], env: Environment): Promise<string[]> {
  const named = new Set(texts.flatMap((text) => /^Changed in `?([0-9a-f]{7,64})\b/i.exec(text)?.[1] ?? []))
  const isUnnamed = texts.some((text) => text.startsWith('Changed:'))
  const warnings = isUnnamed ? ['The results are not committed as they are, so no reply names their commit.'] : []
  for (const commit of named)
    if (!(await isWithin(root, commit, request.commit, env)))
      warnings.push(`${commit} is not in the ${requestOf(request).name}, as far as git here knows: push it.`)
  return warnings
}

/** @returns why there is nothing to reply to; undefined for an open thread */
function unfitFor(entry: Entry): string | undefined {
  if (entry.word === 'resolved') return 'is resolved'
  if (isSpoken(entry)) return 'is of the conversation'
  return isThread(entry) ? undefined : 'is no thread'
}

/** @returns what a thread is to get, or a sentence that says why it gets nothing */
function plannedFor(
  { id, remarks, isPosted }: Entry,
  thread: Thread | undefined,
  answer: ThreadAnswer | undefined,
  kept: readonly StoredReply[],
) {
  if (!thread) return `${id} is not on the server any more.`
  const after = isPosted ? remarks - 1 : remarks
  const mark = replyMark(id, after)
  const index = thread.remarks.findIndex(({ isOwn, text }) => isOwn && text.trimEnd().endsWith(mark))
  const before = replyTo(kept, id, after)
  const isDone = index >= 0 || before !== undefined
  const by = thread.resolvedBy ? ` by ${visible(thread.resolvedBy)}` : ''
  if (thread.isResolved) return `${id} ${isDone ? 'is answered already, and resolved' : 'was resolved meanwhile'}${by}.`
  const isGrown = isDone ? index >= 0 && index < thread.remarks.length - 1 : thread.remarks.length !== remarks
  if (isGrown) return `${id} has changed on the server since: \`spell reparo --fetch\` brings it in.`
  if (before?.isResolved) return `${id} is answered already, and was opened again on the server.`
  if (!answer) return isDone ? `${id} is answered already.` : `${id} is not answered here yet.`
  return { ...answer, thread, isPosted: isDone }
}

/** @returns the reply that the results give a thread, as it is posted; undefined without one */
function answerText({ text, isChange }: ThreadAnswer, commit: string | undefined) {
  const plain = visible(text).trim()
  if (plain === '') return undefined
  if (/^answered without a change\b/i.test(plain)) return { text: plain, isChange: false }
  if (/^changed in\b/i.test(plain)) return { text: plain, isChange: true }
  const begin = isChange ? `Changed${commit ? ` in ${commit}` : ''}` : 'Answered without a change'
  return { text: `${begin}: ${plain.replace(/^changed: */i, '')}`, isChange }
}

/** @returns the commit in which the results became what they are; undefined without one */
async function commitOf({ root }: Work, { folder, results }: ReviewAt, env: Environment): Promise<string | undefined> {
  const name = 'review-task-results.md'
  if (!isThere(root, `${folder}/${name}`)) return undefined
  const plain = (text: string) => text.replace(/\r\n/g, '\n')
  const isThis = (bytes: Buffer) => plain(bytes.toString()) === plain(results)
  return (await withGit(root, env, (git) => commitWith(git, name, isThis, 'oldest')))?.commit.slice(0, 7)
}

/**
 * Posts replies, one after the other, and keeps each at once. A thread whose reply another run has posted meanwhile is
 * passed over. Needs a lock of its own.
 *
 * @returns what was done, one sentence each, and whether that is all: a thread may be answered and not resolved
 * @throws Failure (system) as `askThrough` does, with how many were posted
 */
export async function post(work: Work, { writing, steps }: Replies) {
  const done: string[] = []
  let isAll = true
  for (const { entry, thread, text, resolves } of steps) {
    const { id, isPosted } = entry
    const { reply, resolve } = writing()
    const after = isPosted ? entry.remarks - 1 : entry.remarks
    const before = replyTo(storedReplies(work), id, after)
    try {
      const url =
        text === undefined || before
          ? (before?.url ?? thread.url)
          : await reply(thread, `${text}\n\n${replyMark(id, after)}`)
      if (url === undefined) {
        done.push(`${id} was deleted meanwhile: nothing was posted.`)
        continue
      }
      if (!before) keepReply(work, { thread: id, after, url, isResolved: false })
      const why = resolves && !before?.isResolved ? await whyUnresolved(() => resolve(thread)) : undefined
      if (why === '') keepReply(work, { thread: id, after, url, isResolved: true })
      if (why) isAll = false
      const resolved = why === '' ? ', and resolved' : why ? `, but not resolved: ${why}` : ''
      done.push(`${id} is answered${text === undefined ? ' already' : ''}${resolved}: <${url}>`)
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      const message = `${error.message.replace(/[^.]$/, '$&.')} ${done.length} of ${steps.length} threads are done; the same command goes on.`
      throw new Failure(error.exitCode, error.code, message, error.fix)
    }
  }
  return { done, isAll }
}

/** @returns why a thread could not be resolved, which takes more rights than replying; empty if it is */
async function whyUnresolved(resolve: () => Promise<void>): Promise<string> {
  const failure = await attemptAsync(resolve)
  if (failure instanceof Failure && failure.code !== 'no-access') throw failure
  return failure?.message ?? ''
}
