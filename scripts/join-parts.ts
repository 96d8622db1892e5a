import type { Module } from './cut'

/** Something that is loaded at once. */
export interface Start {
  readonly needs: ReadonlySet<string>
  readonly frequency: number
}

/** Modules that are in one file. */
export interface Part {
  readonly modules: readonly string[]
  readonly bytes: number
  /** Whether it is a file that was cut before, which nothing joins. */
  readonly isCut: boolean
  /** Those that read it, whether they need it or not. */
  readonly starts: Set<Start>
  readonly requires: Set<Part>
  /** All that is read with it. */
  behind: ReadonlySet<Part>
}

/** Reading a file takes as long as reading this many bytes of source more. */
const costOfFile = 10_000

/**
 * Puts modules into files. Those that the same starts need begin as one part; then, again and again, those two become
 * one with which all starts together read the least: a file less is weighed against what they do not need. No files
 * require one another in a circle: who reads the first of three reads the one between, so that joining it saves more.
 *
 * @param fileOf the modules that are in a file already: what needs them reads all of it
 * @returns the parts of the others
 */
export function joinParts(
  modules: ReadonlyMap<string, Module>,
  starts: readonly Start[],
  fileOf: ReadonlyMap<string, string> = new Map(),
): readonly Part[] {
  let parts = partsOf(modules, starts, fileOf)
  for (;;) {
    for (const part of parts) part.behind = requiredFrom(part)
    let most = 0
    let best: readonly [Part, Part] | undefined
    const free = parts.filter(({ isCut }) => !isCut)
    for (const [index, one] of free.entries())
      for (const other of free.slice(index + 1)) {
        const saved = savedBy(one, other)
        if (saved > most) [most, best] = [saved, [one, other]]
      }
    if (!best) return free
    const [one, other] = best
    parts = [...parts.filter((part) => part !== one && part !== other), join(one, other, parts)]
  }
}

function partsOf(
  modules: ReadonlyMap<string, Module>,
  starts: readonly Start[],
  fileOf: ReadonlyMap<string, string>,
): readonly Part[] {
  const alikes = new Map<string, { ids: string[]; needing: Set<Start>; isCut: boolean }>()
  for (const id of modules.keys()) {
    const needing = starts.filter(({ needs }) => needs.has(id))
    const file = fileOf.get(id)
    const key = file ?? needing.map((start) => starts.indexOf(start)).join()
    const alike = alikes.get(key) ?? { ids: [], needing: new Set(), isCut: file !== undefined }
    alike.ids.push(id)
    for (const start of needing) alike.needing.add(start)
    alikes.set(key, alike)
  }
  const partOf = new Map<string, Part>()
  for (const { ids, needing, isCut } of alikes.values()) {
    const bytes = ids.reduce((sum, id) => sum + (modules.get(id)?.bytes ?? 0), 0)
    const part = { modules: ids, bytes, isCut, starts: needing, requires: new Set<Part>(), behind: new Set<Part>() }
    for (const id of ids) partOf.set(id, part)
  }
  for (const [id, part] of partOf)
    for (const required of modules.get(id)?.imports.flatMap((other) => partOf.get(other) ?? []) ?? [])
      if (required !== part) part.requires.add(required)
  return [...new Set(partOf.values())]
}

function requiredFrom(part: Part): ReadonlySet<Part> {
  const all = new Set(part.requires)
  for (const each of all) for (const other of each.requires) all.add(other)
  return all
}

/** The bytes that all starts read less if two parts are one. Who reads one of them then reads all behind both. */
function savedBy(one: Part, other: Part): number {
  const onlyOne = loads(one.starts, other.starts)
  const onlyOther = loads(other.starts, one.starts)
  let saved = (loads(one.starts) - onlyOne) * costOfFile - onlyOne * other.bytes - onlyOther * one.bytes
  if (saved <= 0) return saved
  const starts = new Set([...one.starts, ...other.starts])
  for (const part of new Set([...one.behind, ...other.behind]))
    if (part !== one && part !== other) saved -= loads(starts, part.starts) * (part.bytes + costOfFile)
  return saved
}

function loads(starts: ReadonlySet<Start>, without: ReadonlySet<Start> = new Set()): number {
  let sum = 0
  for (const start of starts) if (!without.has(start)) sum += start.frequency
  return sum
}

function join(one: Part, other: Part, parts: readonly Part[]): Part {
  const starts = new Set([...one.starts, ...other.starts])
  const joined: Part = {
    modules: [...one.modules, ...other.modules],
    bytes: one.bytes + other.bytes,
    isCut: false,
    starts,
    requires: new Set([...one.requires, ...other.requires].filter((part) => part !== one && part !== other)),
    behind: new Set(),
  }
  for (const part of [...one.behind, ...other.behind]) for (const start of starts) part.starts.add(start)
  for (const { requires } of parts) {
    const isUser = [requires.delete(one), requires.delete(other)].includes(true)
    if (isUser) requires.add(joined)
  }
  return joined
}
