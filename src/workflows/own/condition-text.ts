import type { Condition, Leaf } from './format'

/**
 * Says a condition in words, for who reads a refusal: “`plan.md` is written and `rounds` is at most 2”.
 *
 * @param pathOf the path of a file of the workflow
 * @param isNot whether to say that it does not hold
 */
export function conditionText(condition: Condition, pathOf: (file: string) => string, isNot = false): string {
  if (typeof condition === 'object' && 'not' in condition) return conditionText(condition.not, pathOf, !isNot)
  const parts =
    typeof condition === 'object' && ('all' in condition ? condition.all : 'any' in condition && condition.any)
  if (!parts) return leafText(condition as Leaf, pathOf, isNot)
  const isEach = typeof condition === 'object' && 'all' in condition !== isNot
  const texts = [...new Set(parts.map((part) => conditionText(part, pathOf, isNot)))]
  // What is joined by “or” within an “and” would be read otherwise.
  return isEach && texts.length > 1
    ? texts.map((text) => (text.includes(' or ') ? `(${text})` : text)).join(' and ')
    : texts.join(' or ')
}

function leafText(leaf: Leaf, pathOf: (file: string) => string, isNot: boolean): string {
  const is = isNot ? 'is not' : 'is'
  const quoted = (file: string) => `\`${pathOf(file)}\``
  if (leaf === 'proven') return isNot ? 'a criterion is not proven' : 'every criterion is proven'
  if (leaf === 'command missing') return isNot ? 'every criterion has a command' : 'a criterion has no command'
  if (leaf === 'handed over') return `it comes ${isNot ? 'without' : 'with'} \`--from\``
  if ('there' in leaf) return `${quoted(leaf.there)} ${is} there`
  if ('written' in leaf) return `${quoted(leaf.written)} ${is} written`
  if ('links' in leaf) return `the links of ${quoted(leaf.links)} are ${isNot ? 'not ' : ''}${leaf.are.join(' or ')}`
  if ('remembered' in leaf) return `\`${leaf.remembered}\` ${is} ${leaf.is.join(' or ')}`
  if ('findings' in leaf) return (leaf.findings === 'open') === isNot ? 'no finding is open' : 'a finding is open'
  if ('items' in leaf) return itemsSaid[leaf.items][isNot ? 1 : 0]
  if ('taken' in leaf) {
    const bounds = boundsText(leaf, isNot)
    return `\`${leaf.taken}\` ${leaf.is ? `${is} ${leaf.is.join(' or ')}` : `is ${bounds}`}`
  }
  return countText(leaf, leaf.in === undefined ? undefined : quoted(leaf.in), isNot)
}

const itemsSaid = {
  open: ['an item is left', 'no item is left'],
  'wave done': ['the wave at hand is done', 'the wave at hand is not done'],
  done: ['every item is done', 'not every item is done'],
} as const

type Count = Extract<Leaf, { count: string }>

function countText({ count, ...limits }: Count, file: string | undefined, isNot: boolean): string {
  const isNone = file !== undefined && limits.most === 0 && !isNot
  if (file === undefined) return `\`${count}\` is ${boundsText(limits, isNot)}`
  const many = isNone && limits.least === undefined ? 'no' : boundsText(limits, isNot)
  return `${file} has ${many} ${count === 'open' ? 'open ' : ''}${(limits.most ?? limits.least) === 1 ? 'criterion' : 'criteria'}`
}

const boundsText = ({ least, most }: Pick<Count, 'least' | 'most'>, isNot: boolean): string =>
  [
    ...(least === undefined ? [] : [`${isNot ? 'fewer than' : 'at least'} ${least}`]),
    ...(most === undefined ? [] : [`${isNot ? 'more than' : 'at most'} ${most}`]),
  ].join(isNot ? ' or ' : ' and ')
