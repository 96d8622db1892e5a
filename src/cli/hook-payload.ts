import { fromJson, isRecord } from '../failure/json'
import { isTerminal, readStdin } from './streams'

/** @returns what the host of an agent tells its hook on stdin; undefined if it is no object, or a person has typed the command */
export async function payloadOfHook(): Promise<Readonly<Record<string, unknown>> | undefined> {
  const payload = (await isTerminal(0)) ? undefined : fromJson(readStdin().toString())
  return isRecord(payload) ? payload : undefined
}
