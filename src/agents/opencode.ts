import { defineAgent } from './agent'
import { commandsAt, nudgeIn, skillAt, withDescription } from './pieces'

export const agent = defineAgent({
  title: 'OpenCode',
  signs: ['.opencode', 'opencode.json', 'opencode.jsonc'],
  variables: ['OPENCODE'],
  pages: [
    ['commands', 'https://opencode.ai/docs/commands'],
    ['plugins', 'https://opencode.ai/docs/plugins'],
  ],
  remark: 'The plugin asks before a tool and reminds before a compaction',
  // The plugin takes reminders as they are, and cannot keep OpenCode from stopping.
  answers: { tool: ({ reason }) => ({ reason }) },
  pieces: ({ instructions, program }) => [
    nudgeIn('AGENTS.md', instructions),
    skillAt('.agents/skills', instructions),
    ...commandsAt(instructions, (spell) => `.opencode/commands/${spell}.md`, withDescription),
    {
      do: 'file',
      path: '.opencode/plugins/spell.js',
      text: instructions.opencode.replace('{{spell}}', program()),
      comment: 'slashes',
    },
  ],
})
