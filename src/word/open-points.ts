import { readText } from '../disk/read'
import { ifPossible } from '../text/failure'
import { openLines, unquoted } from '../text/markdown/open-lines'
import type { Work } from '../work/work'

/** An assumption or an open question, in one line. */
export interface OpenPoint {
  readonly kind: 'assumed' | 'question'
  readonly text: string
  /** The file that it stands in. */
  readonly path: string
}

/** Where the agent writes what is open besides the plan. Archived, it asks nothing any more. */
const withOpenPoints = ['context.md', 'task.md', 'task-results.md']

/** @returns what is open in a piece of work; what stands in several documents counts once, also where a later one quotes a part of an assumption */
export function openPoints(work: Work): OpenPoint[] {
  const { flow } = work
  if (!flow.plan) return []
  const points = new Map<string, OpenPoint>()
  for (const path of [flow.plan.file, ...withOpenPoints.map((name) => `${flow.folder}/${name}`)]) {
    const { questions, assumed } = openLines(textOf(work, path))
    const before = [...points.values()].map((point) => bare(point.text))
    const take = (kind: OpenPoint['kind']) => (text: string) => {
      const said = unquoted(text)
      if (points.has(said) || (kind === 'assumed' && (isQuoted(bare(text), before) || isToldOf(text, before)))) return
      points.set(said, { kind, text, path })
    }
    questions.forEach(take('question'))
    assumed.forEach(take('assumed'))
  }
  return [...points.values()]
}

/** A few words could stand in any text. */
const isQuoted = (said: string, texts: readonly string[]): boolean =>
  said.split(' ').length > 2 && texts.some((text) => ` ${text} `.includes(` ${said} `))

/** Whether an item tells something of a point, such as that it has passed, and assumes nothing more. */
function isToldOf(text: string, points: readonly string[]): boolean {
  const item = `${bare(text)} `
  const said = [item, item.replace(/^(?:criterion )?\d+ /, '')]
  const isOf = (point: string) => point.split(' ').length > 2 && said.some((each) => each.startsWith(`${point} `))
  return text.split(/\(assum/i).length === 2 && points.some(isOf)
}

/** The words of a point, without what marks it and what shows that it was cut. */
const bare = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll('(assumed)', '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** Of some files a look knows only that they are there. */
function textOf({ root, flow, plan, probe }: Work, path: string): string {
  const known = path === flow.plan?.file ? plan : probe[path]
  return (known === true ? ifPossible(() => readText(root, path)) : known || undefined) ?? ''
}
