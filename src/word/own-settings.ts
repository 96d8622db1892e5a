import { join } from 'node:path'
import { readUserFile } from '../disk/lock/user-file'
import { fromJson, isRecord } from '../failure/json'
import { ownFolder } from '../settings/own-folder'
import type { Environment } from '../settings/settings'

/**
 * Reads `words.also` of the developer's own settings: words of their language, or of their voice input, each with the
 * spell that it casts. A repository cannot add any.
 *
 * @returns nothing if there are none. Throws Failure if the file cannot be read
 */
export function alsoIn(env: Environment): Readonly<Record<string, string>> {
  const folder = ownFolder(env)
  const document = folder && fromJson(readUserFile(join(folder, 'settings.json')) ?? '')
  const words = isRecord(document) ? document.words : undefined
  const also = isRecord(words) && isRecord(words.also) ? Object.entries(words.also) : []
  return Object.fromEntries(also.filter((each): each is [string, string] => typeof each[1] === 'string'))
}
