import { defineCommand } from '../../cli/command'
import { type Option, type OptionsOf, waitOption } from '../../cli/options'
import { engagements, horizons } from '../../workflows/hope/marker'
import type { Bringing } from '../../workflows/hope/payload'
import { touched } from '../../workflows/hope/session'
import { types } from '../../workflows/hope/session-type'
import { act, choiceIn, feasibleOption, horizonOption, numberIn, optionIn, splitList } from './session-command'

const options = [
  { key: 'type', flag: '--type', value: 'TYPE', help: 'Build, Debug, Plan or Reflect; else as the words tell' },
  {
    key: 'engagement',
    flag: '--engagement',
    value: 'LEVEL',
    help: 'Autonomous, Collaborative or Guided; else it is asked',
  },
  horizonOption,
  feasibleOption,
  { key: 'points', flag: '--points', value: 'N', help: 'the effort in points' },
  { key: 'irreversible', flag: '--irreversible', help: 'it cannot be taken back' },
  { key: 'touches', flag: '--touches', value: 'LIST', help: 'auth, data, infra, external-api, with commas' },
  { key: 'approach', flag: '--approach', value: 'known|unknown', help: 'whether anybody knows how to do it' },
  { key: 'total', flag: '--total', value: 'N', help: 'how clear it is already, 0 to 10' },
  { key: 'maxWaves', flag: '--max-waves', value: 'N', help: 'after how many waves you are asked; 10 unless told' },
  { key: 'budget', flag: '--budget', value: 'N', help: 'after which cost you are asked' },
  waitOption,
] as const satisfies readonly Option[]

const shared = {
  argument: { name: 'text', help: 'what is wanted, in the words of the developer' },
  options,
} as const

/** Begins a session, or a new round of one that is over. */
export const command = defineCommand({
  ...shared,
  name: 'start',
  summary: 'begins a session with what is wanted',
  run: (text = '', cli) => act(cli, { verb: 'start', text, ...startIn(cli.options) }),
})

/** The same, and lists the whole way. */
export const full = defineCommand({
  ...shared,
  name: 'full',
  summary: 'begins a session, and lists the whole way of one of its type',
  run: (text = '', cli) => act(cli, { verb: 'start', text, ...startIn(cli.options), full: true }),
})

/** @returns what a session is begun with. Throws Failure (usage) where an option has no such value */
function startIn(given: OptionsOf<typeof options>): Omit<Bringing<'start'>, 'verb' | 'text'> {
  const { type, engagement, horizon, touches = '', approach, feasible, irreversible } = given
  const fix = 'spell hope start "…"'
  return {
    type: optionIn(types, type, '--type', fix),
    engagement: optionIn(engagements, engagement, '--engagement', fix),
    horizon: optionIn(horizons, horizon, '--horizon', fix),
    touches: splitList(touches).map((word) => choiceIn(touched, word, '--touches', fix)),
    approach: optionIn(['known', 'unknown'], approach, '--approach', fix),
    feasible,
    irreversible,
    points: numberIn(given.points),
    total: numberIn(given.total),
    maxWaves: numberIn(given.maxWaves),
    budget: numberIn(given.budget),
  }
}
