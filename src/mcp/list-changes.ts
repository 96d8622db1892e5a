import type { Server } from '@modelcontextprotocol/server'
import type { ClientFolder } from './client-folder'

/** @returns what looks which workflows are in use, and tells the client if its tools and prompts are others than before */
export function listChanges(server: Server, folder: ClientFolder): () => Promise<void> {
  // A client learns the first lists by asking, and only changes by notification.
  let known: string | undefined
  return async () => {
    const used = (await folder.workflowsInUse()).join('\n')
    const isOther = known !== undefined && known !== used
    known = used
    if (!isOther) return
    send(server.sendToolListChanged())
    send(server.sendPromptListChanged())
  }
}

/** Notifications are not awaited: a disconnected client would never read them. */
export const send = (sending: Promise<void>) => void sending.catch(() => {})
