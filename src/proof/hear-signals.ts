/** Signals that end this process unless it listens. */
export const deadly = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Whether a signal to this process, or the caller, wants an end. */
export interface Hearing {
  /** Aborts when one of them does. */
  readonly abort: AbortSignal
  /** The first signal. */
  readonly by: () => NodeJS.Signals | undefined
  /** Signals end this process again. */
  forget(): void
}

/**
 * Listens to signals, so that what is being written is finished and what was lent is given back before they are obeyed.
 *
 * @param caller wants an end, too
 */
export function hearSignals(caller: AbortSignal | undefined): Hearing {
  const stop = new AbortController()
  let by: NodeJS.Signals | undefined
  const onSignal = (signal: NodeJS.Signals) => {
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
    forget() {
      for (const each of deadly) process.removeListener(each, onSignal)
      caller?.removeEventListener('abort', onAbort)
    },
  }
}
