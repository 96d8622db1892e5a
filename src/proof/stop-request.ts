/** Signals that end this process unless it listens. */
const deadly = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Whether a signal to this process, or the caller, wants an end. */
export interface StopRequest {
  /** Aborts when the first of them does. */
  readonly abort: AbortSignal
  /** The first signal. */
  readonly by: () => NodeJS.Signals | undefined
  /** How often it was wanted. */
  readonly count: () => number
  /** Signals end this process again. */
  forget(): void
}

/**
 * Listens to signals and to a caller, so that what is being written is finished and what was lent is given back before
 * they are obeyed.
 */
export function listenForStop(caller: AbortSignal | undefined): StopRequest {
  const stop = new AbortController()
  let by: NodeJS.Signals | undefined
  let signals = 0
  const onSignal = (signal: NodeJS.Signals) => {
    signals++
    by ??= signal
    stop.abort()
  }
  const onAbort = () => stop.abort()
  for (const each of deadly) process.on(each, onSignal)
  if (caller?.aborted) stop.abort()
  caller?.addEventListener('abort', onAbort)
  return {
    abort: stop.signal,
    by: () => by,
    // A server that gets a signal also calls off what it runs: that is one request.
    count: () => Math.max(signals, caller?.aborted ? 1 : 0),
    forget() {
      for (const each of deadly) process.removeListener(each, onSignal)
      caller?.removeEventListener('abort', onAbort)
    },
  }
}
