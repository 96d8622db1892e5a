import type { Context, Facts, Payload } from '../../engine/definition'
import { mapValues } from '../../engine/records'
import { headingOf } from '../../text/markdown/heading'
import { linesOf } from '../../text/markdown/lines'
import { withoutComments } from '../../text/markdown/said-lines'
import type { Settings } from '../../workflow/settings'
import type { Probe } from '../../workflow/transition'
import { atlassianLinks } from './atlassian-links'
import { countCriteria } from './criteria'
import { file } from './files'
import { begunIn } from './review-origin'

const files = ['context', 'plan', 'task', 'results', 'comments', 'reviewTask', 'reviewResults'] as const
const ofEach = <Value>(make: (name: (typeof files)[number]) => Value): Record<string, Value> =>
  Object.fromEntries(files.map((name) => [name, make(name)]))

/** The facts that say of a file that it is still what spell wrote. */
const templates = { template: 'task', reviewTemplate: 'reviewTask' } as const

/** The files that the facts depend on, and how to read them. */
export const probes = {
  [file.context]: 'text',
  [file.plan]: 'text',
  [file.atlassianRefs]: 'text',
  [file.task]: 'short text',
  [file.results]: 'content',
  [file.comments]: 'short text',
  [file.reviewTask]: 'short text',
  [file.reviewResults]: 'content',
} as const

/**
 * Every value that a fact can take. Two stands for many: no guard distinguishes 2 from 3; nor what is not proven from what is
 * stale or what the settings ask for.
 */
export const domain = {
  ...ofEach(() => [false, true]),
  template: [false, true],
  reviewTemplate: [false, true],
  began: ['unknown', 'drafting', 'executed', 'complete'],
  criteria: [0, 1, 2],
  openCriteria: [0, 1, 2],
  contextLinks: ['none', 'new', 'done'],
  planLinks: ['none', 'new', 'done'],
  proof: ['complete', 'unproven'],
  missingCommand: [false, true],
  handedOver: [false, true],
} as const

const areMet = ({ criteria, openCriteria, proof, missingCommand }: Facts): boolean =>
  Number(criteria) >= 1 && openCriteria === 0 && proof === 'complete' && !missingCommand

export const guards = {
  'handed over with a task': (facts: Facts) => facts.handedOver === true && facts.task === true,
  'handed over': (facts: Facts) => facts.handedOver === true,
  'no context': (facts: Facts) => facts.context === false,
  'no plan': (facts: Facts) => facts.plan === false,
  plan: (facts: Facts) => facts.plan === true,
  task: (facts: Facts) => facts.task === true,
  'drafted task': (facts: Facts) => facts.task === true && facts.template === false,
  'no task': (facts: Facts) => facts.task === false,
  'empty task': (facts: Facts) => facts.template === true,
  results: (facts: Facts) => facts.results === true,
  'no results': (facts: Facts) => facts.results === false,
  comments: (facts: Facts) => facts.comments === true,
  'review task': (facts: Facts) => facts.reviewTask === true,
  'empty review task': (facts: Facts) => facts.reviewTemplate === true,
  'review results': (facts: Facts) => facts.reviewResults === true,
  'no review results': (facts: Facts) => facts.reviewResults === false,
  criteria: (facts: Facts) => Number(facts.criteria) >= 1,
  'no criteria': (facts: Facts) => facts.criteria === 0,
  'open criteria': (facts: Facts) => Number(facts.openCriteria) >= 1,
  'no open criteria': (facts: Facts) => facts.openCriteria === 0,
  'all criteria met': (facts: Facts) => areMet(facts),
  'ticked, but not proven': (facts: Facts) => facts.openCriteria === 0 && facts.proof !== 'complete',
  'a command is missing': (facts: Facts) => facts.missingCommand === true,
  'began when complete, all met': (facts: Facts) => facts.began === 'complete' && areMet(facts),
  'began in a task': (facts: Facts) => facts.began === 'executed',
  'began between tasks': (facts: Facts) => facts.began === 'drafting' || facts.began === 'complete',
  'links in the context': (facts: Facts) => facts.contextLinks !== 'none',
  'no links in the context': (facts: Facts) => facts.contextLinks === 'none',
  'context links all fetched': (facts: Facts) => facts.contextLinks === 'done',
  'no links in the plan': (facts: Facts) => facts.planLinks === 'none',
  'plan links all fetched': (facts: Facts) => facts.planLinks === 'done',
}
export type Guard = keyof typeof guards

/** Whether the facts can occur together: a missing file has no criteria and no links, and is no template. */
export const possible = (facts: Facts): boolean =>
  Number(facts.openCriteria) <= Number(facts.criteria) &&
  (facts.task === true || facts.template === false) &&
  (facts.reviewTask === true || facts.reviewTemplate === false) &&
  (facts.plan === true || (facts.criteria === 0 && facts.planLinks === 'none')) &&
  (facts.context === true || facts.contextLinks === 'none')

