import type { Failure } from '../../src/text/failure'

/** Windows has no modes, named pipes or signals, and few users may create links there. */
export const isPosix = process.platform !== 'win32'

/** For tests of what Windows lacks: there they are skipped, and counted as skipped. */
export const describeOnPosix = isPosix ? describe : describe.skip
export const testOnPosix = isPosix ? test : test.skip

/**
 * Runs a function that must fail.
 * @returns the message for the user; any other error, and success, fail the test
 */
export async function failing(act: () => unknown): Promise<Pick<Failure, 'exitCode' | 'code' | 'message' | 'fix'>> {
  try {
    await act()
  } catch (error) {
    // The packed program has a separate copy of the class.
    if (!(error instanceof Error && 'exitCode' in error && 'fix' in error)) throw error
    const { exitCode, code, message, fix } = error as Failure
    return { exitCode, code, message, fix }
  }
  throw new Error('nothing failed')
}
