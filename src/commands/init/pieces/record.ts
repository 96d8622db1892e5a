import * as v from 'valibot'
import { exit, Failure } from '../../../failure/failure'
import { isRecord } from '../../../failure/json'
import type { Key } from './piece'

const texts = v.pipe(v.array(v.string()), v.readonly())

const before = v.object({
  /** In UTF-16 units. */
  offset: v.number(),
  /** What stood there. */
  removed: v.string(),
  /** How long what stands there now is. */
  inserted: v.number(),
})

const filed = v.object({
  path: v.string(),
  /** The fingerprint of the whole file as we left it. */
  whole: v.string(),
  /** `null` where there was no such file. */
  before: v.nullable(before),
  keys: v.exactOptional(v.array(v.custom<Key>(isRecord))),
  /** Where the file went that had its name before. */
  chain: v.exactOptional(v.string()),
  /** The folders that were made for it, the innermost first. */
  folders: v.exactOptional(texts),
})

const choices = v.object({
  agents: texts,
  /** The name of what runs git's hooks here, or `none`. */
  guard: v.string(),
  /** Whether commits name their task. */
  trailer: v.optional(v.boolean(), false),
  /** Whether a fresh clone gets the hooks with its packages. */
  prepare: v.optional(v.boolean(), false),
})

const installed = v.object({ version: v.string(), choices, files: v.pipe(v.array(filed), v.readonly()) })

/** What a file was before anything of ours came into it: the difference to what it is now. */
export type Before = Readonly<v.InferOutput<typeof before>>
/** A file that has something of ours in it. */
export type Filed = Readonly<v.InferOutput<typeof filed>>
/** What somebody chose. */
export type Choices = Readonly<v.InferOutput<typeof choices>>
/** What has been put into a repository, and what was chosen. */
export type Installed = Readonly<v.InferOutput<typeof installed>>

/** In git, so that anybody in the team can update and take out. */
export const recordPath = '.ai/installed.json'
/** What lies in git's own folder is in this copy alone. */
export const localRecordPath = '.ai/.local/installed.json'

/**
 * @param text of a record
 * @throws Failure `installed-unreadable` (unreadable)
 */
export function parseRecord(text: string, path: string): Installed {
  const read = v.safeParse(v.pipe(v.string(), v.parseJson(), installed), text)
  if (read.success) return read.output
  const message = `${path} cannot be read: it should tell what spell has put into this repository.`
  const fix = `git restore ${path}   # or remove it, and: spell init`
  throw new Failure(exit.unreadable, 'installed-unreadable', message, fix)
}

export const printRecord = (record: Installed): string => `${JSON.stringify(record, null, 2)}\n`

/** @returns what leads from `now` back to `before` */
export function differenceOf(before: string, now: string): Before {
  const most = Math.min(before.length, now.length)
  let start = 0
  while (start < most && before[start] === now[start]) start++
  let end = 0
  while (end < most - start && before.at(-1 - end) === now.at(-1 - end)) end++
  return {
    offset: start,
    removed: before.slice(start, before.length - end),
    inserted: now.length - end - start,
  }
}

/** @returns the text that a file had before, if it is as we left it; undefined if there was no such file */
export const goBack = (now: string, before: Before | null): string | undefined =>
  before === null
    ? undefined
    : now.slice(0, before.offset) + before.removed + now.slice(before.offset + before.inserted)
