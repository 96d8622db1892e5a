import type { Answer } from '../cast/answer/answer'
import { failureText } from '../cast/answer/render'
import { turnOf } from '../cast/turn'
import type { Command, CommandContext, Output, SaidNow } from '../cli/command'
import { clock } from '../cli/edge'
import { commandsHere, failureHere } from '../cli/launcher'
import { command as spell } from '../commands/spell.command'
import type { SaidWord } from '../commands/word.command'
import { isFolder } from '../disk/read'
import { type AgentName, loadAgent } from '../install/agents/agents'
import { hostText, inHook } from '../install/in-hook'
import { attemptAsync, exit, Failure } from '../text/failure'
import { capital, paragraphs } from '../text/markdown-parts'
import type { OnlyWord } from '../word/only-word'
import type { WordContext } from '../word/permission'
import { changeSession, type Session, sessionsHere, snapshotOf } from '../word/sessions'
import { isSettled, withoutUse } from '../word/uses'
import { isUnderWay } from '../work/choice'
import { openWork } from '../work/open'
import { settingsOf } from '../work/settings/settings'
import { isLatin, type SpellName } from '../workflows/engineer/spells'
import { standard } from '../workflows/registry'
import { groupsIn } from './groups'

/** How long the hook waits for another process that holds the lock, in seconds, and until when it begins to write, in milliseconds. */
const lockWaitSeconds = '3'
const beginsWithin = 5000

/** In characters: of a longer text a host shows only the beginning. */
const mostShown = 8000

/** Commands that cannot be taken back, or are said for something else all day. */
const explicitOnly: readonly string[] = [
  ...['undo', 'new', 'delete', 'cancel', 'override', 'doctor', 'yes', 'edit', 'skip', 'failed', 'continue', 'proceed'],
]

/**
 * @returns whether a word is meant for spell: said by its name, or a plain word that the work waits for
 * @throws Failure if the work cannot be read
 */
export async function isTheirs(said: OnlyWord, asking: WordContext): Promise<boolean> {
  if (!(await commandFor(said, asking))) return false
  if (isLatin(said.word) && said.work === undefined && (await mayBeginPlan(said, asking))) return false
  if (said.isExplicit) return true
  const workflow = isLatin(said.word) ? standard : ((await workflowOf(said, asking)) ?? standard)
  const found = await attemptAsync(() =>
    openWork(asking.root, { workflow, asked: said.work, env: asking.env, isLook: true }),
  )
  if (found instanceof Failure || !isUnderWay(found)) return false
  const { who, words } = await turnOf(found, asking)
  return who === 'you' && (words?.includes(said.word) || !explicitOnly.includes(said.word))
}

/** Whether Accio may be said for a verified plan that waits: the agent, which knows what was spoken of, begins with that. */
async function mayBeginPlan({ word }: OnlyWord, { root }: WordContext): Promise<boolean> {
  if (word !== 'accio' || !isFolder(root, '.ai/discovery')) return false
  return (await (await import('../intake/work-of-others')).plansWaiting(root)).length > 0
}

/** What a step is about is often said with its word, and has no file before. */
const moreThanWord = (words: string): string =>
  `The message says ${words}, and more. If it only speaks of the word, cast nothing. If it corrects or decides what stands in a file that you may write now, write that first; then cast the word once. What else it says (what is to be done, comments of a review) is for the step: its answer says where to. Build nothing before.`

const kept = 'Your word is kept; the agent casts it when it is done.'

