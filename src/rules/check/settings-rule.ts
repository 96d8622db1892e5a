import { attemptAsync, Failure } from '../../failure/failure'
import type { Settings } from '../../flows/flow'
import { settingsPath, standard } from '../../settings/settings'
import { isWeaker } from '../../word/permission'
import { bringBack, type Finding, finding } from '../finding'
import type { Base } from './base'

/** @returns the settings of the base, the standard ones if it has only work; undefined if they cannot be read */
export async function settingsOfBase(base: Base | undefined): Promise<Settings | undefined> {
  if (!base?.settings) return base && base.histories.size > 0 ? standard : undefined
  const { parseSettings } = await import('../../settings/settings-file')
  const pieces: Buffer[] = []
  await base.settings.read((bytes) => void pieces.push(bytes))
  const settings = await attemptAsync(() => parseSettings(Buffer.concat(pieces).toString(), {}))
  return settings instanceof Failure ? undefined : settings
}

/** Checks that the settings ask for no less proof, and no fewer words, than those of the base. */
export async function settingsRule(root: string, now: Settings | Failure, base: Base | undefined): Promise<Finding[]> {
  const before = await settingsOfBase(base)
  // What cannot be read is found elsewhere.
  if (!base || !before || now instanceof Failure) return []
  const lost = before.proof.always.filter((command) => !now.proof.always.includes(command))
  const above = 'Ask here, too, for what the settings at the top ask for.'
  const fix = base?.files?.size === 0 ? above : bringBack(root, base, settingsPath)
  const weaker = [
    ...lost.map((command) => `\`proof.always\` has lost \`${command}\`.`),
    ...(before.proof.required && !now.proof.required ? ['`proof.required` is off.'] : []),
  ]
  const message = `\`word\` is \`${now.word}\`, and was \`${before.word}\`.`
  return [
    ...weaker.map((message) => finding('settings-weaker', settingsPath, message, fix)),
    ...(isWeaker(now.word, before.word)
      ? [finding('word-weaker', settingsPath, message, `Set \`word\` to "${before.word}" again.`)]
      : []),
  ]
}
