import type { HostHook } from '../../workflow/workflow-entry'
import type { Message, Payload } from './message'
import type { BlockPiece, FilePiece, KeysPiece, Piece } from './piece'

/** The guard's objection to a tool call. */
export interface Objection {
  /** `ask` if the developer may allow it. */
  readonly decision: 'deny' | 'ask'
  /** For the agent; never says how the guard is passed. */
  readonly reason: string
  /** For the developer, where the host has a place for it. */
  readonly developer: string
}

/** What a hook prints: text as it is, or an object as JSON. */
export type Answer = string | object

/** A text for the developer: as Markdown, and as lines that read well unrendered. */
export interface HostText {
  readonly markdown: string
  readonly plain: string
}

/** A word that a hook has cast, or could not cast, told to both. */
interface CastMessage {
  readonly developer: HostText
  /** The agent's part. */
  readonly ai: string
  /** Whether nothing is left to do for the agent, so that its turn may end before it begins. */
  readonly isAll: boolean
}

/** The form in which each hook of an agent takes what spell has to say; docs/reference/agents.md links the formats. */
export interface Answers {
  /** At the start of a session, and before it is compacted: the state of the work; empty without work. */
  readonly session: (reminder: string, event?: unknown) => Answer
  /** When the developer has said a word. */
  readonly word: (told: CastMessage) => Answer
  /** Before a tool is used. */
  readonly tool: (objection: Objection) => Answer
  /** When the agent stops: what the developer sees. */
  readonly end: (text: HostText) => Answer
  /** When the agent stops, or reports a task as done: why it goes on. */
  readonly stop: (reason: string, event?: string) => Answer
}

type AnswerName = keyof Answers
/** A hook; that of the end of a turn has two answers. */
export type HookName = Exclude<AnswerName, 'end'>

type Environment = Readonly<Record<string, string | undefined>>

/** What agents are told in a repository, with the command that runs the program there. */
export interface Instructions {
  /** A few lines in a file that the agent always reads. */
  readonly nudge: string
  /** The full text, read when work begins. */
  readonly skill: string
  /** The custom commands: one for each spell, or those of the workflow that the repository uses. */
  readonly commands: readonly { readonly name: string; readonly summary: string; readonly text: string }[]
  /** The OpenCode plugin that calls spell. */
  readonly opencode: string
  /** The folder of the skill for this agent: one that it shares with the others here, where it can. */
  readonly skills: string
}

export interface Repository {
  readonly instructions: Instructions
  /** The workflows in use that have hooks of their own, as Claude Code calls their events. */
  readonly hooked: readonly { readonly workflow: string; readonly hooks: readonly HostHook[] }[]
  readonly env: Environment
  /** The text of a file; undefined if it does not exist, `false` if it cannot be read as text. */
  readonly read: (path: string) => string | undefined | false
  /** The root as seen from git's top: empty, or a path that ends with `/`; undefined without git. */
  readonly belowTop?: string | undefined
  /**
   * The program as hooks start it: the project's own if there is one, without its package manager, which takes ten
   * times as long. `projectFolder` leads to the root, if the hook may run in another folder.
   */
  readonly program: (projectFolder?: string) => string
}

