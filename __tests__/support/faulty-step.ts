import { disk } from '../../src/disk/disk'
import { contentPath } from '../../src/disk/local'
import { engineer } from '../../src/workflows/engineer'
import type { Step } from './crash-classes'
import { type Act, everythingIn, nameIn, onDiskThat, operationsOf } from './crash-points'

/** A step that makes one of its disk operations wrongly. */
export interface Fault {
  readonly name: string
  readonly act: Act
}

const ways = ['left out', 'done twice', 'done after the next'] as const

/** @returns the step with each operation left out, done twice, and done after the next one, unless they may change places */
export async function faultsOf({ begin, act }: Step): Promise<Fault[]> {
  const operations = await operationsOf(await begin(), act)
  return operations.flatMap((name, index) => {
    const nth = operations.slice(0, index).filter((other) => other === name).length
    const next = operations[index + 1]
    return ways
      .filter((way) => way !== 'done after the next' || (next !== undefined && !isApart(name, next)))
      .map((way) => ({ name: `${name} ${way}`, act: failing(act, name, nth, way) }))
  })
}

/**
 * Whether two operations may change places: one prepares or tidies a text in `next/`, where nothing is looked at but
 * what is still to be created, or removes a folder that is empty, and the other has to do with none of its paths.
 */
function isApart(one: string, other: string): boolean {
  const isUnseen = (name: string) =>
    name.startsWith(`removeFolder /${engineer.folder}/`) ||
    pathsIn(name).every((path) => path === `/${contentPath(engineer, 'DIGEST')}`)
  const isNear = (path: string, near: string) => path.startsWith(near) || near.startsWith(path)
  const areNear = pathsIn(one).some((path) => pathsIn(other).some((near) => isNear(path, near)))
  return (isUnseen(one) || isUnseen(other)) && (one === other || !areNear)
}

const pathsIn = (name: string) => name.split(' ').slice(1)

/** The fault is in the program: whatever disturbs the disk meets what the program does. */
function failing(act: Act, name: string, nth: number, way: (typeof ways)[number]): Act {
  return (folder) => {
    const below = { ...disk }
    let met = 0
    let late: (() => void) | undefined
    return onDiskThat(
      (operation, _, args) => {
        const work = () => (below[operation] as (...args: unknown[]) => void)(...args)
        const isIt = nameIn(folder, operation, args) === name && met++ === nth
        if (isIt && way === 'left out') return () => {}
        if (isIt && way === 'done after the next') {
          return () => {
            late = work
          }
        }
        const after = isIt ? work : late
        late = undefined
        return () => {
          work()
          after?.()
        }
      },
      () => act(folder),
    )
  }
}

/** What is on the disk at each moment of a step, one after the other. */
export async function momentsOf({ begin, act }: Pick<Step, 'begin' | 'act'>): Promise<string[]> {
  const folder = await begin()
  const moments: string[] = []
  const look = () => {
    const moment = everythingIn(folder)
    if (moment !== moments.at(-1)) moments.push(moment)
  }
  look()
  await operationsOf(folder, act, look).catch((error: Error) => moments.push(error.message.replaceAll(folder.path, '')))
  folder.remove('.')
  return moments
}
