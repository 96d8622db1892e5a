import * as v from 'valibot'
import { beginningOf, inline } from '../../answer/markdown'
import { exit, Failure } from '../../failure/failure'
import { fromJson, isRecord } from '../../failure/json'
import type { Environment } from '../../settings/settings'
import { type Ask, patience } from '../github/ask'
import { hostIn, start } from '../github/gh'
import { endless } from '../github/pages'

const tokens = ['GITLAB_TOKEN', 'GITLAB_ACCESS_TOKEN', 'OAUTH_TOKEN', 'CI_JOB_TOKEN']
const plainly = {
  NO_PROMPT: 'true',
  GLAB_CHECK_UPDATE: 'false',
  GLAB_SEND_TELEMETRY: 'false',
  DEBUG: '',
  NO_COLOR: '1',
}

/**
 * Asks a server through `glab`. A question is the path of GitLab's REST API, with its variables in braces; what is not
 * there is null. A token in the environment is left to `glab` only for the servers that it is meant for.
 *
 * @throws Failure (system), when asked: `no-glab`, `not-signed-in`, `no-access`, `refused`, `answer-malformed`,
 *   `too-slow`, `too-large`, `endless`
 */
export function askThroughGlab(host: string, env: Environment, again: string): Ask {
  const signal = AbortSignal.timeout(patience.whole)
  const isOwn = ['gitlab.com', env.GITLAB_HOST?.toLowerCase(), hostIn(env.CI_SERVER_URL)].includes(host)
  const kept = Object.entries(env).filter(([name]) => isOwn || !tokens.includes(name.toUpperCase()))
  const own = { ...Object.fromEntries(kept), ...plainly, GITLAB_HOST: host }
  const bounds = { timeout: patience.answer, maxBuffer: patience.answerBytes, signal }
  let asked = 0
  return async ({ query, answer }, variables) => {
    asked += 1
    if (asked > patience.questions) throw endless(again)
    const path = query.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(variables[name])))
    const ran = await start('glab', ['api', path], own, '', bounds)
    const document = fromJson(ran.stdout)
    const told = isRecord(document) ? (document.message ?? document.error_description ?? document.error) : undefined
    const isMissing = /^404\b.*\bnot found/i.test(String(told ?? ''))
    if (ran.exit !== 0 && !isMissing) throw failureOf(host, again, ran.exit, String(told || ran.stderr.trim()))
    const read = v.safeParse(answer, isMissing ? null : document)
    if (!read.issues) return read.output
    const what = beginningOf(`${v.getDotPath(read.issues[0]) ?? 'it'}: ${read.issues[0].message}`, 300)
    throw new Failure(exit.system, 'answer-malformed', `${host} answered as GitLab does not: ${what}.`, again)
  }
}

function failureOf(host: string, again: string, code: number | string, told: string): Failure {
  const why = inline(beginningOf(told, 300))
  const login = `glab auth login --hostname ${host}`
  const failed = (name: string, message: string, fix: string) => new Failure(exit.system, name, message, fix)
  if (code === 'missing')
    return failed(
      'no-glab',
      'glab, the command of GitLab, is not installed, or not in the PATH: https://gitlab.com/gitlab-org/cli',
      login,
    )
  if (code === 'too-slow') return failed(code, `${host} takes too long to answer.`, again)
  if (code === 'too-large') return failed(code, `${host} sends more than an issue has.`, again)
  if (/\b401\b/.test(told)) return failed('not-signed-in', `glab is not signed in to ${host}.`, login)
  if (/\b403\b/.test(told))
    return failed('no-access', `${host} does not let the account of glab do this: ${why}`, login)
  return failed('refused', `glab had no answer of ${host}: ${why}`, `glab auth status --hostname ${host}`)
}
