import { dirname, join } from 'node:path'
import type { Server } from '@modelcontextprotocol/server'
import { inTurn, watchFolders } from '../disk/watch-folders'
import { workflows } from '../flows/registry'
import { allWork } from '../work/open'
import type { ClientFolder } from './client-folder'
import { resourcesOf } from './resources'

/** Notifies a client of changes in the lists of tools, prompts and resources, whichever program has made them. */
export function listChanges(server: Server, folder: ClientFolder, blind: (error: Error) => void) {
  /** The last lists. A client learns the first ones by asking, and only changes by notification. */
  let known: { readonly used: string; readonly resources: string } | undefined
  const watch = watchFolders(() => void look(), blind)

  const lookOnce = async () => {
    const { root } = await folder.context()
    const work = (await allWork(root)).map(({ flow }) => flow)
    // First, so that any later change triggers another look.
    watch.aim(foldersOf(work).map((path) => ({ folder: join(root, path) })))
    const used = (await folder.workflowsInUse()).join('\n')
    const resources = resourcesOf(work, root)
      .map(({ uri }) => uri)
      .join('\n')
    if (known && known.used !== used) {
      send(server.sendToolListChanged())
      send(server.sendPromptListChanged())
    }
    if (known && known.resources !== resources) send(server.sendResourceListChanged())
    known = { used, resources }
  }

  /** Compares with the last look, and notifies. */
  const look = inTurn(() => lookOnce().catch(() => {}))
  return { look, close: watch.close }
}

/** Notifications are not awaited: a disconnected client would never read them. */
export const send = (sending: Promise<void>) => void sending.catch(() => {})

/** @returns the folders of pieces of work, those in which a workflow would start, and all above them */
function foldersOf(work: readonly { readonly folder: string }[]): string[] {
  const homes = [...workflows.flatMap(({ folder, named }) => [folder, named]), ...work.map(({ folder }) => folder)]
  return [...new Set(['', ...homes.flatMap((home) => (home === undefined ? [] : above(`${home}/file`)))])]
}

/** The folders of a file, from the root on. */
function above(path: string): string[] {
  const folder = dirname(path)
  return folder === '.' ? [''] : [...above(folder), folder]
}
