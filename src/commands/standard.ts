import { type Command, type CommandContext, defineCommand } from '../cli/command'
import { givenWords } from '../cli/given-words'
import { type OptionsOf, waitOption } from '../cli/options'
import { proveOptions } from '../proof/prove-options'
import { limitOption, outputOfHistory } from '../show/history/history-output'
import { outputOfWork } from './instances'
import { undo, workToUndo } from './undo'
import type { Parts } from './word-commands'

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
      options: [limitOption, ...own],
      examples: [[`${spell} history --limit 5`, 'List the newest five steps']],
      async run(_, cli: CommandContext<OptionsOf<[typeof limitOption]>>) {
        const { work, ctx } = await meant(cli)
        return outputOfHistory(work, ctx, cli.options.limit, begin)
      },
    },
    prove: defineCommand({
      name: 'prove',
      summary: 'Run the commands of what is to be shown, and keep what came of them',
      argument: { name: 'id', help: 'which, by their names (default: all at hand that are not proven)', many: true },
      options: [...proveOptions, ...own],
      examples: [[`${spell} prove`, 'Run the commands that are not proven yet']],
      async run(first, cli, further) {
        const piece = await meant(cli)
        refuseUnbegun?.(piece.work)
        return (await import('../proof/prove')).prove(cli, givenWords(first, further), piece)
      },
    }),
    confirm: {
      name: 'confirm',
      summary: 'Confirm criteria that have no command; asks the developer',
      argument: { name: 'n', help: 'which criteria (default: all with `by: developer` that wait)', many: true },
      options: [],
      examples: [[`${spell} confirm 2`, 'Say, in a terminal, that the second criterion is met']],
      run: async (first, cli, further) =>
        (await import('../proof/confirm')).confirm(cli, givenWords(first, further), await meant(cli)),
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
