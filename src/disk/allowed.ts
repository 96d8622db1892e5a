import { isRecord } from '../text/json'
import { changeUserData, readUserData } from './user-data'

/** A command that the developer has allowed on this machine, in this clone. */
export interface Allowed {
  /** The SHA-256 of the command with the recipes that it runs. */
  readonly digest: string
  readonly said: string
  /** The id of the piece of work that it is allowed for; absent for always. */
  readonly work?: string
  /** ISO 8601 in UTC. */
  readonly time: string
  /** `consentKey` of the command: with other recipes it is still the same one. */
  readonly command: string
  /** Set if the developer has said no to it: no later word allows it, only another answer to the same question. */
  readonly isRefused?: true
}

/** Of the file. What was allowed in another one, which also covered the files that a command names, is asked for once more. */
const version = 2

/** @returns what is allowed in the clone; nothing if the file is none of ours. Throws Failure as `readUserData` */
export const readAllowed = (path: string): readonly Allowed[] => allowedIn(readUserData(path))

function allowedIn(document: Readonly<Record<string, unknown>> | undefined): readonly Allowed[] {
  const allowed = document?.version === version ? document.allowed : []
  return Array.isArray(allowed) ? allowed.filter(isAllowed) : []
}

const isAllowed = (value: unknown): value is Allowed =>
  isRecord(value) &&
  [value.digest, value.said, value.time, value.command].every((text) => typeof text === 'string') &&
  (value.work === undefined || typeof value.work === 'string')

/** Changes what is allowed, under a lock. Throws Failure as `changeUserData` does. */
export const changeAllowed = (
  path: string,
  repository: string,
  now: Date,
  change: (allowed: readonly Allowed[]) => readonly Allowed[],
): Promise<void> =>
  changeUserData(path, ['allow', 'spell allow --list'], now, (document) => ({
    version,
    repository,
    allowed: change(allowedIn(document)),
  }))