const text = (probe: Probe, path: string): string => {
  const found = probe[path]
  return typeof found === 'string' ? found : ''
}

/** The links of a text that the list of those that were fetched does not name yet, and the number of all its links. */
export function linksOf(
  markdown: Probe[string],
  refs: Probe[string],
  settings: Pick<Settings, 'atlassian'>,
): { all: number; unfetched: string[] } {
  const all = atlassianLinks(typeof markdown === 'string' ? markdown : '', settings.atlassian.hosts)
  const named = all.length > 0 && typeof refs === 'string' ? refs.split(/\r\n?|\n/) : []
  const fetched = new Set(named.map((line) => line.trim()))
  return { all: all.length, unfetched: all.filter((link) => !fetched.has(link)) }
}

const links = (probe: Probe, settings: Pick<Settings, 'atlassian'>, path: string) =>
  linksOf(probe[path], probe[file.atlassianRefs], settings)

export const linkFact = ({ all, unfetched }: { all: number; unfetched: string[] }) =>
  all === 0 ? 'none' : unfetched.length > 0 ? 'new' : 'done'

/** The links that Expecto still has to fetch. */
export const lists = {
  contextLinks: (probe: Probe, settings: Pick<Settings, 'atlassian'>) => links(probe, settings, file.context).unfetched,
  planLinks: (probe: Probe, settings: Pick<Settings, 'atlassian'>) => links(probe, settings, file.plan).unfetched,
}

export const facts = (
  probe: Probe,
  settings: Pick<Settings, 'atlassian'>,
  context: Context,
  payload?: Payload,
): Facts => ({
  ...ofEach((name) => probe[file[name]] !== undefined),
  ...mapValues(templates, (name) => isTemplate(probe[file[name]])),
  began: begunIn(context),
  ...countCriteria(text(probe, file.plan)),
  contextLinks: linkFact(links(probe, settings, file.context)),
  planLinks: linkFact(links(probe, settings, file.plan)),
  // The store finds out if there is something to prove.
  proof: 'complete',
  missingCommand: false,
  handedOver: payload !== undefined,
  // The task that counts then is the one that is handed over.
  ...(payload && { task: payload.task !== undefined, template: false }),
})

/**
 * The facts that may hold once the agent has written the files that it was asked to write; several if they depend on
 * what it writes, none if nothing relevant changes.
 */
export function whenWritten(now: Facts, paths: readonly string[], state: string): readonly Facts[] {
  const written = new Set(paths)
  // A missing plan is restored or not; the agent is never asked to write it from memory.
  const begun = files.filter((name) => written.has(file[name]) && now[name] === false && name !== 'plan')
  const fetched = written.has(file.atlassianRefs)
  const links = fetched ? ['contextLinks', 'planLinks'].filter((name) => now[name] === 'new') : []
  const drafted = Object.entries(templates).filter(
    ([template, name]) => now[template] === true && written.has(file[name]),
  )
  const then: Facts = {
    ...now,
    ...Object.fromEntries(begun.map((name) => [name, true])),
    ...Object.fromEntries(drafted.map(([template]) => [template, false])),
    ...Object.fromEntries(links.map((name) => [name, 'done'])),
  }
  const [criteria, open] = [Number(now.criteria), Number(now.openCriteria)]
  const unlessAsNow = fetched || begun.length > 0 || drafted.length > 0 ? [then] : []
  // What lacks a proof may get it at any time: `spell prove` changes none of these files.
  if (state === 'ACHIEVE_TASK_DRAFTING' && criteria > 0 && open === 0 && now.proof !== 'complete')
    return [then, { ...then, proof: 'complete' }]
  if (now.plan === false || !written.has(file.plan)) return unlessAsNow
  const ticks = state.startsWith('ACHIEVE')
  // The agent only ticks criteria here; it adds one only if there is none.
  if (ticks ? criteria === 0 : open === 0) return [{ ...then, criteria: criteria + 1, openCriteria: open + 1 }]
  return ticks && open > 0 ? [then, { ...then, openCriteria: 0 }] : unlessAsNow
}

/** What spell writes names the guide; a file that was made by hand counts as written, whatever is in it. */
export const isTemplate = (text: string | true | undefined): boolean =>
  isUnwritten(text) && String(text).includes(file.taskGuide)

/** Whether a file is unedited: only front matter, headings, comments and empty boxes; `true` stands for a text too long for that. */
export function isUnwritten(text: string | true | undefined): boolean {
  if (typeof text !== 'string') return false
  const { lines, bodyStart } = linesOf(text)
  const body = withoutComments(lines.slice(bodyStart).join('\n'))
  return body.split('\n').every((line) => /^\s*(?:[-*+] \[ ?\]\s*)?$/.test(line) || headingOf(line)?.text)
}
