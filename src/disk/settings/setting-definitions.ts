import { readLimit } from '../../workflow/criteria/limit'
import { workflows } from '../../workflows/registry'

export interface SettingDefinition {
  /** The path in the file. */
  readonly key: string
  /** Parses the variable; by default only a list is split, at commas. */
  readonly said?: (text: string) => unknown
  /** Describes valid values; completes "must be". */
  readonly kind: string
  /** @param own the names of the repository's own workflows; absent if they are not known, and any may be one */
  readonly right: (value: unknown, own?: readonly string[]) => boolean
}

const isMatch = (pattern: RegExp) => (value: unknown) => typeof value === 'string' && pattern.test(value)

const yesOrNo = { kind: 'true or false', right: (value: unknown) => typeof value === 'boolean' }
const oneOf = (words: readonly string[]) => ({
  kind: `one of ${words.join(', ')}`,
  right: (value: unknown) => words.includes(value as string),
})
const listOf = (what: string, pattern: RegExp) => ({
  kind: `a list of ${what}`,
  right: (value: unknown) => Array.isArray(value) && value.every(isMatch(pattern)),
})
const states = 'names of states, each whole or its beginning and a *, such as'

const builtIn = workflows.map(({ name }) => name)

/** All settings. Published as docs/schemas/settings.schema.json. */
export const settings: readonly SettingDefinition[] = [
  {
    key: 'workflow',
    kind: `one of ${builtIn.join(', ')}, or one of .ai/workflows/`,
    right: (value, own) =>
      isMatch(/^[a-z][a-z0-9-]*$/)(value) && (!own || [...builtIn, ...own].includes(value as string)),
    said: (text) => text,
  },
  {
    key: 'atlassian.hosts',
    ...listOf('host names such as "jira.example.com"', /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:\d{1,5})?$/i),
  },
  {
    key: 'guard.blockIn',
    ...listOf(`${states} "PR_APPLIED_PENDING_ARCHIVE_*"`, /^([A-Za-z][A-Za-z0-9_.]*\*?|\*)$/),
  },
  {
    key: 'guard.editsOnlyIn',
    // The states of the other workflows have hyphens, too.
    ...listOf(`${states} "ACHIEVE_TASK_EXECUTED"`, /^([A-Za-z][A-Za-z0-9_.-]*\*?|\*)$/),
  },
  { key: 'review.fetch', ...yesOrNo, said: (text) => ({ true: true, false: false, 1: true, 0: false })[text] },
  { key: 'review.ignoreAuthors', ...listOf('names of accounts such as "dependabot[bot]"', /^\S+$/) },
  {
    key: 'proof.within',
    kind: 'seconds or minutes such as "90s" or "10m"',
    right: (value) => typeof value === 'string' && readLimit(value) !== undefined,
  },
  { key: 'proof.always', ...listOf('commands such as "npm test"', /\S/) },
  { key: 'proof.required', ...yesOrNo },
  { key: 'check.withoutWork', ...listOf('paths such as "README.md" or "docs/"', /^[^/].*$/) },
  { key: 'collab.clear', ...oneOf(['ask', 'never', 'always']) },
  { key: 'words', ...oneOf(['magic', 'plain']) },
  { key: 'word', ...oneOf(['auto', 'required', 'recorded']) },
]
