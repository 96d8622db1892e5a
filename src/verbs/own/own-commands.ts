import { cast } from '../../cast/cast'
import { outputOf } from '../../cli/answer-output'
import { castContextOf, textsOf } from '../../cli/cast-context'
import type { Command, CommandContext, CompletionRequest } from '../../cli/command'
import { defineCommand } from '../../cli/command'
import { givenWords } from '../../cli/given-words'
import { readNote } from '../../cli/note'
import { accioOptions, type OptionsOf, spellOptions, waitOption } from '../../cli/options'
import { type WorkMeant, workMeant } from '../../cli/work-meant'
import { exit, Failure } from '../../failure/failure'
import type { Workflow } from '../../flows/flow'
import type { WorkflowEntry } from '../../flows/workflow-entry'
import { nameNew } from '../../steps/begin-named'
import { keepUse } from '../../work/kept-use'
import { openWork } from '../../work/open'
import { ownFlowsOf, wordsIn } from '../../work/own-words'
import { possibleNow } from '../instances'
import { standardVerbs } from '../standard'

/** @returns the commands of a workflow of the repository: `new`, its words, and what all workflows have */
export async function ownCommands(root: string, entry: WorkflowEntry): Promise<readonly Command[]> {
  const meant = (cli: CommandContext, isLook = false) => workMeant(cli, { workflow: entry.name, isLook })
  const { history, prove, undo, recover } = standardVerbs(entry, meant)
  const flows = await ownFlowsOf(root, entry)
  const said = [...wordsIn(flows)].map(([word, summary]) =>
    defineCommand({
      name: word,
      summary,
      options: flows.some((flow) => takesOver(flow, word)) ? [...spellOptions, ...accioOptions] : spellOptions,
      run: async (_, cli) => say(word, await meant(cli), cli, readNote(cli)),
    }),
  )
  const status = defineCommand({
    name: 'status',
    summary: 'Show where a piece of work is, and what can be said now',
    options: [],
    run: async (_, cli) => say('status', await meant(cli, true), cli),
  })
  const confirm = defineCommand({
    name: 'confirm',
    summary: 'Confirm criteria that have no command; asks the developer',
    argument: { name: 'n', help: 'which criteria (default: all with `by: developer` that wait)', many: true },
    options: [],
    run: async (first, cli, further) =>
      (await import('../../proof/confirm')).confirm(cli, givenWords(first, further), await meant(cli)),
  })
  return [beginning(entry), ...said, status, prove, confirm, history, undo, recover]
}

/** @returns the names of the commands with an effect now, where one of them is to be completed */
export async function commandsNow({ name: workflow }: WorkflowEntry, { verb, verbs, cli }: CompletionRequest) {
  return verb === undefined ? possibleNow(verbs, await workMeant(cli, { workflow, isLook: true })) : undefined
}

/** Whether a word can begin with what is planned elsewhere. */
const takesOver = ({ definition }: Workflow, word: string): boolean =>
  definition.rows.some(
    ({ on, effects = [] }) =>
      on === word && effects.some((each) => each.do === 'change' && each.changes === 'take over'),
  )

async function say(
  word: string,
  { work, ctx }: WorkMeant,
  cli: CommandContext<OptionsOf<typeof accioOptions>>,
  note?: string,
) {
  const { definition, own } = work.flow
  if (own?.damage) throw own.damage
  if (!definition.events.includes(word)) {
    const message = `“${work.name}” began when ${definition.name} had no ${word}.`
    throw new Failure(exit.notPossible, 'unknown-word', message, `spell ${definition.name} status --work ${work.name}`)
  }
  const { from } = cli.options
  if (from !== undefined)
    return outputOf(
      await (await import('../../intake/begin-with')).beginWith(work, from, ctx, note, word),
      cli.options.for,
    )
  return outputOf(await cast(work, word, ctx, note), cli.options.for)
}

const beginning = ({ name: workflow, fresh }: WorkflowEntry): Command =>
  defineCommand({
    name: 'new',
    summary: 'Begin a piece of work, which is the one in use from then on',
    argument: { name: 'name', help: 'what it is called, such as csv-export' },
    options: [waitOption],
    async run(asked = '', cli) {
      const ctx = castContextOf(cli)
      const { name, warnings } = await nameNew(ctx.root, workflow, asked, (name) => `spell ${workflow} new ${name}`)
      const flow = await fresh?.(name)
      if (!flow) throw new Error(`${workflow} is not defined in a repository`)
      const work = await openWork(ctx.root, { flow, isOneOfSeveral: true })
      const answer = await cast(work, 'begin', { ...ctx, texts: textsOf(flow), warnings }, undefined, {
        definition: flow.own?.digest,
      })
      await keepUse(ctx, workflow, name)
      return outputOf(answer, cli.options.for)
    },
  })
