import { exit, Failure } from '../../failure/failure'
import { readLimit } from '../../workflows/proving/limit'
import type { Settings } from '../../workflows/workflow'
import { readText } from '../disk/read'

export const settingsPath = '.ai/spell.json'

/** The environment of the process. */
export type Environment = Readonly<Record<string, string | undefined>>

export interface SettingDefinition {
  /** The path in the file. */
  readonly key: string
  /** Takes precedence over the file; absent for a setting that only the file has. */
  readonly variable?: string
  readonly standard: readonly string[] | boolean | string
  /** Parses the variable; by default only a list is split, at commas. */
  readonly said?: (text: string) => unknown
  /** Describes valid values; completes "must be". */
  readonly kind: string
  readonly right: (value: unknown) => boolean
}

const isHost = (value: unknown) =>
  typeof value === 'string' && /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:\d{1,5})?$/i.test(value)

const isPattern = (value: unknown) => typeof value === 'string' && /^([A-Za-z][A-Za-z0-9_.]*\*?|\*)$/.test(value)
const isWord = (value: unknown) => typeof value === 'string' && /^\S+$/.test(value)

/** Written out, as the registry would load more than a spell needs; a test compares both. */
const named: readonly string[] = ['engineer', 'discovery', 'collab', 'hope']

/** All settings. Published as docs/schemas/settings.schema.json. */
export const settings: readonly SettingDefinition[] = [
  {
    key: 'workflow',
    variable: 'SPELL_WORKFLOW',
    standard: 'engineer',
    kind: `one of ${named.join(', ')}`,
    right: (value) => named.includes(value as string),
    said: (text) => text,
  },
  {
    key: 'atlassian.hosts',
    variable: 'SPELL_ATLASSIAN_HOSTS',
    standard: [],
    kind: 'a list of host names such as "jira.example.com"',
    right: (value) => Array.isArray(value) && value.every(isHost),
  },
  {
    key: 'guard.blockIn',
    variable: 'SPELL_GUARD_BLOCK_IN',
    standard: ['PR_APPLIED_PENDING_ARCHIVE_*'],
    kind: 'a list of names of states, each whole or its beginning and a *, such as "PR_APPLIED_PENDING_ARCHIVE_*"',
    right: (value) => Array.isArray(value) && value.every(isPattern),
  },
  {
    key: 'guard.editsOnlyIn',
    variable: 'SPELL_GUARD_EDITS_ONLY_IN',
    standard: [],
    kind: 'a list of names of states, each whole or its beginning and a *, such as "ACHIEVE_TASK_EXECUTED"',
    right: (value) => Array.isArray(value) && value.every(isPattern),
  },
  {
    key: 'review.fetch',
    variable: 'SPELL_REVIEW_FETCH',
    standard: false,
    kind: 'true or false',
    right: (value) => typeof value === 'boolean',
    said: (text) => ({ true: true, false: false, 1: true, 0: false })[text],
  },
  {
    key: 'review.ignoreAuthors',
    variable: 'SPELL_REVIEW_IGNORE_AUTHORS',
    standard: [],
    kind: 'a list of names of accounts such as "dependabot[bot]"',
    right: (value) => Array.isArray(value) && value.every(isWord),
  },
  {
    key: 'proof.within',
    standard: '10m',
    kind: 'seconds or minutes such as "90s" or "10m"',
    right: (value) => typeof value === 'string' && readLimit(value) !== undefined,
  },
  {
    key: 'proof.always',
    standard: [],
    kind: 'a list of commands such as "npm test"',
    right: (value) => Array.isArray(value) && value.every((text) => typeof text === 'string' && text.trim() !== ''),
  },
  {
    key: 'proof.required',
    standard: false,
    kind: 'true or false',
    right: (value) => typeof value === 'boolean',
  },
]

type Words = readonly string[]

/** @returns the settings; `read` gives the value of each */
export function settingsFrom(read: (setting: SettingDefinition) => unknown): Settings {
  const values = settings.map(read) as [string, Words, Words, Words, boolean, Words, string, Words, boolean]
  const [workflow, hosts, blockIn, editsOnlyIn, fetches, ignoreAuthors, within, always, required] = values
  return {
    workflow,
    atlassian: { hosts },
    guard: { blockIn, editsOnlyIn },
    review: { fetches, ignoreAuthors },
    proof: { within, always, required },
  }
}

/** The defaults. */
const standard = settingsFrom((setting) => setting.standard)

/**
 * Reads `.ai/spell.json` and the environment, which takes precedence. The validation is loaded only if anything is set.
 *
 * @param root absolute
 * @param env the process's environment
 * @returns all settings, with defaults for those that are not set
 * @throws Failure (unreadable) that names key and line, or (usage) that names the variable
 */
export async function loadSettings(root: string, env: Environment): Promise<Settings> {
  const text = readFile(root)
  if (text === undefined && !settings.some(({ variable = '' }) => env[variable])) return standard
  const { parseSettings } = await import('./settings-file')
  return parseSettings(text ?? '{}', env)
}

function readFile(root: string): string | undefined {
  try {
    return readText(root, settingsPath)
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'not-a-file') throw error
    throw new Failure(exit.unreadable, 'settings-unreadable', error.message, error.fix, { cause: error })
  }
}
