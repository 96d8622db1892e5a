import * as v from 'valibot'
import { beginningOf } from '../../answer/markdown'
import { exit, Failure } from '../../failure/failure'
import { isRecord } from '../../failure/json'
import type { Environment } from '../../settings/settings'
import { type Ran, runGh } from './gh'
import { endless } from './pages'
import type { Question } from './queries'
import { failureOf, type ServerAnswer } from './refusals'

/** Sends a query to GitHub. */
export type Ask = <T>(question: Question<T>, variables: Readonly<Record<string, unknown>>) => Promise<T>

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
 * Asks a server through `gh`, which knows tokens, proxies and certificates. What comes back is untrusted, and has the
 * form that the question says.
 *
 * @param again the command that the user has given
 * @throws Failure (system), when asked: `no-gh`, `not-signed-in`, `no-access`, `token-needs-sso`, `rate-limited`,
 *   `server-error`, `offline`, `not-github`, `refused`, `answer-malformed`, `too-slow`, `too-large`, `endless`
 */
export function askThroughGh(
  host: string,
  env: Environment,
  again: string,
  { answer: timeout, whole, answerBytes, allBytes, questions } = patience,
): Ask {
  const signal = AbortSignal.timeout(whole)
  let asked = 0
  let taken = 0
  return async ({ query, answer }, variables) => {
    asked += 1
    if (asked > questions) throw endless(again)
    const maxBuffer = Math.min(answerBytes, allBytes - taken)
    const ran = await runGh(host, env, JSON.stringify({ query, variables }), { timeout, maxBuffer, signal })
    taken += ran.stdout.length
    const document = documentIn(ran.stdout)
    const { output: said, issues } = v.safeParse(envelope, document ?? {})
    if (issues) throw malformed(host, again, issues[0])
    const errors = said.errors ?? []
    // Something that was not found is null in the answer.
    const isAnswer = ran.exit === 0 || (errors.length > 0 && errors.every(({ type }) => type === 'NOT_FOUND'))
    if (!document || !isAnswer) throw failureOf(host, again, toldBy(ran, document, said))
    const read = v.safeParse(answer, said.data)
    if (read.issues) throw malformed(host, again, read.issues[0])
    return read.output
  }
}

/** What GitHub says in every answer. */
const text = v.nullish(v.string())
const extensions = v.nullish(v.object({ saml_failure: v.nullish(v.boolean()) }))
const envelope = v.object({
  message: text,
  errors: v.nullish(v.array(v.object({ message: text, type: text, extensions }))),
  data: v.optional(v.unknown()),
})

function documentIn(json: string): object | undefined {
  try {
    const value: unknown = JSON.parse(json)
    return isRecord(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** `gh` ends its messages with the status: `gh: Bad credentials (HTTP 401)`. */
function toldBy(
  { exit, stderr }: Ran,
  document: object | undefined,
  said: v.InferOutput<typeof envelope>,
): ServerAnswer {
  const errors = said.errors ?? []
  const [line = ''] = stderr.split('\n')
  const messages = errors.map(({ message }) => message ?? '').filter(Boolean)
  return {
    exit,
    status: Number(/\bHTTP (\d{3})\)?$/.exec(line.trim())?.[1] ?? 0),
    isGitHub: document !== undefined,
    kinds: errors.map(({ type }) => type ?? ''),
    isSaml: errors.some((error) => error.extensions?.saml_failure),
    message: beginningOf(messages.join(' ') || said.message || line.replace(/^gh: /, ''), longest),
  }
}

/** The longest message, in characters. */
const longest = 300

/** Says what has another form, and where. */
function malformed(host: string, again: string, issue: v.BaseIssue<unknown>): Failure {
  const what = beginningOf(`${v.getDotPath(issue) ?? 'data'}: ${issue.message}`, longest)
  return new Failure(exit.system, 'answer-malformed', `${host} answered as GitHub does not: ${what}.`, again)
}
