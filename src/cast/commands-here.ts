import { listingOf } from '../disk/listing'
import { hasFile, readShort } from '../disk/read'
import { attempt } from '../text/failure'
import { code } from '../text/markdown-parts'
import { filesRead, repositoryCommands, toldByPresence } from '../workflow/criteria/repository-commands'

/** No file that names commands needs to be longer. */
const maxBytes = 256 * 1024

/**
 * Names the commands that a repository has. Nothing is run, and a file that cannot be read names none.
 *
 * @returns a sentence for the agent, with a space before it; empty if there are no commands
 */
export function commandsHere(root: string): string {
  const listing = listingOf(root)
  const mayBe = (path: string) => listing.kindOf(path) !== undefined
  const told = (path: string, read: () => string | boolean | undefined) => {
    const found = attempt(read)
    return [path, typeof found === 'string' || found === true ? found : undefined] as const
  }
  const commands = repositoryCommands(
    Object.fromEntries([
      ...filesRead.filter(mayBe).map((path) => told(path, () => readShort(root, path, maxBytes))),
      ...toldByPresence.filter(mayBe).map((path) => told(path, () => hasFile(root, path))),
    ]),
  )
  return commands.length === 0 ? '' : ` The repository has ${commands.map(code).join(', ')}.`
}
