import type { ServerContext } from '@modelcontextprotocol/server'
import type { CastContext } from '../cast/cast'
import type { Client } from '../cli/command'
import { send } from './list-changes'

/** The context for one call: `ending` or the client cancels it, and the client is notified while it takes long. */
export function callContext(ctx: CastContext, { mcpReq }: ServerContext, ending: AbortSignal): CastContext & Client {
  const { signal, _meta, notify, log } = mcpReq
  const progressToken = _meta?.progressToken
  let last = 0
  const tell = (message: string, progress: number, total?: number) => {
    last = progress
    if (progressToken === undefined || signal.aborted) return
    const params = { progressToken, progress, ...(total !== undefined && { total }), message }
    send(notify({ method: 'notifications/progress', params }))
  }
  return {
    ...ctx,
    signal: AbortSignal.any([signal, ending]),
    waiting: (holder, waited) => {
      const message = `Another spell process is at work in this folder: ${holder}.`
      send(log('info', message, 'spell'))
      tell(message, waited, Math.max(ctx.wait, waited))
    },
    // How long a command takes is not known, so the messages are counted.
    progress: (message) => tell(message, last + 1),
  }
}
