import { turnLine } from '../cast/answer/turn'
import type { SaidNow } from '../cli/command'
import { digestOf } from '../disk/digest'
import { glanceAt, lineOf } from '../show/statusline/glance'
import { attemptAsync, Failure } from '../text/failure'
import { capital, plain } from '../text/markdown-parts'
import { stepsText } from '../word/grant'
import type { WordContext } from '../word/permission'
import { changeSession, sessionsHere, snapshotOf } from '../word/sessions'
import { openWork } from '../work/open'
import { textsOf, titleOf } from '../work/texts'
import type { Work } from '../work/work'
import type { Turn } from '../workflow/turn'
import { standard, unnamed } from '../workflows/registry'

/** The most lines that are shown of what is new; the rest is in the plan. */
const mostLines = 40

/**
 * Finds what the developer is shown when the agent stops, and keeps it with the session as shown.
 *
 * @param key of the session
 * @returns what the newest step has told them, or one line on the work, and above it what steps did that they have granted,
 *   and what is new in its plan; empty if nothing has changed since they were shown something last
 * @throws Failure if the work or the session cannot be read
 */
export async function shownAtEnd(asking: WordContext, key: string): Promise<string> {
  const { root, now } = asking
  const here = sessionsHere(root, asking.env)
  const { cast, said = '', message, time = '', told } = here.all[key] ?? {}
  const before = message?.snapshot
  const snapshot = snapshotOf(root)
  if (before === undefined || before === snapshot) return ''
  await changeSession(here, key, now, (session) => {
    if (!session?.message) return undefined
    const { told: _, ...others } = session
    return { ...others, time: now.toISOString(), message: { ...session.message, snapshot } }
  })
  // What was named behind the newest word is what the agent has worked at.
  const named = cast && cast.time >= said ? cast.work : undefined
  const env = named === undefined ? asking.env : { ...asking.env, SPELL_WORK: named }
  const seen = await glanceAt(root, env, now, textsOf)
  const [{ name, workflow } = { name: unnamed, workflow: standard }, ...others] = seen
  const one = { workflow, ...(name !== unnamed && { asked: name }) }
  const work = await attemptAsync(() => openWork(root, { ...(others.length === 0 && one), env, isLook: true }))
  if (work instanceof Failure) return lineOf(seen)
  const shown: SaidNow = { word: '', key, agrees: true, isRead: message?.isShown === true }
  const news = await newsIn(work, { ...asking, env, said: shown }, here.all[key]?.shown?.items)
  const { text = '', look } = news ?? {}
  if (told && seen.some(({ turn }) => turn?.since === told.step))
    return [grantedSince(work, time), text, told.text].filter((each) => each !== '').join('\n\n')
  // What is to be looked at comes before what is to be done. A host breaks lines, so nothing is cut.
  const line = lineOf(look ? seen.map(({ turn: _, ...each }) => each) : seen, Number.POSITIVE_INFINITY)
  const last = look ? `${plain(turnLine(look))}.` : ''
  return [grantedSince(work, time), text, line, last].filter((each) => each !== '').join('\n\n')
}

/** Tells the granted steps since a time, whose answers only the agent has read. */
function grantedSince({ flow, saved }: Work, time: string): string {
  const steps = saved.history.filter(({ word, timestamp }) => word === 'granted' && timestamp > time)
  if (steps.length === 0) return ''
  const titles = steps.map(({ transition }) => titleOf(flow, transition.split(' → ')[1] ?? ''))
  return `${capital(stepsText(steps.length))} on your word: ${titles.join(' → ')}.`
}

/** The plan with what is new in it, and what is to be looked at first; without the items of which the digests are known. */
async function newsIn(
  work: Work,
  asking: WordContext,
  known: readonly string[] = [],
): Promise<{ readonly text: string; readonly look: Turn | undefined } | undefined> {
  const { changesFor } = await import('../word/with-words')
  const found = await changesFor(work, asking)
  if (!found) return undefined
  const { look } = found
  const [lead = '', ...items] = found.text.split(/\n(?! )/)
  const left = items.filter((item) => !isItem.test(item) || !known.includes(digestOfItem(item)))
  const text = [...leadOf(lead, items, left), ...left].join('\n').trim()
  const lines = text.split('\n')
  if (lines.length > mostLines)
    return { text: [...lines.slice(0, mostLines), '… the rest: `spell lumos`'].join('\n'), look }
  // What was shown as a whole, the next word can agree to.
  if (asking.said?.isRead) await found.keep(items.filter((item) => isItem.test(item)).map(digestOfItem))
  return { text, look }
}

/** @returns the line above what is left of a list: its own above all of it, none above nothing */
function leadOf(own: string, items: readonly string[], left: readonly string[]): string[] {
  if (left.length === items.length) return [own]
  return left.some((item) => isItem.test(item)) ? ['Changed since you were shown the plan:'] : []
}

/** A criterion with what is said of it, or a point that is open. */
const isItem = /^(?:\d+\. |- )/

const digestOfItem = (item: string): string => digestOf(item.replace(/^\d+\. /, '')).slice(0, 12)
