import { headingIn } from '../../markdown/heading'
import type { AnswerExtras, Phrases, Probe, TransitionResult } from '../workflow'
import { atlassianLinks } from './atlassian-links'
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
function taskName(task: string | undefined): string | undefined {
  const front = /^\uFEFF?---\r?\n([\s\S]*?)\n---/.exec(task ?? '')?.[1]
  const name = /^task_name:[ \t]*["']?([^"'\r\n]*?)["']?[ \t]*$/m.exec(front ?? '')?.[1]
  return name && name !== 'untitled' ? name : undefined
}

/** Every link that can be one to fetch, whatever the settings say. */
function allLinks(probe: Probe): readonly string[] {
  const text = [file.context, file.plan].map((path) => textOf(probe, path) ?? '').join('\n')
  const hosts = [...text.matchAll(/https?:\/\/([^\s/]+)/g)].map(([, host = '']) => host)
  return atlassianLinks(text, hosts)
}

/** The files as they can be once the agent has written `paths`; none if that changes nothing that matters. */
export function whenWritten(probe: Probe, paths: readonly string[], state: string): readonly Probe[] {
  // A plan that is gone is brought back, or not; no agent is asked to write it from memory.
  const isNew = (path: string) => path in probe && probe[path] === undefined && path !== file.plan
  const written = Object.fromEntries(paths.filter(isNew).map((path) => [path, '- written\n']))
  const fetched = paths.includes(file.atlassianRefs) && { [file.atlassianRefs]: allLinks(probe).join('\n') }
  const after = { ...probe, ...written, ...fetched }
  const plan = textOf(probe, file.plan)
  const isAsBefore = fetched === false && Object.keys(written).length === 0
  if (plan === undefined || !paths.includes(file.plan)) return isAsBefore ? [] : [after]
  const items = criteriaIn(plan)
  const isOpen = items.some(({ ticked }) => !ticked)
  const ticks = state.startsWith('ACHIEVE')
  // Where criteria are ticked, one is added only if there is none.
  if (ticks ? items.length === 0 : !isOpen) return [{ ...after, [file.plan]: `${plan}\n\n- [ ] a criterion\n` }]
  const ticked = items.map(({ text }) => `- [x] ${text}\n`).join('')
  if (ticks && isOpen) return [after, { ...after, [file.plan]: ticked }]
  return isAsBefore ? [] : [after]
}
