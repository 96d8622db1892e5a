import type { Environment } from '../../disk/environment'
import type { Listing } from '../../disk/listing'
import { readUtf8 } from '../../disk/read'
import { exit, Failure } from '../../text/failure'
import type { Settings } from '../../workflow/settings'
import { standard as standardWorkflow } from '../../workflows/registry'

export const settingsPath = '.ai/spell.json'
/** The folder with a file for each workflow of the repository. */
export const definitionsFolder = '.ai/workflows'

/** What each setting is unless it is set. */
export const standard: Settings = {
  workflow: standardWorkflow,
  atlassian: { hosts: [] },
  guard: { blockIn: ['PR_APPLIED_PENDING_ARCHIVE_*'], editsOnlyIn: [] },
  review: { fetch: false },
  proof: { within: '10m', always: [], required: false },
  check: { withoutWork: [] },
  collab: { clear: 'ask' },
  word: 'auto',
  words: 'magic',
}

/** The variables that take precedence over the file, by the path that they replace in it. */
export const variables = {
  workflow: 'SPELL_WORKFLOW',
  'atlassian.hosts': 'SPELL_ATLASSIAN_HOSTS',
  'guard.blockIn': 'SPELL_GUARD_BLOCK_IN',
  'guard.editsOnlyIn': 'SPELL_GUARD_EDITS_ONLY_IN',
  'review.fetch': 'SPELL_REVIEW_FETCH',
} as const

/**
 * Reads `.ai/spell.json` and the environment, which takes precedence. What settings there are is loaded only if anything is set.
 *
 * @param listing of the root's folders, if they were listed
 * @throws Failure (unreadable) that names key and line, or (usage) that names the variable
 */
export async function loadSettings(root: string, env: Environment, listing?: Listing): Promise<Settings> {
  const isGone = listing && listing.kindOf(settingsPath) === undefined
  const text = isGone ? undefined : readFile(root)
  if (text === undefined && !Object.values(variables).some((name) => env[name])) return standard
  const { parseSettings } = await import('./settings-file')
  return parseSettings(text ?? '{}', env, root)
}

/** @returns the settings that were read already; else reads them. Throws Failure as `loadSettings` does */
export const settingsOf = async ({ root, env, settings, listing }: SettingsSource): Promise<Settings> =>
  settings ?? (await loadSettings(root, env, listing))

/** Where the settings are, and what they say if that is known. */
export interface SettingsSource {
  readonly root: string
  readonly env: Environment
  readonly settings?: Settings
  /** Of the root's folders as they were when the command began. */
  readonly listing?: Listing
}

function readFile(root: string): string | undefined {
  try {
    return readUtf8(root, settingsPath)
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'not-a-file') throw error
    throw new Failure(exit.unreadable, 'settings-unreadable', error.message, error.fix, { cause: error })
  }
}
