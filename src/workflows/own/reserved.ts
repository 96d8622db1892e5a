import { isDevice } from '../../workflow/slug'
import { isLatin, spellNamed } from '../engineer/spells'
import { workflows } from '../registry'

/** What every object of JavaScript has, in any case: a look-up by such a name finds what nobody has put there. */
const ofObjects = ['prototype', ...Object.getOwnPropertyNames(Object.prototype)].map((name) => name.toLowerCase())

/** @returns whether Windows or JavaScript has a meaning for a name, so that no file, folder or key is called so */
export const isForeign = (name: string): boolean => isDevice(name) || ofObjects.includes(name.toLowerCase())

/** What each workflow of a repository has besides its words. */
export const ownVerbs: readonly string[] = 'new status prove confirm history undo help begin upgrade'.split(' ')

/** The commands of spell, which no workflow can be called. */
export const commandNames: readonly string[] = [
  ...'init tour new prove allow confirm undo doctor work watch report check history map'.split(' '),
  ...'say verify update uninstall guard word statusline mcp completion workflow help'.split(' '),
]

/** @returns whether no workflow of a repository can be called so */
export const isReserved = (name: string): boolean =>
  isForeign(name) ||
  commandNames.includes(name) ||
  spellNamed(name) !== undefined ||
  workflows.some((known) => known.name === name)

/** @returns whether no word of such a workflow can be called so: the Latin words stay those of the six spells */
export const isReservedWord = (word: string): boolean => ownVerbs.includes(word) || isLatin(word)
