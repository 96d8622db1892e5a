import type { Effect, Probe, TransitionResult, WantedChange, Workflow } from '../flow'
import { describe } from './describe'
import { folder as home, namedFolder } from './files'
import { engineer } from './index'

/**
 * A named piece of work of the six spells: the same workflow, with its files in another folder.
 *
 * @param name a slug
 */
export function engineerNamed(name: string): Workflow {
  const folder = `${namedFolder}/${name}`
  const here = (path: string) => moved(path, home, folder)
  const back = (path: string) => moved(path, folder, home)
  const asHome = (probe: Probe): Probe => byPath(probe, back)
  const { definition, plan, effects, recovery, files } = engineer
  const { naming, changes = {}, lists = {} } = effects ?? {}
  const effectHere = (effect: Effect): Effect => {
    if (effect.do === 'move') return { ...effect, files: effect.files.map(here), to: here(effect.to) }
    return 'file' in effect ? { ...effect, file: here(effect.file), template: effect.file } : effect
  }
  return {
    ...engineer,
    name,
    definition: {
      ...definition,
      rows: definition.rows.map((row) => ({ ...row, ...(row.effects && { effects: row.effects.map(effectHere) }) })),
    },
    folder,
    local: `${engineer.local}/engineer/${name}`,
    probes: byPath(engineer.probes, here),
    facts: (probe, ...rest) => engineer.facts(asHome(probe), ...rest),
    effects: {
      lists: Object.fromEntries(
        Object.entries(lists).map(([list, find]) => [list, (probe, settings) => find(asHome(probe), settings)]),
      ),
      changes: Object.fromEntries(
        Object.entries(changes).map(([name, make]) => [
          name,
          (given) => make(given).map((change) => changedHere(change, here)),
        ]),
      ),
      ...(naming && { naming: { ...naming, file: here(naming.file) } }),
    },
    whenWritten: (now, paths, state) => engineer.whenWritten?.(now, paths.map(back), state) ?? [],
    describeTransition: (taken: TransitionResult, phrases) =>
      describe({ ...taken, probe: asHome(taken.probe) }, phrases, here),
    recovery: {
      needs: Object.fromEntries(
        Object.entries(recovery?.needs ?? {}).map(([state, paths]) => [state, paths.map(here)]),
      ),
      impliedBy(probe) {
        const { because, ...implied } = recovery?.impliedBy?.(asHome(probe)) ?? { state: definition.initial }
        return { ...implied, ...(because !== undefined && { because: here(because) }) }
      },
    },
    ...(plan && {
      plan: {
        ...plan,
        file: here(plan.file),
        ...(plan.proving && {
          proving: { ...plan.proving, isNeeded: (probe: Probe) => plan.proving?.isNeeded(asHome(probe)) === true },
        }),
      },
    }),
    files: { ...files, key: byPath(files?.key ?? {}, here) },
  }
}

const changedHere = (change: WantedChange, here: (path: string) => string): WantedChange =>
  change.do === 'move'
    ? { ...change, from: here(change.from), to: here(change.to) }
    : { ...change, path: here(change.path) }

/** @returns the path in another folder, if it is in this one */
const moved = (path: string, from: string, to: string): string =>
  path.startsWith(`${from}/`) ? to + path.slice(from.length) : path

const byPath = <Value>(values: Readonly<Record<string, Value>>, at: (path: string) => string) =>
  Object.fromEntries(Object.entries(values).map(([path, value]) => [at(path), value]))
