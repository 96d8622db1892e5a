import type { Environment } from '../../disk/environment'
import { attemptOr, exit, Failure } from '../../text/failure'
import { fromJson, isRecord } from '../../text/json'
import { readLimit } from '../../text/time'
import type { Settings } from '../../workflow/settings'
import { workflows } from '../../workflows/registry'
import { definedIn } from './defined-workflows'
import { settingsPath, standard, variables } from './settings'

/** The newest layout of the settings file that this version reads. */
const newestVersion = 1

/**
 * Reads the text of `.ai/spell.json`; the environment wins.
 *
 * @param root whose workflows one of the settings may name (default: any name may be one)
 * @throws Failure (unreadable) that names key and line, or (usage) that names the variable
 */
export async function parseSettings(text: string, env: Environment, root?: string): Promise<Settings> {
  const own = root === undefined ? undefined : definedIn(root)
  const document = fromJson(text)
  const problem = document === undefined ? undefined : problemIn(document, own)
  if (document === undefined || problem) throw await failure(text, problem)
  const setting = (one: SettingDefinition) => fromEnvironment(one, env, own) ?? at(document, one.key)
  return overStandard(setting, standard) as Settings
}

/** The standard settings, with what was set in the place of each. */
function overStandard(read: (setting: SettingDefinition) => unknown, tree: object, above = ''): object {
  const values = Object.entries(tree).map(([part, value]) => {
    const setting = settings.find(({ key }) => key === above + part)
    return [part, setting ? (read(setting) ?? value) : overStandard(read, value, `${above}${part}.`)]
  })
  return Object.fromEntries(values)
}

function fromEnvironment({ key, said, kind, right }: SettingDefinition, env: Environment, own: Own): unknown {
  const variable = (variables as Readonly<Record<string, string>>)[key]
  const text = variable && env[variable]
  if (!text) return undefined
  const value = said ? said(text) : text.split(',').map((part) => part.trim())
  if (right(value, own)) return value
  const message = `${variable} must be ${kind}${Array.isArray(at(standard, key)) ? ', separated by commas' : ''}.`
  throw new Failure(exit.usage, 'setting-wrong', message, `unset ${variable}`)
}

type Own = readonly string[] | undefined
const at = (tree: unknown, key: string): unknown =>
  key.split('.').reduce<unknown>((value, part) => (isRecord(value) ? value[part] : undefined), tree)

interface Problem {
  /** The keys that lead to it; empty for the whole document. */
  readonly path: readonly string[]
  readonly message: string
  readonly code?: string
  readonly fix?: string
}

/** The first mistake in a settings document, if any. */
function problemIn(document: unknown, own: Own): Problem | undefined {
  if (!isRecord(document)) return { path: [], message: 'it must be a JSON object' }
  const { $schema: _, version = newestVersion, ...rest } = document
  if (typeof version === 'number' && version > newestVersion) {
    return {
      path: ['version'],
      code: 'settings-newer',
      message: `version ${version} is newer than this program, which knows ${newestVersion}`,
      fix: 'npm ci   # or install the newer spell by hand',
    }
  }
  if (version !== newestVersion) return { path: ['version'], message: `version must be ${newestVersion}` }
  const known = settings.map(({ key }) => key)
  // Compare the path, not the joined key: a key in the file may contain a dot.
  const unknown = leaves(rest).find(
    (path) => path.some((part) => part.includes('.')) || !known.some((key) => key === path.join('.')),
  )
  if (unknown !== undefined) {
    return { path: unknown, message: `unknown setting "${unknown.join('.')}"; known: ${known.join(', ')}` }
  }
  const wrong = settings.find(({ key, right }) => at(rest, key) !== undefined && !right(at(rest, key), own))
  return wrong && { path: wrong.key.split('.'), message: `${wrong.key} must be ${wrong.kind}` }
}

/** The paths of all values in a tree, descending only into sections that have settings. */
function leaves(tree: Readonly<Record<string, unknown>>, above: readonly string[] = []): (readonly string[])[] {
  return Object.entries(tree).flatMap(([part, value]) => {
    const path = [...above, part]
    const isGroup = settings.some(({ key }) => key.startsWith(`${path.join('.')}.`))
    return isRecord(value) && isGroup ? leaves(value, path) : [path]
  })
}

async function failure(text: string, problem: Problem | undefined): Promise<Failure> {
  const { parseTree, findNodeAtLocation, printParseErrorCode } = await import('jsonc-parser')
  const errors: { error: number; offset: number; length: number }[] = []
  // The parser recurses, so a hostile text can exceed the stack.
  const tree = attemptOr(undefined, () =>
    parseTree(text, errors, { disallowComments: true, allowTrailingComma: false }),
  )
  const node = tree && problem && findNodeAtLocation(tree, [...problem.path])
  const offset = problem ? (node?.parent?.offset ?? node?.offset ?? 0) : (errors[0]?.offset ?? text.length)
  const line = text.slice(0, offset).split('\n').length
  const message =
    problem?.message ?? `it is not valid JSON${errors[0] ? ` (${printParseErrorCode(errors[0].error)})` : ''}`
  const { code = 'settings-unreadable', fix = `edit ${settingsPath} in line ${line}` } = problem ?? {}
  return new Failure(exit.unreadable, code, `${settingsPath} line ${line}: ${message}.`, fix, { line })
}

interface SettingDefinition {
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
