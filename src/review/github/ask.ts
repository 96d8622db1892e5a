import { setTimeout } from 'node:timers/promises'
import * as v from 'valibot'
import { beginningOf } from '../../answer/markdown'
import { exit, Failure } from '../../failure/failure'
import { isRecord } from '../../failure/json'
import type { Environment } from '../../settings/settings'
import { endless } from './pages'
import type { Question } from './queries'
import { type Refusal, remedyFor } from './refusals'
import type { Server } from './server'
import type { Token } from './token'

/** Sends a query to GitHub. */
export type Ask = <T>(question: Question<T>, variables: Readonly<Record<string, unknown>>) => Promise<T>

/** Timeouts in milliseconds, and limits that no real pull request reaches. */
export const patience = {
  /** For one answer. */
  answer: 30_000,
  /** Before the second attempt; doubled for each further one. */
  pause: 500,
  /** Attempts per query. */
  tries: 4,
  /** In total, if GitHub asks to wait. */
  limits: 120_000,
  /** For everything. */
  whole: 600_000,
  /** For one answer, decompressed, in bytes. */
  answerBytes: 16 * 2 ** 20,
  /** For all answers. */
  allBytes: 64 * 2 ** 20,
  /** Pages of all lists together. */
  questions: 1000,
}

/**
 * Connects to a GitHub server, and disconnects afterwards. The token is added at the last moment, so that no error or
 * trace can contain it; it is sent to no other address, even if the server redirects.
 *
 * @param env for the proxies: `HTTPS_PROXY`, `HTTP_PROXY`, `NO_PROXY`
 * @param tell called before every wait
 * @throws Failure (system): `offline`, `too-slow`, `token-refused`, `token-needs-sso`, `no-access`, `rate-limited`,
 *   `not-github`, `answer-malformed`, `too-large`, `endless`, …
 */
export async function withGitHub<T>(
  server: Server,
  token: Token,
  env: Environment,
  tell: (message: string) => void,
  use: (ask: Ask) => Promise<T>,
  { answer, pause, tries, limits, whole, answerBytes, allBytes, questions } = patience,
): Promise<T> {
  const { fetch, Response } = await import('undici')
  const { graphql } = await import('@octokit/graphql')
  const dispatcher = await dispatcherFor(env)
  const end = AbortSignal.timeout(whole)
  let asked = 0
  let taken = 0
  /** Octokit wraps errors that are thrown within a request. */
  let given: Failure | undefined
  const giveUp = (failure: Failure): Failure => {
    given = failure
    return failure
  }
  const ask = graphql.defaults({
    url: server.graphql,
    request: {
      log: { debug() {}, info() {}, warn() {}, error() {} },
      fetch: async (url: string, init: Parameters<typeof fetch>[1]) => {
        const response = await fetch(url, {
          ...init,
          headers: { ...(init?.headers as Record<string, string>), authorization: `bearer ${token.value}` },
          redirect: 'manual',
          signal: AbortSignal.any([AbortSignal.timeout(answer), end]),
          dispatcher,
        })
        // The body is read here, so that an interrupted one counts as no answer.
        const { status, headers } = response
        const most = Math.min(answerBytes, allBytes - taken)
        const bytes = await readUpTo(most, response.body ?? [])
        if (!bytes) throw giveUp(tooLarge(server, most < answerBytes ? allBytes : answerBytes))
        taken += bytes.length
        const body = bytes.toString()
        const wrong = v.safeParse(envelope, recordIn(body)).issues?.[0]
        if (wrong) throw giveUp(malformed(server, token, wrong))
        return new Response(body, { status, headers })
      },
    },
  })
  let waited = 0
  try {
    return await use(async (question, variables) => {
      asked += 1
      if (asked > questions) throw endless()
      for (let count = 1; ; ) {
        const outcome = await attempt(() => ask(question.query, { ...variables }))
        if (given) throw given
        if (end.aborted) throw takesTooLong(server, whole)
        if ('answer' in outcome) {
          const { output, issues } = v.safeParse(question.answer, outcome.answer)
          if (issues) throw malformed(server, token, issues[0])
          return output
        }
        // A server may echo the token.
        const message = outcome.refusal.message.replaceAll(token.value, '…')
        const remedy = remedyFor({ ...outcome.refusal, message }, server, token)
        if (remedy.do === 'wait') {
          const { seconds } = remedy
          waited += seconds * 1000
          if (waited > limits) throw tooLong(server, seconds)
          tell(`${server.host} asks to wait ${seconds} s …`)
          await setTimeout(seconds * 1000)
        } else if (remedy.do === 'again' && count < tries) {
          tell(`${remedy.failure.message} Trying again …`)
          await setTimeout(pause * 2 ** (count - 1))
          count++
        } else {
          throw remedy.failure
        }
      }
    })
  } finally {
    await dispatcher.destroy()
  }
}

