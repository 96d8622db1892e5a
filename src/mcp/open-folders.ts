import type { Server } from '@modelcontextprotocol/sdk/server/index.js'
import * as z from 'zod/mini'

/** How long a client may take to answer, in milliseconds. */
const rootsTimeoutMs = 10_000

/** As in the protocol, except for the URIs, which are validated later: not every client sends valid ones. */
const rootsSchema = z.object({ roots: z.array(z.object({ uri: z.string() })) })

/**
 * Asks a client for its open folders: once if it reports changes, otherwise each time.
 *
 * @param warn called if a client that should know does not answer
 */
export function openFoldersOf(server: Server, warn: (message: string) => void) {
  let said: Promise<string[]> | undefined

  const askClient = async (tellsChanges: boolean): Promise<string[]> => {
    try {
      const { roots } = await server.request({ method: 'roots/list' }, rootsSchema, { timeout: rootsTimeoutMs })
      if (!tellsChanges) said = undefined
      return roots.map(({ uri }) => uri)
    } catch (error) {
      // Do not ask again: every call would wait for it.
      const { message } = error as Error
      // The message for an invalid answer is JSON.
      const why = message.startsWith('[') ? 'its answer is not valid.' : message
      warn(`The client does not say which folder it has open: ${why}`)
      return []
    }
  }

  return {
    /** @returns the URIs of the client's open folders; none if it does not answer */
    ask: (): Promise<string[]> => {
      const { roots } = server.getClientCapabilities() ?? {}
      if (!roots) return Promise.resolve([])
      said ??= askClient(roots.listChanged === true)
      return said
    },
    /** Makes the next `ask` ask the client again. */
    forget: () => {
      said = undefined
    },
  }
}
