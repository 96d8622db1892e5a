import { settle } from '../../src/work/state/settle'
import { loadState } from '../../src/work/state/state'
import { engineer } from '../../src/workflows/engineer'
import { castIn, edgeAt } from './casting'
import { type Act, type Operation, operationsOf } from './crash-points'
import { casting, takeBack } from './engineer-acts'
import { copyOf, type Folder, makeFolder } from './folder'
import { changingByPhase, worldOf } from './row-worlds'
import { expectWhole, standingOf } from './whole-step'

/** A step, and what it begins with. */
export interface Step {
  readonly name: string
  readonly begin: () => Folder | Promise<Folder>
  readonly act: Act
}

/** Every row, with different files there. */
export const rowCasts: readonly Step[] = [...changingByPhase().values()].flat().map((world) => ({
  name: `${world.row.id} in ${world.from} with ${JSON.stringify(world.facts)}`,
  begin: () => makeFolder(worldOf(world)),
  act: (folder) => castIn(folder, world.row.on),
}))

/** What takes each of them back. */
export const rowUndos: readonly Step[] = rowCasts.map(({ name, begin, act }) => ({
  name: `undo of ${name}`,
  begin: async () => {
    const folder = await begin()
    await act(folder)
    return folder
  },
  act: takeBack,
}))

/** Usually Accio comes next; if that changes nothing, another spell does. */
export const movers = (['accio', 'finite', 'reparo', 'reverto'] as const).map(casting)

/** What the next process does first, whichever it is. */
const finish: Act = ({ path }) =>
  settle({ root: path, flow: engineer, saved: loadState(path, engineer) }, edgeAt({ path } as Folder).now)

/**
 * Carries out a step undisturbed, proves that it is whole, and says what decides how it fares wherever its process dies
 * and whatever the disk refuses. A process that comes later knows only what is on the disk, so these are:
 *
 * - the operations, with every path: what can be there at each point;
 * - how state and history stand to each other, before and after: by that `loadState` knows what is half done;
 * - the operations that finish the step once it has taken effect. The files that are moved and created are found by the
 *   entry, not by the row: `remainingOf` and `asFound` see no table, and what they compare are these paths;
 * - the operations of the step that comes next, which finds the same files. It reads everything again once the one
 *   before is finished; a look reads what remains as if it were done, by the probe of each path.
 *
 * Texts, facts, the name of the row and the state that it leads to are in the bytes, and no bytes but digests of whole
 * files are compared.
 */
async function kindOf({ begin, act }: Step): Promise<string> {
  const before = await begin()
  const folder = copyOf(before)
  let half: Folder | undefined
  const operations = await operationsOf(folder, act, (operation) => {
    if (half === undefined && takesEffect.includes(operation) && standingOf(folder).isHalf) half = copyOf(folder)
  })
  await expectWhole(before, folder)
  const finishing = half && (await operationsOf(half, finish))
  const stands = [before, folder].map(standingOf)
  let next: readonly string[] = []
  for (const mover of movers) if (!next.some(isOfState)) next = await operationsOf(folder, mover)
  for (const { remove } of [before, folder, ...(half ? [half] : [])]) remove('.')
  return JSON.stringify({ stands, operations, finishing, next })
}

/** The state file, or all of a new state that is to have its name, is there at once. */
const takesEffect: readonly Operation[] = ['replace', 'write']
const isOfState = (operation: string) => operation.startsWith('replace ')

/** @returns the steps by their kind: what is shown of one in full is shown of all in its list */
export async function classesOf(steps: readonly Step[]): Promise<Map<string, Step[]>> {
  const classes = new Map<string, Step[]>()
  for (const step of steps) {
    const kind = await kindOf(step)
    classes.set(kind, [...(classes.get(kind) ?? []), step])
  }
  return classes
}
