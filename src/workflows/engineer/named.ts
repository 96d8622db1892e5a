import { mapValues } from '../../engine/records'
import { isRecord } from '../../text/json'
import type { Effect, WantedChange } from '../../workflow/effect'
import type { Workflow } from '../../workflow/flow'
import type { Probe } from '../../workflow/transition'
import { describe } from './describe'
import { unnamed } from './entry'
import { folder as home, namedFolder } from './files'
import { engineer } from './index'

/** @returns the workflow of a piece of work of the six spells */
export const open = (piece: string): Workflow => (piece === unnamed ? engineer : engineerNamed(piece))

/** A named piece of work of the six spells: the same workflow, with its files in another folder. */
export function engineerNamed(name: string): Workflow {
  const folder = `${namedFolder}/${name}`
  const here = (path: string) => moved(path, home, folder)
  const back = (path: string) => moved(path, folder, home)
  const asHome = (probe: Probe): Probe =>
    Object.fromEntries(Object.entries(probe).map(([path, found]) => [back(path), found]))
  const { definition, answers, plan, effects, files } = engineer
  const { naming, changes = {}, lists = {} } = effects
  const effectHere = (effect: Effect): Effect => ({
    ...inPaths(effect, here),
    ...('file' in effect && { template: effect.file }),
  })
  const changeHere = (change: WantedChange): WantedChange => ({
    ...inPaths(change, here),
    ...('text' in change && { text: change.text }),
  })
  return {
    ...engineer,
    name,
    definition: {
      ...definition,
      rows: definition.rows.map((row) => ({ ...row, ...(row.effects && { effects: row.effects.map(effectHere) }) })),
    },
    folder,
    local: `${engineer.local}/engineer/${name}`,
    probes: inPaths(engineer.probes, here),
    turn: (now) => engineer.turn({ ...now, probe: asHome(now.probe) }),
    facts: (probe, ...rest) => engineer.facts(asHome(probe), ...rest),
    effects: {
      lists: mapValues(lists, (find) => (probe, settings) => find(asHome(probe), settings)),
      changes: mapValues(changes, (make) => (given) => make(given).map(changeHere)),
      ...(naming && { naming: inPaths(naming, here) }),
    },
    answers: {
      describe: (taken, phrases) => describe({ ...taken, probe: asHome(taken.probe) }, phrases, here),
      whenWritten: (now, paths, state) => answers.whenWritten?.(now, paths.map(back), state) ?? [],
    },
    ...(plan && {
      plan: { ...inPaths(plan, here), mayHaveCommands: (probe) => plan.mayHaveCommands(asHome(probe)) },
    }),
    files: {
      ...inPaths(files, here),
      impliedBy: (probe) => inPaths(files.impliedBy?.(asHome(probe)) ?? { state: definition.initial }, here),
    },
  }
}

const moved = (path: string, from: string, to: string): string =>
  path.startsWith(`${from}/`) ? to + path.slice(from.length) : path

/** @returns the same with every path in another place: keys and texts, also in lists and in what is inside */
function inPaths<Value>(value: Value, at: (path: string) => string): Value {
  const changed = (part: unknown): unknown => {
    if (typeof part === 'string') return at(part)
    if (Array.isArray(part)) return part.map(changed)
    if (!isRecord(part)) return part
    return Object.fromEntries(Object.entries(part).map(([key, inner]) => [at(key), changed(inner)]))
  }
  return changed(value) as Value
}
