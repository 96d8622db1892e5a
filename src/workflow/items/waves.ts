/** What waits for others, and may say which files it changes. */
export interface Waiting {
  readonly id: string
  readonly dependsOn: readonly string[]
  readonly files?: readonly string[] | undefined
}

/** @returns what can be done once `done` is: all whose dependencies are done, in their order */
export const readyAfter = <Task extends Waiting>(done: ReadonlySet<string>, left: readonly Task[]): readonly Task[] =>
  left.filter(({ dependsOn }) => dependsOn.every((id) => done.has(id)))

/** @returns the same without those that share files with an earlier one, as they go one after the other */
export function readyApart<Task extends Waiting>(done: ReadonlySet<string>, left: readonly Task[]): readonly Task[] {
  const chosen: Task[] = []
  for (const task of readyAfter(done, left)) if (!chosen.some((other) => shareFiles(other, task))) chosen.push(task)
  return chosen
}
/**
 * Groups tasks into waves, which are done one after the other. What waits for itself is left out.
 *
 * @param done the ids of what was done before
 */
export function inWaves<Task extends Waiting>(
  tasks: readonly Task[],
  done: readonly string[] = [],
  readyNow: typeof readyAfter = readyAfter,
): readonly (readonly Task[])[] {
  const placed = new Set(done)
  const waves: (readonly Task[])[] = []
  for (let left = tasks; ; left = left.filter(({ id }) => !placed.has(id))) {
    const wave = readyNow(placed, left)
    if (wave.length === 0) return waves
    waves.push(wave)
    for (const { id } of wave) placed.add(id)
  }
}

type Named = Pick<Waiting, 'files'>

export const shareFiles = ({ files = [] }: Named, { files: its = [] }: Named): boolean =>
  files.some((one) => its.some((other) => overlap(one, other)))

/** Whether two paths can mean the same file: one is the other, or a folder that has it. A pattern means the folder before its star. */
export function overlap(one: string, other: string): boolean {
  const [parts, its] = [foldersOf(one), foldersOf(other)]
  return parts.slice(0, its.length).every((part, index) => part === its[index])
}

function foldersOf(path: string): string[] {
  const parts = path.split(/[\\/]+/).filter((part) => part !== '' && part !== '.')
  const star = parts.findIndex((part) => /[*?]/.test(part))
  return star < 0 ? parts : parts.slice(0, star)
}
