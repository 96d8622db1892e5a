import { join, relative, sep } from 'node:path'
import { type CommandContext, defineCommand, documentOutput, type Output } from '../cli/command'
import { clock } from '../cli/edge'
import type { Option, OptionsOf } from '../cli/options'
import { payloadOfHook } from '../cli/streams'
import { builtJson } from '../disk/built'
import { findRoot, workingFolder } from '../disk/root'
import { type Judgement, judgeAll, worksJudged } from '../guard/guard'
import { strangeIn } from '../guard/strange'
import { toolCallIn } from '../guard/tool-call'
import type { Answer, Answers } from '../install/agents/agent'
import { agentNames, loadAgent } from '../install/agents/agents'
import type { Host } from '../install/agents/detect'
import { sessionOf } from '../install/agents/message'
import type { HookTexts } from '../install/hook-managers/hook-line'
import { attemptAsync, exit, Failure } from '../text/failure'
import { visibleEach } from '../text/markdown/visible'
import { fill } from '../text/markdown-parts'
import { hasNoHost, messageSources } from '../word/message-sources'
import { loadTexts } from '../work/texts'
import { standard } from '../workflows/registry'

/** What git's hooks call, by the name of the hook. */
const subjects: Readonly<Record<string, (cli: GuardContext) => Promise<Output>>> = {
  'pre-commit': guardCommit,
  tool: guardTool,
  stop: guardStop,
}

const options = [
  {
    key: 'agent',
    flag: '--agent',
    value: 'NAME',
    help: 'with tool and stop: whose form to answer in',
    choices: agentNames,
  },
] as const satisfies readonly Option[]
type GuardContext = CommandContext<OptionsOf<typeof options>>

export const command = defineCommand({
  name: 'guard',
  summary: 'Tell a hook what may go ahead: commit, tool call, stop',
  argument: { name: 'hook', help: `one of: ${Object.keys(subjects).join(', ')}`, choices: Object.keys(subjects) },
  options,
  async run(hook, cli) {
    const answer = hook !== undefined && Object.hasOwn(subjects, hook) && subjects[hook]
    if (answer) return answer(cli)
    const known = Object.keys(subjects).join(', ')
    throw new Failure(exit.usage, 'unknown-hook', `Which hook? There is ${known}.`, 'spell guard pre-commit')
  },
})

/** git starts its hooks at the top of the worktree, and passes the developer's folder. */
function placeOfHook({ options, env }: GuardContext): { readonly root: string; readonly prefix: string } {
  if (options.cwd !== undefined || env.GIT_PREFIX === undefined) {
    return { root: findRoot(workingFolder(options.cwd)), prefix: '' }
  }
  const top = workingFolder(undefined)
  const root = findRoot(join(top, env.GIT_PREFIX), top)
  const below = relative(top, root).split(sep).join('/')
  return { root, prefix: below === '' ? '' : `${below}/` }
}

async function guardCommit(cli: GuardContext): Promise<Output> {
  const { root, prefix } = placeOfHook(cli)
  const gate = { prefix, env: cli.env, texts: loadTexts(standard) }
  const judged = await attemptAsync(async () =>
    judgeAll(await worksJudged(root, { asked: cli.options.work, env: cli.env }), gate),
  )
  if (judged instanceof Failure) throw unknowable(judged, await isAgents(cli.env))
  const isJudged = judged.verdict === 'passed' || judged.verdict === 'blocked'
  const warnings = isJudged ? await strangeIn(root, cli.env) : []
  const refused = judged.verdict === 'blocked' ? refusal(judged, await isAgents(cli.env)) : undefined
  return documentOutput('guard', refused === undefined, { hook: 'pre-commit', ...judged }, refused, warnings)
}

/** If state or settings are unreadable, the commit is refused; the hook expects one exit code. */
const unknowable = ({ code, message, fix }: Failure, isAgents: boolean): Failure => {
  const way = isAgents ? '' : '   # or once without the guard: SPELL_GUARD=0 git commit …'
  return new Failure(exit.unreadable, code, message, `${fix}${way}`)
}

/** Whether an agent commits, which is not told how the guard is passed. */
const isAgents = async (env: GuardContext['env']): Promise<boolean> =>
  (await (await import('../install/agents/detect')).agentIn(env)) !== undefined

