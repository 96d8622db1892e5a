import type { Answer } from '../../cast/answer/answer'
import { cast } from '../../cast/cast'
import { castContextOf } from '../../cast/cast-context'
import { type ChosenWork, chosenWork } from '../../cast/chosen-work'
import type { CommandContext } from '../../cli/command'
import { digestOf } from '../../disk/digest'
import { nameNew } from '../../intake/begin-named'
import { exit, Failure } from '../../text/failure'
import { newWork } from '../../work/choice'
import { ownFlowsOf, wordsIn } from '../../work/own-words'
import { textsOf } from '../../work/texts'
import { keepUse } from '../../work/use-file'
import type { Workflow } from '../../workflow/flow'
import type { Taken, Word } from '../../workflow/words'
import type { WorkflowEntry } from '../../workflow/workflow-entry'
import type { WordArguments } from '../read-word'
import type { Parts } from '../word-commands'

const note: Taken = { as: 'note', help: 'for the history' }
const from: Taken = { value: 'NAME', help: 'begin with a plan, an issue or a file' }

/** @returns what makes the commands of a workflow of the repository: `new`, its words, and what all workflows have */
export async function ownParts(root: string, entry: WorkflowEntry): Promise<Parts> {
  const spell = `spell ${entry.name}`
  const flows = await ownFlowsOf(root, entry)
  const words = [...wordsIn(flows)].map(([word, about]): [string, Word] => {
    const taken = Object.assign({}, ...flows.map(({ input }) => input?.takes(word)))
    const takes = { ...taken, note, ...(flows.some((flow) => takesOver(flow, word)) && { from }) }
    return [word, { about, takes, examples: [] }]
  })
  return {
    entry,
    words: {
      new: {
        about: 'Begin a piece of work, which is the one in use from then on',
        begins: true,
        takes: { name: { place: 'name', help: 'what it is called, such as csv-export', first: '' } },
        examples: [[`${spell} new csv-export`, 'Begin a piece of work']],
      },
      ...Object.fromEntries(words),
      status: 'shared',
      prove: 'shared',
      confirm: 'shared',
      history: 'shared',
      undo: 'shared',
    },
    meant: (cli, isLook = false) => chosenWork(cli, { workflow: entry.name, isLook }),
    draft: ({ flow }, word) => flow.input?.draft(word),
    begin: (given, cli) => begin(entry, String(given.name), cli),
    say,
  }
}

/** Whether a word can begin with what is planned elsewhere. */
const takesOver = ({ definition }: Workflow, word: string): boolean =>
  definition.rows.some(
    ({ on, effects = [] }) =>
      on === word && effects.some((each) => each.do === 'change' && each.changes === 'take over'),
  )

async function say({ work, ctx }: ChosenWork, word: string, given: WordArguments): Promise<Answer> {
  const { note, from, ...taken } = given as { readonly note?: string; readonly from?: string }
  const { definition, kept, input } = work.flow
  if (kept?.damage) throw kept.damage
  if (!definition.events.includes(word)) {
    const message = `“${work.name}” began when ${definition.name} had no ${word}.`
    throw new Failure(exit.notPossible, 'unknown-word', message, `spell ${definition.name} status --work ${work.name}`)
  }
  const isTaking = input !== undefined && Object.keys(input.takes(word)).length > 0
  if (from === undefined)
    return cast(work, word, ctx, note, isTaking ? input.bring(word, taken, work.probe, digestOf) : undefined)
  return (await import('../../intake/begin-with')).beginWith(work, from, ctx, note, word)
}

async function begin(entry: WorkflowEntry, asked: string, cli: CommandContext): Promise<Answer> {
  const { name: workflow, fresh } = entry
  const ctx = castContextOf(cli)
  const { name, warnings } = await nameNew(ctx.root, workflow, asked, (name) => `spell ${workflow} new ${name}`)
  const flow = await fresh?.(name)
  if (!flow) throw new Error(`${workflow} is not defined in a repository`)
  const work = await newWork(ctx.root, entry, flow)
  const answer = await cast(work, 'begin', { ...ctx, texts: textsOf(flow), warnings }, undefined, {
    definition: flow.kept?.digest,
  })
  await keepUse(ctx, workflow, name)
  return answer
}
