import type { Answer } from '../cast/answer/answer'
import type { Argument, Command, CommandContext, CompletionRequest, Output } from '../cli/command'
import { type Option, waitOption } from '../cli/options'
import { type Given, optionsOf, readDocuments, readWord } from '../cli/read-word'
import type { WorkMeant } from '../cli/work-meant'
import type { InstanceKind } from '../work/instances'
import type { Work } from '../work/work'
import { type Taken, takenBy, type Word, type Words } from '../workflow/words'
import type { WorkflowEntry } from '../workflows/registry'
import { namesOrCommands, outputOfWork, possibleNow } from './instances'
import { standardVerbs } from './standard'

/** What the commands of a workflow need besides its words. */
export interface Parts {
  readonly entry: WorkflowEntry
  readonly words: Words
  /** Its pieces of work, if it can have several at once, and the option that selects one. */
  readonly kind?: InstanceKind
  readonly naming?: Option
  /** @returns the piece of work of a command line. Throws Failure if it does not exist */
  meant(cli: CommandContext, isLook?: boolean): Promise<WorkMeant>
  /** Casts a word with what it got. */
  say(piece: WorkMeant, word: string, given: Given, cli: CommandContext): Promise<Answer>
  /** Begins a piece of work. */
  readonly begin?: (given: Given, cli: CommandContext) => Promise<Answer>
  /** The words that cast nothing, and print. */
  readonly prints?: Readonly<Record<string, (piece: WorkMeant, given: Given, cli: CommandContext) => Promise<Output>>>
  /** Ends an answer once a step was made or taken back. */
  readonly after?: (piece: WorkMeant, answer: Answer) => Promise<Answer>
  /** The document of a piece of work that is meant if a word names none. */
  readonly draft?: (work: Work, word: string) => string | undefined
  /** Throws Failure if a piece of work has not begun, so that nothing of it can be proven. */
  readonly refuseUnbegun?: (work: Work) => void
  readonly code?: Readonly<Record<string, Command>>
  /** What completion offers now, by the names that its words use, given the arguments before. */
  readonly lists?: Readonly<Record<string, (work: Work, before: readonly string[]) => readonly string[]>>
}

/** @returns the commands of a workflow, in the order of its words */
export function commandsOf(parts: Parts): readonly Command[] {
  const shared = standardVerbs(parts)
  return Object.entries(parts.words).map(([name, word]) => {
    const command =
      word === 'code' ? parts.code?.[name] : word === 'shared' ? shared[name] : commandOf(parts, name, word)
    if (!command) throw new Error(`${parts.entry.name} has no command ${name}`)
    return command
  })
}

function commandOf(parts: Parts, name: string, word: Word): Command {
  const { naming, prints } = parts
  const { word: event = name, ...also } = word.means ?? {}
  const line = `spell ${parts.entry.name} ${name}`
  const [argument, ...further] = takenBy(word, 'place').map(([, taken]) => argumentOf(taken))
  return {
    name,
    summary: word.about,
    ...(argument && { argument }),
    ...(further.length > 0 && { further }),
    ...(word.isDestructive && { isDestructive: true }),
    options: [...optionsOf(word), ...(naming && !word.begins ? [naming] : []), ...(word.isLook ? [] : [waitOption])],
    examples: word.examples,
    async run(first, cli, others) {
      const given = { ...also, ...readWord(word, line, [first, ...others], cli) }
      if (word.begins && parts.begin) return outputOfWork(await parts.begin(given, cli), cli)
      const piece = await parts.meant(cli, word.isLook)
      const documents = readDocuments(word, line, given, piece, cli, parts.draft?.(piece.work, event))
      const print = prints?.[name]
      if (print) return print(piece, given, cli)
      return outputOfWork(await parts.say(piece, event, { ...given, ...documents }, cli), cli)
    },
  }
}

const argumentOf = ({ place = '', help, known }: Taken): Argument => ({ name: place, help, ...(known && { known }) })

/** @returns what can stand at a place of a command line now; undefined where nothing more is known than the words say */
export async function completionsOf(parts: Parts, asked: CompletionRequest): Promise<readonly string[] | undefined> {
  const { verb, at, cli, verbs } = asked
  const { kind, lists = {}, words } = parts
  const meant = () => parts.meant(cli, true)
  if (kind && (verb === undefined || at === kind.flag)) return namesOrCommands(asked, kind, meant)
  if (verb === undefined) return possibleNow(verbs, await meant())
  const word = words[verb]
  if (word === undefined || typeof word === 'string') return undefined
  const taken =
    typeof at === 'string'
      ? word.takes?.[optionsOf(word).find(({ flag }) => flag === at)?.key ?? '']
      : takenBy(word, 'place')[at.length]?.[1]
  const list = taken?.of === undefined ? undefined : lists[taken.of]
  return list?.((await meant()).work, typeof at === 'string' ? [] : at)
}
