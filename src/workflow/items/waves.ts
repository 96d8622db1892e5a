import { code } from '../../text/markdown/code'
import { type Item, type ItemForm, itemOf } from './item'

/**
 * Groups what is left of a list into waves, which are done one after the other: each wave has all whose needs are done
 * by then, in their order. What waits for itself is in none.
 *
 * @param isApart whether items that share files go one after the other
 */
export function wavesOf<One>(form: ItemForm, all: readonly One[], isApart = false): (readonly One[])[] {
  const items = all.map((one) => ({ one, ...itemOf(form, one) }))
  const done = new Set(items.flatMap(({ id, isDone }) => (isDone ? id : [])))
  const waves: (readonly One[])[] = []
  for (let left = items.filter(({ isDone }) => !isDone); ; left = left.filter(({ id }) => !done.has(id))) {
    const ready = left.filter(({ needs }) => needs.every((id) => done.has(id)))
    const wave = isApart ? apart(ready) : ready
    if (wave.length === 0) return waves
    waves.push(wave.map(({ one }) => one))
    for (const { id } of wave) done.add(id)
  }
}

/** @returns what can be done now, side by side */
export const mayStart = <One>(form: ItemForm, all: readonly One[]): readonly One[] => wavesOf(form, all, true)[0] ?? []

type Naming = Pick<Item, 'files'>

/** @returns those that share no file with one before them */
function apart<One extends Naming>(items: readonly One[]): readonly One[] {
  const chosen: One[] = []
  for (const item of items) if (!chosen.some((other) => shareFiles(other, item))) chosen.push(item)
  return chosen
}

const shareFiles = ({ files }: Naming, { files: its }: Naming): boolean =>
  files.some((one) => its.some((other) => overlap(one, other)))

/** @returns of items that can be done side by side a clause for each file that several of them name */
export function sharedFiles(form: ItemForm, all: readonly unknown[]): string[] {
  const items = all.map((one) => itemOf(form, one))
  return [...new Set(items.flatMap(({ files }) => files))].flatMap((file) => {
    const ids = items.filter((item) => shareFiles(item, { files: [file] })).map(({ id }) => id)
    const names = `${ids.slice(0, -1).join(', ')} and ${ids.at(-1)}`
    return ids.length < 2 ? [] : `${names} name the same file, ${code(file)}, and none of them builds on another`
  })
}

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
