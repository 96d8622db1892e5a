import type { Settings } from '../flows/flow'
import { workflows } from '../flows/registry'
import { readLimit } from '../proof/criteria/limit'
import { standard, variables } from './settings'

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
/** The states of the other workflows have hyphens, too. */
const isAnyState = (value: unknown) => typeof value === 'string' && /^([A-Za-z][A-Za-z0-9_.-]*\*?|\*)$/.test(value)
const isWord = (value: unknown) => typeof value === 'string' && /^\S+$/.test(value)

const oneOf = (words: readonly string[]) => ({
  kind: `one of ${words.join(', ')}`,
  right: (value: unknown) => words.includes(value as string),
})

/** All settings. Published as docs/schemas/settings.schema.json. */
export const settings: readonly SettingDefinition[] = [
  {
    key: 'workflow',
    variable: variables.workflow,
    standard: standard.workflow,
    ...oneOf(workflows.map(({ name }) => name)),
    said: (text) => text,
  },
  {
    key: 'atlassian.hosts',
    variable: variables['atlassian.hosts'],
    standard: standard.atlassian.hosts,
    kind: 'a list of host names such as "jira.example.com"',
    right: (value) => Array.isArray(value) && value.every(isHost),
  },
  {
    key: 'guard.blockIn',
    variable: variables['guard.blockIn'],
    standard: standard.guard.blockIn,
    kind: 'a list of names of states, each whole or its beginning and a *, such as "PR_APPLIED_PENDING_ARCHIVE_*"',
    right: (value) => Array.isArray(value) && value.every(isPattern),
  },
  {
    key: 'guard.editsOnlyIn',
    variable: variables['guard.editsOnlyIn'],
    standard: standard.guard.editsOnlyIn,
    kind: 'a list of names of states, each whole or its beginning and a *, such as "ACHIEVE_TASK_EXECUTED"',
    right: (value) => Array.isArray(value) && value.every(isAnyState),
  },
  {
    key: 'review.fetch',
    variable: variables['review.fetch'],
    standard: standard.review.fetches,
    kind: 'true or false',
    right: (value) => typeof value === 'boolean',
    said: (text) => ({ true: true, false: false, 1: true, 0: false })[text],
  },
  {
    key: 'review.ignoreAuthors',
    variable: variables['review.ignoreAuthors'],
    standard: standard.review.ignoreAuthors,
    kind: 'a list of names of accounts such as "dependabot[bot]"',
    right: (value) => Array.isArray(value) && value.every(isWord),
  },
  {
    key: 'proof.within',
    standard: standard.proof.within,
    kind: 'seconds or minutes such as "90s" or "10m"',
    right: (value) => typeof value === 'string' && readLimit(value) !== undefined,
  },
  {
    key: 'proof.always',
    standard: standard.proof.always,
    kind: 'a list of commands such as "npm test"',
    right: (value) => Array.isArray(value) && value.every((text) => typeof text === 'string' && text.trim() !== ''),
  },
  {
    key: 'proof.required',
    standard: standard.proof.required,
    kind: 'true or false',
    right: (value) => typeof value === 'boolean',
  },
  {
    key: 'collab.clear',
    standard: standard.collab.clear,
    ...oneOf(['ask', 'never', 'always']),
  },
  {
    key: 'parallel',
    standard: standard.parallel,
    kind: 'true or false',
    right: (value) => typeof value === 'boolean',
  },
]

type Words = readonly string[]

/** @returns the settings; `read` gives the value of each */
export function settingsFrom(read: (setting: SettingDefinition) => unknown): Settings {
  type Values = [
    string,
    Words,
    Words,
    Words,
    boolean,
    Words,
    string,
    Words,
    boolean,
    Settings['collab']['clear'],
    boolean,
  ]
  const values = settings.map(read) as Values
  const [workflow, hosts, blockIn, editsOnlyIn, fetches, ignoreAuthors, within, always, required, clear, parallel] =
    values
  return {
    workflow,
    atlassian: { hosts },
    guard: { blockIn, editsOnlyIn },
    review: { fetches, ignoreAuthors },
    proof: { within, always, required },
    collab: { clear },
    parallel,
  }
}
