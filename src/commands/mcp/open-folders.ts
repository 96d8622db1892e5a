import type { Server } from '@modelcontextprotocol/sdk/server/index.js'
import * as z from 'zod/mini'

/** How long a client may take to answer, in milliseconds. */
const rootsTimeoutMs = 10_000

/** As the protocol has it, but for the URIs, which are looked at later: not every client sends them right. */
const rootsSchema = z.object({ roots: z.array(z.object({ uri: z.string() })) })

/**
 * Asks a client which folders it has open: once where it tells of changes, else each time.
 *
 * @param warn told where a client that should know does not say
 */
export function openFoldersOf(server: Server, warn: (message: string) => void) {
  let said: Promise<string[]> | undefined

  const askClient = async (tellsChanges: boolean): Promise<string[]> => {
    try {
      const { roots } = await server.request({ method: 'roots/list' }, rootsSchema, { timeout: rootsTimeoutMs })
      if (!tellsChanges) said = undefined
      return roots.map(({ uri }) => uri)
    } catch (error) {
      // It is not asked again: that would be waited for with every call.
      const { message } = error as Error
      // What is wrong with an answer comes as a list for programs.
      const why = message.startsWith('[') ? 'its answer is not valid.' : message
      warn(`The client does not say which folder it has open: ${why}`)
      return []
    }
  }

  return {
    /** @returns the URIs of the folders that the client has open; none where it does not say */
    ask: (): Promise<string[]> => {
      const { roots } = server.getClientCapabilities() ?? {}
      if (!roots) return Promise.resolve([])
      said ??= askClient(roots.listChanged === true)
      return said
    },
    /** What the client has said does not hold any more. */
    forget: () => {
      said = undefined
    },
  }
}
