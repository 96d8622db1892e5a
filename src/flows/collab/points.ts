import { withoutComments } from '../../markdown/comments'
import { fencedLines } from '../../markdown/fenced-lines'
import { meantItem } from '../../proof/criteria/meant-item'
import { saidAgain } from '../../workflow/hollow'
import { designedOf } from './document-sections'
import type { Documents } from './documents'
import type { Item } from './session'

/** @returns what the design of an item lists under a heading, each point in one line; below it the commands that show it */
export function pointsOf(item: Item, documents: Documents, title: 'Success Criteria' | 'Decisions'): string[] {
  const text = designedOf(item, documents).find(({ heading }) => heading === title)?.text ?? ''
  const points: string[] = []
  let isNew = true
  for (const { text: line, block } of fencedLines(withoutComments(text))) {
    const [, indent = '', , said = ''] = /^(\s*)([-*+]|\d+[.)])\s+(?:\[[ xX]\]\s+)?(.*)$/.exec(line) ?? []
    const isBullet = said !== '' && indent.length < 2
    if (block || line.trim() === '') isNew = true
    else if (said !== '' && !isBullet && points.length > 0) {
      // What is meant as a command goes on, too: the plan names what is wrong with it.
      if (/^(run|shell|red|in|expect|within|by):/i.test(said) || meantItem(said))
        points.push(`${points.pop()}\n  - ${said.trim()}`)
    } else if (isBullet || isNew || points.length === 0) points.push(lineOf(said || line))
    else points.push(`${points.pop()} ${lineOf(line)}`)
    if (line.trim() !== '' && !block) isNew = false
  }
  return points
}

/** In one line, and no comment: the text of a criterion begins a paragraph. */
export const lineOf = (text: string): string => text.replace(/\s+/g, ' ').replaceAll('<!--', '').trim()

/** Equal texts are one point. */
export const keyOf = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

const first = (point: string): string => point.split('\n')[0] ?? point

/** @returns the decisions on an item, each with whom it rests on: what the agent says of the developer, it only passes on */
export const decisionsOf = (item: Item, documents: Documents): string[] =>
  pointsOf(item, documents, 'Decisions')
    .map(first)
    .map((text) =>
      /\b(?:developers?|users?|you)\b/i.test(text) ? `The agent passes on: “${text}”` : `The agent decided: ${text}`,
    )

/** @returns the success criteria of an item without their commands */
export const criteriaIn = (item: Item, documents: Documents): string[] =>
  pointsOf(item, documents, 'Success Criteria').map(first)

/** @returns what is wrong with the success criteria of an item, as a clause: one stands twice, or says nothing to look at */
export function faultInCriteria(item: Item, documents: Documents): string | undefined {
  const criteria = criteriaIn(item, documents)
  const [twice] = saidAgain(criteria)
  if (twice) return `has the criterion “${twice.text}” twice`
  const vague = criteria.find((each) => !/[`\d\P{ASCII}]/u.test(each) && keyOf(each).split(' ').length < 4)
  return vague && `has a criterion that says nothing to look at, “${vague}”`
}

/** @returns the criteria of an item that no task serves and that have no command; with one of either that need not be said */
export function unservedOf(item: Item, own: readonly { serves?: readonly number[] }[], documents: Documents): string[] {
  const points = pointsOf(item, documents, 'Success Criteria')
  const served = own.flatMap(({ serves = [] }) => serves)
  if (served.length === 0 && (own.length < 2 || points.length < 2)) return []
  return points.flatMap((point, at) =>
    served.includes(at + 1) || /\n {2}- (?:run|shell):/.test(point) ? [] : `criterion ${at + 1}, “${first(point)}”`,
  )
}
