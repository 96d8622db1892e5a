import type { CurrentCommand } from './current-commands'
import type { Recipes } from './recipes'

/** How far consent goes: for this piece of work, or always in this clone. */
export type Reach = 'work' | 'always'

/** Why a consent to the same words does not hold: it is for other work, the command runs something else now, or the developer said no. */
export type Before = 'other work' | 'changed' | 'refused'

/** A command with the consent to it. */
export interface BoundCommand extends CurrentCommand {
  readonly recipes: Recipes
  /** How many criteria it is for besides that one; absent if there is none. */
  readonly others?: number
  /** The SHA-256 of its words with its recipes: all that the developer allows. */
  readonly digest: string
  readonly allowed: Reach | undefined
  /** A consent to it that does not hold now; absent if there is none. */
  readonly before?: Before
  /** The id of its piece of work; undefined before the first step. */
  readonly work: string | undefined
}

/** @returns the commands that may not run yet and could be allowed, each once */
export function waitingIn({ commands }: { readonly commands: readonly BoundCommand[] }): BoundCommand[] {
  return once(commands.filter(({ allowed }) => !allowed))
}

/** @returns of the same commands of a piece of work the first one, with how many other criteria it is for */
export const once = (commands: readonly BoundCommand[]): BoundCommand[] =>
  commands.flatMap((command) => {
    const same = commands.filter(({ digest, work }) => digest === command.digest && work === command.work)
    const others = new Set(same.map(({ criterion }) => criterion)).size - 1
    return same[0] === command ? [others > 0 ? { ...command, others } : command] : []
  })