interface AgentWith<Hook extends AnswerName> {
  readonly title: string
  /** The files and folders by which a repository shows that it is used there. */
  readonly signs: readonly string[]
  /** The folders in which it finds skills, the best first. */
  readonly skills: readonly string[]
  /** The environment variables that it sets for the programs it runs. */
  readonly variables: readonly string[]
  /** Those of them that name the session, the first that is set. */
  readonly sessionVariables: readonly string[]
  /** Those that it sets in the shells of its agent and not in its hooks: a hook with one of them was started by an agent. */
  readonly shellVariables: readonly string[]
  /** What its host sets for the hooks that it runs, and neither in its shells nor as another host's name for the same. */
  readonly hookVariables: readonly string[]
  /** Whether another host runs a hook in its form. Absent if its variables tell. */
  readonly isLent?: (
    payload: Readonly<Record<string, unknown>>,
    env: Readonly<Record<string, string | undefined>>,
    isElsewhere: boolean,
  ) => boolean
  /** Where its files and hooks are described: title and address. */
  readonly pages: readonly (readonly [title: string, address: string])[]
  /** What its users must know besides, as a sentence for the documentation. */
  readonly remark?: string
  /** The file that can have the hooks of a workflow, so that a reminder leaves out the one that has them there. */
  readonly hooksOf?: string
  readonly answers: Pick<Answers, Hook>
  /** Otherwise they start where the session began. */
  readonly startsHooksInRoot?: true
  /**
   * Finds the developer's message in what its hook gets; undefined if it is another process's. Absent if it has no such hook.
   * `transcript` reads the beginning of the file with the conversation; empty if there is none.
   */
  readonly message?: (payload: Payload, env: Environment, transcript: () => string) => Message | undefined
  /** Whether text that it is given for the developer is shown in full, as far as this session's surface was tried. */
  readonly isShown?: (env: Environment, message: Message) => boolean
  /** The folder of its project, where the agent may have gone to another; undefined if the host names none. */
  readonly projectIn?: (payload: Payload, env: Environment) => string | undefined
  /** For the documentation: what happens to a message that is a word, what of the developer's words it shows, what it does with an objection, and what is missing. */
  readonly witness: {
    readonly casts: string
    readonly shows: string
    readonly objects: string
    readonly lacks: string
  }
  /** The list in the project's settings that lets its agent run a command unasked. Absent if its documentation knows none. */
  readonly permits?: {
    readonly path: string
    readonly at: readonly string[]
    readonly rule: (command: string) => string
  }
  /** Whether spell is installed there as a plugin, which brings skill, commands and hooks. */
  readonly hasPlugin?: (repository: Pick<Repository, 'env' | 'read'>) => boolean
  /** What `spell init` writes for it; `call` is the command line of a hook, whose errors are not silent yet. */
  readonly pieces: (
    repository: Repository,
    call: (hook: Exclude<Hook, 'end'> | 'word', folder?: string) => string,
  ) => readonly Piece[]
}

/** An agent: how it is known, what is written for it, and how its hooks are answered. */
export interface Agent extends Omit<AgentWith<AnswerName>, 'answers'> {
  readonly answers: Partial<Answers>
}

/** Describes an agent. A hook that `answers` has no form for cannot be called, so none is answered in a form it ignores. */
export const defineAgent = <Hook extends AnswerName>(agent: AgentWith<Hook>): Agent => agent

/** A few lines in the file that many agents always read. */
export const nudgeIn = ({ nudge }: Instructions): BlockPiece => ({
  do: 'block',
  path: 'AGENTS.md',
  id: 'spell',
  text: nudge,
  comment: 'html',
})

/** A skill in the format of agentskills.io. */
export const skillIn = ({ skill, skills }: Instructions): FilePiece => ({
  do: 'file',
  path: `${skills}/spell/SKILL.md`,
  text: skill,
  comment: 'html',
})

/** The custom commands of an agent; `write` formats a file, given the description and the text. */
export const commandsAt = (
  { commands }: Instructions,
  path: (name: string) => string,
  write: (description: string, text: string) => string = (_, text) => text,
  comment: FilePiece['comment'] = 'html',
): FilePiece[] =>
  commands.map(({ name, summary, text }) => ({ do: 'file', path: path(name), text: write(summary, text), comment }))

/** The usual format: Markdown with a description in its front matter, and further lines there. */
export const withDescription = (about: string, text: string, ...lines: readonly string[]): string =>
  ['---', `description: "${about}"`, ...lines, '---', '', text].join('\n')

/** How long a host waits for a hook, in seconds: one that casts may wait for a lock, and must not be killed while it writes. */
export const hookSeconds = (hook: string): number => (hook === 'word' ? 30 : 10)

/** The command of a hook whose errors must not stop the agent. */
export const silently = (command: string): string => `${command} || exit 0`

/** Adds items to the lists under `hooks` in a JSON file. */
export const hooksIn = (path: string, lists: Readonly<Record<string, unknown>>, version?: number): KeysPiece => ({
  do: 'keys',
  path,
  keys: [
    ...(version === undefined ? [] : [{ at: ['version'], value: version }]),
    ...Object.entries(lists).map(([event, value]) => ({ at: ['hooks', event], value, append: true })),
  ],
})
