/** Exit codes, as documented in docs/cli.md. Never reused. */
export const exit = {
  done: 0,
  system: 1,
  usage: 2,
  notPossible: 3,
  missing: 4,
  unreadable: 5,
  busy: 6,
  found: 10,
} as const
export type ExitCode = (typeof exit)[keyof typeof exit]

/** An error that a user can act on: what is wrong and where, and a command that fixes it. */
export class Failure extends Error {
  constructor(
    readonly exitCode: ExitCode,
    /** Stable, kebab-case. */
    readonly code: string,
    message: string,
    /** A command to paste, or a short instruction. */
    readonly fix: string,
    options?: { cause?: unknown; details?: readonly string[]; line?: number },
  ) {
    super(message, options)
    this.details = options?.details ?? []
    this.line = options?.line
  }

  readonly details: readonly string[]

  /** The line of the file that it is about, from 1, if one can be named. */
  readonly line: number | undefined
}

/** @returns the result of the function, or the failure that it throws. Throws any other error */
export function attempt<T>(act: () => T): T | Failure {
  try {
    return act()
  } catch (error) {
    if (error instanceof Failure) return error
    throw error
  }
}

/** @returns the result of the function; `otherwise` if it throws anything, which nobody is told */
export function attemptOr<T, Otherwise>(otherwise: Otherwise, act: () => T): T | Otherwise {
  try {
    return act()
  } catch {
    return otherwise
  }
}

/** @returns the result of the function; undefined if it throws a failure, which nobody is told. Throws any other error */
export function ifPossible<T>(act: () => T): T | undefined {
  const found = attempt(act)
  return found instanceof Failure ? undefined : found
}

/** The same as `attempt` for an asynchronous function. */
export async function attemptAsync<T>(act: () => Promise<T>): Promise<T | Failure> {
  try {
    return await act()
  } catch (error) {
    if (error instanceof Failure) return error
    throw error
  }
}
