import * as v from 'valibot'
import type { Environment } from '../disk/environment'
import { exit, Failure } from '../text/failure'
import { fromJson } from '../text/json'
import { beginningOf } from '../text/markdown-parts'
import { type Ran, run } from './door'
import { failureOf, type ServerAnswer } from './refusals'
import type { Server, ServerReply } from './server'

/** What a server is asked, and the schema of its answer. */
interface Question<Answer> {
  readonly query: string
  readonly answer: v.GenericSchema<unknown, Answer>
}

export const question = <const Schema extends v.GenericSchema<unknown, unknown>>(
  query: string,
  answer: Schema,
): Question<v.InferOutput<Schema>> => ({ query, answer: answer as v.GenericSchema<unknown, v.InferOutput<Schema>> })

/** Sends a question to a server. */
export interface Ask {
  <T>(question: Question<T>, variables: Readonly<Record<string, unknown>>): Promise<T>
  /** The command that the user has given. */
  readonly again?: string
}

/** Limits that no real pull request reaches; the times, for one answer and for everything, are in milliseconds. */
export const patience = {
  answer: 30_000,
  whole: 600_000,
  /** For one answer, in bytes. */
  answerBytes: 16 * 2 ** 20,
  /** For all answers. */
  allBytes: 64 * 2 ** 20,
  /** Pages of all lists together. */
  questions: 1000,
}

/**
 * Asks a server through its program. What comes back is untrusted, and has the form that the question says.
 *
 * @param again the command that the user has given
 * @throws Failure (system), when asked: `no-gh`, `no-glab`, `not-signed-in`, `no-access`,
 *   `rate-limited`, `server-error`, `offline`, `not-github`, `not-gitlab`, `refused`, `answer-malformed`, `too-slow`,
 *   `too-large`, `endless`
 */
export function askThrough(
  server: Server,
  host: string,
  env: Environment,
  again: string,
  { answer: timeout, whole, answerBytes, allBytes, questions } = patience,
): Ask {
  const signal = AbortSignal.timeout(whole)
  let asked = 0
  let taken = 0
  const ask: Ask = async ({ query, answer }, variables) => {
    asked += 1
    if (asked > questions) throw endless(again)
    const maxBuffer = Math.min(answerBytes, allBytes - taken)
    const ran = await run(server.program, host, env, server.call(query, variables), { timeout, maxBuffer, signal })
    taken += ran.stdout.length
    const document = ran.stdout === '' ? null : fromJson(ran.stdout)
    const isItsOwn = server.isDocument(document)
    const { output: said, issues } = v.safeParse(server.envelope, isItsOwn ? document : {})
    if (issues) throw malformed(server, host, again, issues[0])
    const isAnswer = ran.exit === 0 || said.isMissing
    if (!isItsOwn || !isAnswer) throw failureOf(server, host, again, toldBy(ran, isItsOwn, said))
    const read = v.safeParse(answer, said.data)
    if (read.issues) throw malformed(server, host, again, read.issues[0])
    return read.output
  }
  return Object.assign(ask, { again })
}

/** Both programs end their messages with the status: `gh: Bad credentials (HTTP 401)`, `glab: HTTP 502`. */
function toldBy({ exit, stderr }: Ran, isItsOwn: boolean, { kinds, messages }: ServerReply): ServerAnswer {
  const [line = ''] = stderr.trim().split('\n')
  const message = messages.filter(Boolean).join(' ') || line.replace(/^(?:gh|glab): /, '')
  const status = Number(/\bHTTP (\d{3})\)?$/.exec(line.trim())?.[1] ?? 0)
  return { exit, status, isItsOwn, kinds, message: beginningOf(message, longest) }
}

/** The longest message, in characters. */
const longest = 300

/** Says what has another form, and where. */
function malformed({ title }: Server, host: string, again: string, issue: v.BaseIssue<unknown>): Failure {
  const what = beginningOf(`${v.getDotPath(issue) ?? 'data'}: ${issue.message}`, longest)
  return new Failure(exit.system, 'answer-malformed', `${host} answered as ${title} does not: ${what}.`, again)
}

/** A page of a list, as it is asked for. */
export interface Page<T> {
  readonly nodes: readonly (T | null)[] | null
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null }
}

/**
 * @param get fetches the page after a cursor, without one the first; something missing has no pages
 * @param again the command that the user has given
 * @throws Failure (system) `endless` if a cursor repeats, or leads nowhere; `askThrough` limits the number of pages
 */
export async function allOf<T>(
  get: (after?: string) => Promise<Page<T> | null | undefined>,
  again = 'spell reparo --fetch',
): Promise<T[]> {
  const found: T[] = []
  const seen = new Set<string>()
  for (let page = await get(); ; ) {
    found.push(...nodesOf(page))
    const { hasNextPage = false, endCursor = null } = page?.pageInfo ?? {}
    if (!hasNextPage) return found
    if (endCursor === null || seen.has(endCursor)) throw endless(again)
    seen.add(endCursor)
    page = await get(endCursor)
  }
}

/** @returns the items of a page, without those that the account may not see */
export const nodesOf = <T>(page: Page<T> | null | undefined): T[] => (page?.nodes ?? []).filter((node) => node !== null)

const endless = (again: string): Failure =>
  new Failure(exit.system, 'endless', 'The pages of the server do not end.', again)
