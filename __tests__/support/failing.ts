import { Failure } from '../../src/failure/failure'

/**
 * Runs what must fail.
 *
 * @returns what the user is told; any other error, and success, fail the test
 */
export async function failing(act: () => unknown): Promise<Pick<Failure, 'exitCode' | 'code' | 'message' | 'fix'>> {
  try {
    await act()
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    const { exitCode, code, message, fix } = error
    return { exitCode, code, message, fix }
  }
  throw new Error('nothing failed')
}
