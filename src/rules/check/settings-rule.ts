import { attemptAsync, Failure } from '../../failure/failure'
import type { Settings } from '../../flows/flow'
import { type Environment, loadSettings, settingsPath } from '../../settings/settings'
import { type Finding, finding } from '../finding'
import { bringBack } from '../restore'
import type { Base } from './base'

/** @returns the settings of the base; undefined if it has none, or they cannot be read */
export async function settingsOfBase(base: Base | undefined): Promise<Settings | undefined> {
  if (!base?.settings) return undefined
  const { parseSettings } = await import('../../settings/settings-file')
  const pieces: Buffer[] = []
  await base.settings.read((bytes) => void pieces.push(bytes))
  const settings = await attemptAsync(() => parseSettings(Buffer.concat(pieces).toString(), {}))
  return settings instanceof Failure ? undefined : settings
}

/** Checks that the settings ask for no less proof than those of the base. What cannot be read is found elsewhere. */
export async function settingsRule(root: string, env: Environment, base: Base | undefined): Promise<Finding[]> {
  const before = await settingsOfBase(base)
  const now = before && (await attemptAsync(() => loadSettings(root, env)))
  if (!before || !now || now instanceof Failure) return []
  const lost = before.proof.always.filter((command) => !now.proof.always.includes(command))
  const weaker = [
    ...lost.map((command) => `\`proof.always\` has lost \`${command}\`.`),
    ...(before.proof.required && !now.proof.required ? ['`proof.required` is off.'] : []),
  ]
  return weaker.map((message) => finding('settings-weaker', settingsPath, message, bringBack(base, settingsPath)))
}
