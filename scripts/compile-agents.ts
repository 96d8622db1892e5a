import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AgentTexts } from '../src/install/agents/adapters'

/** @param folder `templates/agents` */
export function compileAgents(folder: string): AgentTexts {
  const read = (name: string) => readFileSync(join(folder, name), 'utf8').replace(/\r\n/g, '\n')
  return {
    word: read('word.md').trim(),
    nudge: read('nudge.md'),
    skill: read('skill.md'),
    opencode: read('opencode.mjs'),
    other: {
      nudge: read('other/nudge.md'),
      skill: read('other/skill.md'),
      command: read('other/command.md'),
      verb: read('other/verb.md'),
    },
  }
}