async function dispatcherFor(env: Environment) {
  const { EnvHttpProxyAgent } = await import('undici')
  const of = (name: string) => env[name.toLowerCase()] ?? env[name] ?? ''
  try {
    return new EnvHttpProxyAgent({
      httpProxy: of('HTTP_PROXY'),
      httpsProxy: of('HTTPS_PROXY'),
      noProxy: of('NO_PROXY'),
    })
  } catch {
    // The URL of a proxy may contain a password.
    const message = 'HTTPS_PROXY or HTTP_PROXY is no address of a proxy.'
    throw new Failure(exit.usage, 'proxy-wrong', message, 'unset HTTPS_PROXY HTTP_PROXY')
  }
}

/** @returns the text; undefined if it is longer than `most` bytes, of which no more is read */
async function readUpTo(most: number, body: AsyncIterable<Uint8Array> | Iterable<never>): Promise<Buffer | undefined> {
  const pieces: Uint8Array[] = []
  let length = 0
  for await (const piece of body) {
    length += piece.length
    if (length > most) return undefined
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}

/** What octokit assumes of every JSON answer. */
const text = v.nullish(v.string())
const extensions = v.nullish(v.object({ saml_failure: v.nullish(v.boolean()) }))
const envelope = v.object({ errors: v.nullish(v.array(v.object({ message: text, type: text, extensions }))) })

function recordIn(json: string): object {
  try {
    const value: unknown = JSON.parse(json)
    return isRecord(value) ? value : {}
  } catch {
    return {}
  }
}

/** @returns the answer, or the refusal */
async function attempt(act: () => Promise<unknown>): Promise<{ answer: unknown } | { refusal: Refusal }> {
  try {
    const answer = await act()
    if (typeof answer === 'object' && answer !== null) return { answer }
    // An HTML page is no answer of GitHub: it may be a network's sign-in page.
    return { refusal: { status: 404, headers: {}, message: '', kinds: [], isSaml: false, code: '' } }
  } catch (error) {
    const given = error as Given
    const partial = given.errors?.every(({ type }) => type === 'NOT_FOUND') && given.data
    // Something that was not found is null in the answer.
    return partial ? { answer: partial } : { refusal: refusalOf(given) }
  }
}

/** An error of octokit: for a status, for errors in an answer, or with a cause if there was no answer. */
interface Given {
  readonly message?: string
  readonly status?: number
  readonly headers?: Refusal['headers']
  readonly response?: { readonly headers?: Refusal['headers']; readonly data?: unknown }
  readonly errors?: readonly { readonly type?: string; readonly extensions?: { readonly saml_failure?: boolean } }[]
  readonly data?: unknown
  readonly cause?: unknown
}

function refusalOf({ message = '', status, headers, response, errors, cause }: Given): Refusal {
  const answered = errors !== undefined || response !== undefined
  return {
    status: errors ? 200 : answered ? (status ?? 0) : 0,
    headers: headers ?? response?.headers ?? {},
    message: message.replace(/ - https?:\/\/\S+$/, '').slice(0, 500),
    kinds: errors?.map(({ type = '' }) => type) ?? [],
    isSaml: errors?.some(({ extensions }) => extensions?.saml_failure) ?? false,
    code: codeIn(cause),
  }
}

/** The code of a network error is in one of the causes. */
function codeIn(error: unknown): string {
  if (typeof error !== 'object' || error === null) return ''
  const { name, code, cause, errors } = error as NodeJS.ErrnoException & {
    cause?: unknown
    errors?: readonly unknown[]
  }
  if (name === 'TimeoutError') return name
  return codeIn(errors?.[0]) || codeIn(cause) || (typeof code === 'string' ? code : '')
}

const failing = (code: string, message: string): Failure => new Failure(exit.system, code, message, 'spell reparo')

/** The longest excerpt of an answer. In characters. */
const enough = 80

const inWords: Readonly<Record<string, string>> = {
  Object: 'an object',
  Array: 'a list',
  string: 'a text',
  number: 'a number',
  boolean: 'true or false',
}

/** Describes an unexpected answer. */
function malformed({ host }: Server, token: Token, issue: v.BaseIssue<unknown>): Failure {
  const { received, expected } = issue
  const came = beginningOf(received.replaceAll(token.value, '…'), enough)
  const wanted = inWords[expected ?? ''] ?? expected
  const how = received === 'undefined' ? 'is missing' : `is ${inWords[came] ?? came}, not ${wanted}`
  return failing('answer-malformed', `${host} answered as GitHub does not: ${v.getDotPath(issue)} ${how}.`)
}

const tooLarge = ({ host }: Server, most: number): Failure =>
  failing('too-large', `${host} sends more than ${most / 2 ** 20} MiB; a pull request has less.`)

const takesTooLong = ({ host }: Server, whole: number): Failure =>
  failing('too-slow', `${host} has not sent everything within ${whole / 60_000} minutes.`)

function tooLong({ host }: Server, seconds: number): Failure {
  const minutes = Math.ceil(seconds / 60)
  const message = `${host} lets nothing more through for ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`
  return new Failure(exit.system, 'rate-limited', message, `spell reparo --fetch # in ${minutes} min`)
}
