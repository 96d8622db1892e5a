import { textsOf } from '../cli/cast-context'
import { glanceAt } from '../statusline/glance'
import { lineOf } from '../statusline/line'
import type { Asking } from '../word/pass'
import { changeSession, sessionsHere } from '../word/sessions'
import { standingIn } from '../word/standing'
import { openWork } from '../work/open'

/** The most lines that are shown of what is new; the rest is in the plan. */
const mostLines = 40

/**
 * Finds what the developer is shown when the agent stops, and keeps it with the session as shown.
 *
 * @param key of the session
 * @returns one line on the work, and above it what is new in its plan; empty if nothing has changed since their message
 * @throws Failure if the work or the session cannot be read
 */
export async function shownAtEnd(asking: Asking, key: string): Promise<string> {
  const { root, env, now } = asking
  const here = sessionsHere(root, env)
  const before = here.all[key]?.message?.standing
  const standing = standingIn(root)
  if (!before || (before.plans === standing.plans && before.records === standing.records)) return ''
  await changeSession(here, key, now, (session) =>
    session?.message ? { ...session, message: { ...session.message, standing } } : undefined,
  )
  const line = lineOf(await glanceAt(root, env, now, textsOf), now)
  const news = before.plans === standing.plans ? '' : await newsIn({ ...asking, said: { word: '', key, agrees: true } })
  return [news, line].filter((each) => each !== '').join('\n\n')
}

async function newsIn(asking: Asking): Promise<string> {
  const { wordTold } = await import('../word/seen')
  const work = await openWork(asking.root, { env: asking.env, isLook: true })
  const { news = '' } = await wordTold(work, { ...asking, kind: 'show', above: '', isForDeveloper: true })
  const lines = news.split('\n')
  return lines.length > mostLines ? [...lines.slice(0, mostLines), '… the rest: `spell lumos`'].join('\n') : news
}
