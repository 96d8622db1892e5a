import type { Kind } from '../src/engine/definition'

/** A row of a workflow's table, in words. */
export interface Step {
  readonly id: string
  /** The states in which it applies; none: in all. */
  readonly from: readonly string[]
  readonly on: string
  readonly when: string | undefined
  readonly kind: Kind
  /** Empty: the state stays. */
  readonly to: string
  readonly says: string
}

const marks: Partial<Readonly<Record<Kind, string>>> = { confirm: '?', missing: '!' }
const refused: readonly Kind[] = ['block', 'invalid', 'no-op']

/** What the marks of a list mean, for the top of its page. */
export const howToRead =
  'Of the rows of a state the first whose condition (in parentheses) holds applies. `?` asks first, `!` finds a file missing.'

/**
 * The steps that lead on, below the state in which each begins, and each reason to refuse or to do nothing once.
 *
 * @param steps without those that only show something
 * @param titleOf what a state is called; '' for one that is never seen
 */
export function stepList(
  steps: readonly Step[],
  states: readonly string[],
  titleOf: (state: string) => string,
): string {
  const leading = steps.filter(({ kind }) => !refused.includes(kind))
  const here = (state: string) => leading.filter(({ from }) => from.length === 1 && from[0] === state)
  const several = leading.filter(({ from }) => from.length !== 1)
  return [
    '## Steps',
    ...states.map((state) =>
      [`**${[titleOf(state), `\`${state}\``].filter(Boolean).join(' ')}**`, listed(here(state), lineOf)]
        .filter(Boolean)
        .join('\n\n'),
    ),
    ...(several.length > 0 ? ['**In several states**', listed(several, lineOf)] : []),
    '## Refused, or nothing to do',
    listed(
      steps.filter(({ kind }) => refused.includes(kind)),
      ({ id, says }) => `- ${id}: ${says}`,
    ),
  ].join('\n\n')
}

const listed = (steps: readonly Step[], line: (step: Step) => string): string =>
  [...new Set(steps.map(line))].join('\n')

function lineOf({ id, from, on, when, kind, to, says }: Step): string {
  const where = from.length > 3 ? `in ${from.length} states` : from.length > 1 ? `in ${inCode(from)}` : ''
  const what = [id, marks[kind], on, where, when && `(${when})`, to && `→ ${to}`].filter(Boolean).join(' ')
  return says === '' ? `- ${what}` : `- ${what}: ${says}`
}

const inCode = (states: readonly string[]): string => states.map((state) => `\`${state}\``).join(', ')
