import { attemptOr } from '../text/failure'
import { fromJson, isRecord } from '../text/json'
import { isTerminal, readStdin } from './streams'

/**
 * @returns what the host of an agent tells its hook on stdin; undefined if that is no object, if stdin is closed, or if a
 *   person has typed the command
 */
export async function payloadOfHook(): Promise<Readonly<Record<string, unknown>> | undefined> {
  if (await isTerminal(0)) return undefined
  const payload = fromJson(attemptOr('', () => readStdin().toString()))
  return isRecord(payload) ? payload : undefined
}
