import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { disk } from '../disk/disk'
import type { AgentName } from '../install/agents/agents'
import { isHookOf } from '../install/agents/detect'
import type { Payload } from '../install/agents/message'
import { type MessageSource, sourcePath } from './message-sources'
import type { WordContext } from './permission'

/** Notes that words were passed on, and when; nothing of what was said. Throws what the file system throws. */
export function noteSource(root: string, source: MessageSource, now: Date): void {
  const path = sourcePath(root, source)
  if (!existsSync(path)) {
    disk.makeFolder(dirname(path))
    disk.writeUnsynced(path, '')
  }
  disk.touch(path, now)
}

/** Notes that an agent's own host runs its hooks here: it passes words on, too, so that a step needs one. */
export async function noteHook({ root, env, now }: WordContext, agent: AgentName, payload: Payload): Promise<void> {
  if (await isHookOf(agent, env, payload)) noteSource(root, 'host', now)
}
