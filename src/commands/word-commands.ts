import type { Answer } from '../cast/answer/answer'
import type { ChosenWork } from '../cast/chosen-work'
import { type Argument, type Command, type CommandContext, defineCommand, type Output } from '../cli/command'
import { type Option, type OptionsOf, proveOptions, waitOption } from '../cli/options'
import { historyOptions, outputOfHistory } from '../show/history/history-output'
import type { Work } from '../work/work'
import { takenBy, type Word, type Words } from '../workflow/words'
import type { WorkflowEntry } from '../workflows/registry'
import { givenWords } from './given-words'
import { outputOfWork } from './instances'
import { optionsOf, readDocuments, readWord, type WordArguments } from './read-word'
import { undo, workToUndo } from './undo'

/** What the commands of a workflow need besides its words. */
export interface Parts {
  readonly entry: WorkflowEntry
  readonly words: Words
  /** What selects one of its pieces of work, if it can have several at once. */
  readonly naming?: Option
  /** @returns the piece of work of a command line. Throws Failure if it does not exist */
  meant(cli: CommandContext, isLook?: boolean): Promise<ChosenWork>
  /** Casts a word with what it got. */
  say(piece: ChosenWork, word: string, given: WordArguments, cli: CommandContext): Promise<Answer>
  /** Begins a piece of work. */
  readonly begin?: (given: WordArguments, cli: CommandContext) => Promise<Answer>
  /** The words that cast nothing, and print. */
  readonly prints?: Readonly<
    Record<string, (piece: ChosenWork, given: WordArguments, cli: CommandContext) => Promise<Output>>
  >
  /** Ends an answer once a step was made or taken back. */
  readonly after?: (piece: ChosenWork, answer: Answer) => Promise<Answer>
  /** The document of a piece of work that is meant if a word names none. */
  readonly draft?: (work: Work, word: string) => string | undefined
  /** Throws Failure if a piece of work has not begun, so that nothing of it can be proven. */
  readonly refuseUnbegun?: (work: Work) => void
  readonly code?: Readonly<Record<string, Command>>
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
  const [argument, ...further] = takenBy(word, 'place').map(
    ([, { place = '', help, known }]): Argument => ({ name: place, help, ...(known && { known }) }),
  )
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

/** The commands that are the same in all workflows besides the six spells. */
export function standardVerbs(parts: Parts): Readonly<Record<string, Command>> {
  const { entry, naming, refuseUnbegun, after } = parts
  const { name: workflow, called, begin } = entry
  const own = naming ? [naming] : []
  const changing = [...own, waitOption]
  const meant = (cli: CommandContext) => parts.meant(cli)
  const spell = `spell ${workflow}`
  return {
    status: {
      name: 'status',
      summary: `Show the state of the ${called} and the next step`,
      options: own,
      examples: [[`${spell} status`, 'See what is to be done now']],
      run: async (_, cli) => outputOfWork(await parts.say(await parts.meant(cli, true), 'status', {}, cli), cli),
    },
    history: {
      name: 'history',
      summary: `List the steps of the ${called}, the newest last`,
      options: [...historyOptions, ...own],
      examples: [[`${spell} history --limit 5`, 'List the newest five steps']],
      async run(_, cli: CommandContext<OptionsOf<typeof historyOptions>>) {
        const { work, ctx } = await meant(cli)
        return outputOfHistory(work, ctx, cli.options, begin)
      },
    },
    prove: defineCommand({
      name: 'prove',
      summary: 'Run the commands of what is to be shown, and keep what came of them',
      argument: { name: 'id', help: 'which, by their names (default: all at hand that have not passed)', many: true },
      options: [...proveOptions, ...own],
      examples: [[`${spell} prove`, 'Run the commands that have not passed yet']],
      async run(first, cli, further) {
        const piece = await meant(cli)
        refuseUnbegun?.(piece.work)
        return (await import('./prove/prove')).prove(cli, givenWords(first, further), piece)
      },
    }),
    confirm: {
      name: 'confirm',
      summary: 'Confirm criteria that have no command; asks the developer',
      argument: { name: 'n', help: 'which criteria (default: all with `by: developer` that wait)', many: true },
      options: [],
      examples: [[`${spell} confirm 2`, 'Say, in a terminal, that the second criterion is met']],
      run: async (first, cli, further) =>
        (await import('./confirm')).confirm(cli, givenWords(first, further), await meant(cli)),
    },
    undo: {
      name: 'undo',
      isDestructive: true,
      summary: `Undo the last step of the ${called} with its files`,
      options: changing,
      examples: [[`${spell} undo`, 'Take back the last step']],
      async run(_, cli) {
        const options: Readonly<Record<string, unknown>> = cli.options
        const asked = naming && (options[naming.key] as string | undefined)
        const piece = await workToUndo(cli, workflow, asked, () => meant(cli))
        const answer = await undo(piece.work, piece.ctx)
        return outputOfWork(after ? await after(piece, answer) : answer, cli)
      },
    },
  }
}