/** Casts a word that was said, and returns what the hook prints; undefined if the word is kept for the agent. */
export async function tellWord(cli: CommandContext, { agent, message, received, key }: SaidWord) {
  const { word: form } = (await loadAgent(agent)).answers
  if (!form) return undefined
  const say = (developer: string, ai: string, isAll = false) =>
    hookText(agent, { developer, ai, isAll: isAll && message.isHeadless !== true })
  const refuse = (failure: Failure) => {
    const why = failureText(failureHere(failure)).trimEnd()
    const nothing = `spell has cast nothing on the developer's message, who has seen why:\n\n${why}`
    if (failure.exitCode !== exit.busy) return say(why, nothing)
    return say(`${why}\n\n${kept}`, `${nothing}\n\nTheir word is kept: cast it when that has ended.`)
  }
  const asking: WordContext = { root: cli.options.cwd ?? process.cwd(), env: cli.env, now: clock.now() }
  if (received.do === 'fail') return refuse(received.why)
  if (received.do === 'keep') {
    if (received.isAtWork) return say(kept, `${kept} The developer has seen this.`)
    const theirs = await Promise.all(
      received.words.map((word) => isTheirs({ word, isExplicit: isLatin(word), untilComplete: false }, asking)),
    )
    const words = received.words.filter((_, at) => theirs[at]).map(capital)
    return words.length === 0 ? undefined : say('', moreThanWord(words.join(' and ')))
  }
  const isAgain = received.do === 'repeat'
  const { work } = isAgain ? received : received.said
  const look = { word: 'lumos', isExplicit: true, untilComplete: false, ...(work !== undefined && { work }) }
  const said = isAgain ? look : received.said
  const isRead = message.isShown === true
  const agrees = message.isHeadless !== true
  // A person may be there, whose host may not show them what its hook prints.
  const isUnsure = agrees && !isRead
  const command = await commandFor(said, asking)
  const use = isAgain ? undefined : received.use
  const output =
    command && (await attemptAsync(() => run(command, cli, said, { word: said.word, use, key, agrees, isRead })))
  if (!output) return undefined
  if (output instanceof Failure) {
    const isKept = output.exitCode === exit.usage || output.exitCode === exit.busy
    await amend(asking, key, ({ cast: _, ...others }) => without(use, others, isKept))
    const { exitCode, code, message: why, details } = output
    if (code !== 'which-work') return refuse(output)
    // A message has no options: the name stands behind the word.
    return refuse(new Failure(exitCode, code, why, `“${said.word} ${details[0]}” as a message`, { details }))
  }
  const {
    ai = output.markdown,
    developer = output.markdown,
    outcome,
    turn,
    spells,
  } = output.document as Partial<Answer>
  const isRefused = outcome === 'blocked' || outcome === 'missing'
  // A step that takes no word of the developer leaves it unused.
  const hasEffect = use === undefined || outcome === 'advanced' || isSettled(asking.root, use)
  const isWhole = isRead && developer.length <= mostShown
  const snapshot = snapshotOf(asking.root)
  await amend(asking, key, ({ cast, shown, message: newest, ...others }) => ({
    // What is refused has not used the word: the agent may have something to mend.
    ...(hasEffect && !isRefused ? others : without(use, others, isRefused)),
    ...(newest && { message: { ...newest, snapshot } }),
    ...(cast &&
      hasEffect &&
      !isRefused && { cast: { ...cast, time: clock.now().toISOString(), isTold: true, ...(!isAgain && { ai }) } }),
    // What was not shown as a whole cannot be agreed to.
    ...(shown && (isWhole || !isRead) && { shown }),
  }))
  const name = capital(isAgain ? received.word : said.word)
  const again = isAgain && `${name} was cast at ${received.since.slice(11, 16)} UTC, and nothing was done since.`
  const goesOn = isAgain && spells?.some((offer) => offer.name === received.word && offer.available) === true
  const head =
    (again && `${again}${goesOn ? ' The developer says it once more to go on.' : ''} Where it stands:`) ||
    (isRefused && `spell has not cast ${name} on the developer's message${isUnsure ? '' : ', who has seen why'}.`) ||
    (!hasEffect &&
      `${name}, on the developer's message, has no effect here${isUnsure ? '' : '; they have seen why'}.`) ||
    (isUnsure
      ? `spell has cast ${name} on the developer's message. Do not cast it again.`
      : `spell has cast ${name} on the developer's message; the developer has seen their part. Do not cast it again, do not repeat it.`)
  const toShow =
    isUnsure && (isRefused || !hasEffect || said.word === 'lumos') && `Show the developer this:\n\n${developer}`
  const isOver = (said.word === 'lumos' && !isAgain) || (isRefused && turn?.who === 'you')
  const isAll = isOver && !(received.do === 'cast' && received.isMid)
  return say(
    again ? `${again}${goesOn ? ' Say it once more to go on.' : ''}\n\n${developer}` : developer,
    paragraphs(head, ai, toShow),
    isAll,
  )
}

async function hookText(agent: AgentName, { developer, ai, isAll }: { developer: string; ai: string; isAll: boolean }) {
  const shown = developer.length > mostShown ? `${developer.slice(0, mostShown)}\n\nMore: \`spell lumos\`` : developer
  const text = await hostText(shown)
  const forAgent = ai.length > mostShown ? `${ai.slice(0, mostShown)}\n\nThe rest: \`spell lumos --for ai\`.` : ai
  return inHook(agent, ({ word }) => word({ developer: text, ai: commandsHere(forAgent), isAll }))
}

function run(command: Command, cli: CommandContext, { work }: OnlyWord, said: SaidNow): Promise<Output | undefined> {
  const here: CommandContext = {
    ...cli,
    options: { ...cli.options, ...(work !== undefined && { work }), wait: lockWaitSeconds },
    canAsk: async () => false,
    client: { signal: AbortSignal.timeout(beginsWithin), said },
  }
  return command.run(undefined, here, [])
}

/** @returns the workflow that a word which is no spell belongs to; undefined if none, or several, could be meant */
async function workflowOf({ word, workflow }: OnlyWord, { root, env }: WordContext): Promise<string | undefined> {
  if (workflow !== undefined) return workflow
  const groups = await groupsIn(root)
  const having = await Promise.all(
    groups.map(async ({ name, load }) => ((await load()).some((each) => each.name === word) ? [name] : [])),
  )
  const names = having.flat()
  const { workflow: chosen } = await settingsOf({ root, env })
  if (names.includes(chosen)) return chosen
  return names.length === 1 ? names[0] : undefined
}

async function commandFor(said: OnlyWord, asking: WordContext): Promise<Command | undefined> {
  const { word, workflow } = said
  if (isLatin(word) && (workflow === undefined || workflow === standard)) return spell(word as SpellName)
  const name = await workflowOf(said, asking)
  const group = name === undefined ? undefined : (await groupsIn(asking.root)).find((each) => each.name === name)
  const found = (await group?.load())?.find((each) => each.name === word)
  if (found || workflow !== undefined) return found
  if (word === 'undo') return (await import('../commands/undo.command')).command
  return word === 'new' ? (await import('../commands/new.command')).command : undefined
}

/** The session without a use that no step has made; the word may stay good for the agent. */
const without = <S extends Pick<Session, 'uses' | 'words'>>(
  use: string | undefined,
  session: S,
  isKept: boolean,
): S => ({
  ...withoutUse(session, use),
  ...(!isKept && { words: {} }),
})

const amend = (asking: WordContext, key: string, change: (session: Session) => Session): Promise<void> =>
  changeSession(sessionsHere(asking.root, asking.env), key, asking.now, (session) => session && change(session))