function refusal({ title, branch, work, workflow, spells }: Judgement, isAgents: boolean): string {
  const { blocked: whole } = builtJson<HookTexts>('hooks.json')
  const blocked = isAgents ? whole.replace(/^.*SPELL_GUARD=0.*\n?/m, '') : whole
  const [only, ...others] = spells
  const which = work === undefined ? '' : ` --work ${work}`
  const say = workflow === undefined ? 'spell' : `spell ${workflow}`
  const names = spells.map(({ name }) => `${say} ${name}${which}`).join(', or ')
  // Not Markdown: git prints it unchanged.
  const cast = only && others.length === 0 ? `${names} (${only.summary.replaceAll('**', '')})` : names
  return fill(blocked, {
    title: branch ? `${title}, reached on ${branch}` : title,
    cast: cast || `${say} ${workflow === undefined ? 'lumos' : 'status'}${which} (shows what can be said)`,
  })
}

/** Fail open on malformed input: the agent must not be blocked by it. */
async function guardTool(cli: GuardContext): Promise<Output> {
  const { options, env } = cli
  const payload = await payloadOfHook()
  const objection = await (async () => {
    const call = payload && toolCallIn(payload)
    const gate = { cwd: workingFolder(options.cwd), env, texts: () => loadTexts(standard) }
    const found = call && (await (await import('../guard/tool-guard')).judgeTool(call, gate))
    return found && visibleEach({ ...found })
  })().catch(() => undefined)
  await noteTurn(cli, payload, false).catch(() => '')
  const answer = objection && (await answerOf(options, { env, payload }, ({ tool }) => tool(objection)))
  return documentOutput('guard', true, { hook: 'tool', ...objection }, answer)
}

/**
 * Keeps with the developer's words what has happened since: an agent's tools may run in a sandbox, and its hooks run
 * outside of it; and once it has done something, a word that was cast may be said again.
 *
 * @returns what the developer sees at the end of a turn; nothing while it goes on
 */
async function noteTurn(
  { options: { cwd, agent = 'claude' }, env }: GuardContext,
  payload: Host['payload'],
  isOver: boolean,
): Promise<string> {
  const asking = { root: findRoot(workingFolder(cwd)), env, now: clock.now() }
  const session = sessionOf(payload ?? {})
  const isPassedOn = messageSources(asking).length > 0
  if (payload && session !== '' && hasNoHost(asking.root, asking.now))
    await (await import('../word/note-source')).noteHook(asking, agent, payload)
  if (!isPassedOn) return ''
  const { carryOver, noteActed } = await import('../word/uses')
  await carryOver(asking)
  const key = `${agent}:${session}`
  await noteActed(asking, key, isOver)
  return isOver ? (await import('./turn-end')).shownAtEnd(asking, key) : ''
}

/** Whatever is wrong, the agent may stop. */
async function guardStop(cli: GuardContext): Promise<Output> {
  const { options, env } = cli
  const { judgeStop, stopCallIn } = await import('../guard/stop-guard')
  const payload = await payloadOfHook()
  const call = payload && stopCallIn(payload)
  const found = await (async () => {
    // What is told is noted, so it is told to nobody else.
    const isOurs = (await import('../install/agents/detect')).isHookOf(options.agent ?? 'claude', env, payload)
    return call && (await isOurs) && (await canBeKept(options.agent))
      ? judgeStop(call, { cwd: workingFolder(options.cwd), env })
      : undefined
  })().catch(() => undefined)
  const shown = call && !found ? await noteTurn(cli, payload, true).catch(() => '') : ''
  const host = { env, payload }
  const text = shown === '' ? '' : await (await import('../install/in-hook')).hostText(shown)
  const reason = found && (await import('../cli/launcher')).commandsHere(found.reason)
  const answer = reason
    ? await answerOf(options, host, ({ stop }) => stop(reason, call?.event))
    : text && (await answerOf(options, host, ({ end }) => end(text)))
  return documentOutput('guard', found === undefined, { hook: 'stop', ...found }, answer)
}

/** Whether the host of an agent can keep it from stopping. */
const canBeKept = async (agent: GuardContext['options']['agent'] = 'claude'): Promise<boolean> =>
  (await loadAgent(agent)).answers.stop !== undefined

/** Loaded only if there is something to say. */
const answerOf = async (
  { agent = 'claude' }: GuardContext['options'],
  host: Host,
  say: (answers: Answers) => Answer,
): Promise<string> => (await import('../install/in-hook')).inHook(agent, say, host)
