import type { CommandContext } from '../../cli/command'
import { type Option, waitOption } from '../../cli/options'
import { engagements, horizons } from '../../workflows/hope/marker'
import type { Start } from '../../workflows/hope/payload'
import { touched } from '../../workflows/hope/session'
import { types } from '../../workflows/hope/session-type'
import {
  choiceIn,
  choicesIn,
  feasibleOption,
  horizonOption,
  numbersIn,
  optionsIn,
  splitList,
  switchesIn,
  textsIn,
} from './session-command'

const command = 'spell hope start "…"'

export const startOptions: readonly Option[] = [
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
]

/** @returns what a session is begun with. Throws Failure (usage) where an option has no such value */
export function startIn(text: string | undefined, cli: CommandContext): Start {
  return {
    text: text ?? '',
    ...choicesIn(cli, types, command, 'type'),
    ...choicesIn(cli, engagements, command, 'engagement'),
    ...choicesIn(cli, horizons, command, 'horizon'),
    ...optionsIn(cli, ['touches'], (typed) =>
      splitList(typed).map((word) => choiceIn(touched, word, '--touches', command)),
    ),
    ...choicesIn(cli, ['known', 'unknown'], command, 'approach'),
    ...textsIn(cli, 'feasible'),
    ...switchesIn(cli, 'irreversible'),
    ...numbersIn(cli, 'points', 'total', 'maxWaves', 'budget'),
  }
}
