import type { Answer } from '../cast/answer/answer'
import { type CastContext, cast } from '../cast/cast'
import { documentOutput, type Output } from '../cli/command'
import { payloadOfHook } from '../cli/streams'
import { isFolder, readText } from '../disk/read'
import type { Agent } from '../install/agents/agent'
import { type AgentName, anyAgent, loadAgent } from '../install/agents/agents'
import { type Payload, sessionOf } from '../install/agents/message'
import { attemptAsync, Failure } from '../text/failure'
import { hasNoHost, messageSources } from '../word/message-sources'
import type { WordContext } from '../word/permission'
import { isUnderWay } from '../work/choice'
import { allWork } from '../work/open'
import { mostRecentFirst } from '../work/overview'
import { textsOf } from '../work/texts'
import type { Work } from '../work/work'
import { standard, workflows } from '../workflows/registry'

/** @returns the reminder that a hook adds to an agent's context; nothing if there is no work */
export async function reminderOf(work: Work, answer: Answer, ctx: CastContext, hook?: AgentName) {
  const { folder, flow } = work
  const { root } = ctx
  if (!isFolder(root, '.ai')) return ''
  const told = hook && toldIn(root, (await loadAgent(hook)).hooksOf)
  const isElsewhere = answer.workflow !== flow.definition.name
  const other = isElsewhere || isUnderWay(work) ? undefined : await reminderOfOthers(ctx, isFolder(root, folder), told)
  const brief = isElsewhere && answer.workflow === told && answer.work !== '' ? '' : (other ?? answer.brief ?? '')
  return asReminder(brief, ctx, hook)
}

/** The workflow of which other hooks of an agent tell, if they are there. */
function toldIn(root: string, path: Agent['hooksOf']): string | undefined {
  const text = path && readText(root, path)
  return text ? workflows.find(({ name, hooks }) => hooks && text.includes(`spell ${name} hook`))?.name : undefined
}

async function asReminder(brief: string, asking: WordContext, hook: AgentName = anyAgent): Promise<string> {
  const { env } = asking
  const { inHook } = await import('../install/in-hook')
  const payload = hook === anyAgent ? undefined : await payloadOfHook()
  const session = payload && sessionOf(payload)
  const key = `${hook}:${session}`
  const text = [brief, session && (await partOf(asking, key))].filter(Boolean).join('\n\n')
  if (session && hasNoHost(asking.root, asking.now))
    await (await import('../word/note-source')).noteHook(asking, hook, payload)
  if (text !== '' && session && (await isBriefed(asking, key, payload))) return ''
  const { commandsHere } = await import('../cli/launcher')
  return inHook(hook, ({ session }) => session(commandsHere(text), payload?.hook_event_name), { env, payload })
}

/** Within so many milliseconds the same event of a session is a copy: a plugin may stand beside the files of `init`. */
const copiedWithin = 10_000

/** Whether another hook has just told the same; notes that it is told now. */
async function isBriefed(
  asking: WordContext,
  key: string,
  { hook_event_name: name, source }: Payload,
): Promise<boolean> {
  const { changeSession, freshSession, sessionsHere } = await import('../word/sessions')
  const [event, time] = [`${name} ${source}`, asking.now.toISOString()]
  let isCopy = false
  const noted = await attemptAsync(async () => {
    const here = sessionsHere(asking.root, asking.env)
    await changeSession(here, key, asking.now, (session = freshSession(time, here.top)) => {
      const { brief } = session
      isCopy = brief?.event === event && asking.now.getTime() - Date.parse(brief.time) <= copiedWithin
      return { ...session, brief: { event, time } }
    })
  })
  return !(noted instanceof Failure) && isCopy
}

/** @returns what the agent was told last and has not done yet, as it may have forgotten; undefined if nothing is left */
async function partOf(asking: WordContext, key: string): Promise<string | undefined> {
  if (messageSources(asking).length === 0) return undefined
  const { sessionsHere } = await import('../word/with-words')
  const ai = sessionsHere(asking.root, asking.env).all[key]?.cast?.ai
  return ai && `spell has told you on the developer's last word:\n\n${ai}`
}

/**
 * The reminder for an agent if the six spells have nothing under way, but another workflow has: that of the most recent piece
 * of work, empty if another hook tells of its workflow already; undefined if there is none.
 *
 * @param hasOwn whether the six spells have work that is over: then only work that is under way comes before it
 */
async function reminderOfOthers(ctx: CastContext, hasOwn: boolean, told?: string): Promise<string | undefined> {
  const others = mostRecentFirst((await allWork(ctx.root)).filter(({ flow }) => flow.definition.name !== standard))
  const going = others.filter(isUnderWay)
  const last = going[0] ?? (hasOwn ? undefined : others[0])
  if (!last) return undefined
  const { flow } = last
  if (flow.definition.name === told) return ''
  const { brief = '' } = await cast(last, flow.look, { ...ctx, texts: textsOf(flow) })
  const names = going.slice(1).map(({ name, flow }) => `${name} (${flow.definition.name})`)
  return names.length === 0
    ? brief
    : `${brief}\n- Also under way: ${names.join(', ')}. Ask which is meant: \`spell work\`.`
}

/** @returns the reminder for an agent if nothing says which of several pieces of work is meant */
export async function reminderOfSeveral(
  names: readonly string[],
  asking: WordContext,
  hook?: AgentName,
): Promise<Output> {
  const text = `Several pieces of work are under way here: ${names.join(', ')}. Ask the developer which is meant, then say \`--work NAME\` with every spell.`
  return documentOutput('reminder', true, { work: names }, await asReminder(text, asking, hook))
}
