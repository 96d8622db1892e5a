import * as v from 'valibot'
import { exit, Failure } from '../../../failure/failure'
import type { Key } from './piece'

/** What a file was before anything of ours came into it: the difference to what it is now. */
export interface Before {
  /** In UTF-16 units. */
  readonly offset: number
  /** What stood there. */
  readonly removed: string
  /** How long what stands there now is. */
  readonly inserted: number
}

/** A file that has something of ours in it. */
export interface Filed {
  readonly path: string
  /** The fingerprint of the whole file as we left it. */
  readonly whole: string
  /** `null` where there was no such file. */
  readonly before: Before | null
  readonly keys?: readonly Key[]
  /** Where the file went that had its name before. */
  readonly chain?: string
  /** The folders that were made for it, the innermost first. */
  readonly folders?: readonly string[]
}

/** What has been put into a repository, and what somebody chose. */
export interface Installed {
  readonly version: string
  readonly choices: Choices
  readonly files: readonly Filed[]
}

export interface Choices {
  readonly agents: readonly string[]
  /** The name of what runs git's hooks here, or `none`. */
  readonly guard: string
  /** Whether commits name their task. */
  readonly trailer: boolean
  /** Whether a fresh clone gets the hooks with its packages. */
  readonly prepare: boolean
}

/** In git, so that anybody in the team can update and take out. */
export const recordPath = '.ai/installed.json'
/** What lies in git's own folder is in this copy alone. */
export const localRecordPath = '.ai/.local/installed.json'

const before = v.object({ offset: v.number(), removed: v.string(), inserted: v.number() })
/** Without these nothing could be done with a record. */
const schema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    version: v.string(),
    choices: v.object({
      agents: v.array(v.string()),
      guard: v.string(),
      trailer: v.optional(v.boolean(), false),
      prepare: v.optional(v.boolean(), false),
    }),
    files: v.array(v.looseObject({ path: v.string(), whole: v.string(), before: v.nullable(before) })),
  }),
)

/**
 * @param text of a record
 * @throws Failure `installed-unreadable` (unreadable)
 */
export function parseRecord(text: string, path: string): Installed {
  const read = v.safeParse(schema, text)
  if (read.success) return read.output as Installed
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

/** @returns the text that a file had before, where it is as we left it */
export const goBack = (now: string, { offset, removed, inserted }: Before): string =>
  now.slice(0, offset) + removed + now.slice(offset + inserted)
