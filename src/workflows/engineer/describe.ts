import { headingIn } from '../../markdown/heading'
import { linesOf } from '../../markdown/lines'
import type { AnswerExtras, Phrases, Probe, TransitionResult } from '../workflow'
import { criteriaIn } from './criteria'
import { file, folder } from './files'

/** How many open criteria Lumos lists. */
const listed = 3
/** How long the bar of the criteria is, in characters. */
const barLength = 12

/** What answers say of the plan and of the task, beside the facts. */
export function describe({ probe, state, rows: [row] }: TransitionResult, phrases: Phrases): AnswerExtras {
  const plan = textOf(probe, file.plan)
  const criteria = plan === undefined ? [] : criteriaIn(plan)
  const met = criteria.filter(({ ticked }) => ticked).length
  const name = taskName(textOf(probe, file.task))
  const values = {
    task: name === undefined ? '' : ` “${name}”`,
    afterDraft: phrases[afterDraft(plan, criteria.length, met)]?.replaceAll('{{folder}}', folder) ?? '',
    toPlan: phrases[state === 'ACHIEVE_TASK_EXECUTED' ? 'to-plan-from-task' : 'to-plan'] ?? '',
    progress: criteria.length === 0 ? '' : ` · ${met} of ${criteria.length} criteria met`,
  }
  if (!row?.startsWith('L') || plan === undefined) return { values }
  const open = criteria.filter(({ ticked }) => !ticked).map(({ text }) => `- [ ] ${text}`)
  const more = open.length > listed ? [`- and ${open.length - listed} more in \`${file.plan}\``] : []
  const filled = criteria.length === 0 ? 0 : Math.round((barLength * met) / criteria.length)
  const bar = `${'█'.repeat(filled)}${'░'.repeat(barLength - filled)}`
  const title = headingIn(plan)
  const lines = [
    ...(title ? [`**${title}**`] : []),
    ...(criteria.length > 0 ? [`Criteria ${bar} ${met} of ${criteria.length} met`] : []),
  ]
  return {
    // The overview says it.
    values: { ...values, progress: '' },
    overview: [lines.join('  \n'), [...open.slice(0, listed), ...more].join('\n')].filter(Boolean).join('\n\n'),
  }
}

/** What comes after a draft, by what Accio will do. */
function afterDraft(plan: string | undefined, criteria: number, met: number): string {
  if (plan !== undefined && criteria === 0) return 'add-criterion'
  return criteria > 0 && met === criteria ? 'complete-it' : 'read-task'
}

const textOf = (probe: Probe, path: string): string | undefined => {
  const text = probe[path]
  return typeof text === 'string' ? text : undefined
}

/** @returns the name in the front matter of a task; undefined if it has none yet */
function taskName(task = ''): string | undefined {
  const { lines, bodyStart } = linesOf(task)
  const line = lines.slice(0, bodyStart).find((each) => each.startsWith(nameKey))
  const said = line?.slice(nameKey.length).trim() ?? ''
  const quote = said.charAt(0)
  const name = [`"`, `'`].includes(quote) && said.endsWith(quote) ? said.slice(1, -1) : said
  return name !== '' && name !== 'untitled' ? name : undefined
}

const nameKey = 'task_name:'
