import { defineAgent } from './agent'
import { commandsAt, nudgeIn, skillIn, withDescription } from './pieces'

export const agent = defineAgent({
  title: 'OpenCode',
  signs: ['.opencode', 'opencode.json', 'opencode.jsonc'],
  skills: ['.agents/skills', '.claude/skills'],
  variables: ['OPENCODE'],
  sessionVariables: ['SPELL_OPENCODE_SESSION'],
  hookVariables: [],
  pages: [
    ['commands', 'https://opencode.ai/docs/commands'],
    ['plugins', 'https://opencode.ai/docs/plugins'],
  ],
  remark: 'The plugin asks before a tool, reminds before a compaction, and says what you have written',
  startsHooksInRoot: true,
  // The plugin takes reminders as they are, and cannot keep OpenCode from stopping.
  answers: { tool: ({ reason }) => ({ reason }) },
  // The form of our plugin.
  message: ({ text, session }) =>
    typeof text === 'string' && typeof session === 'string' ? { text, session } : undefined,
  witness: {
    shows: 'every message (`chat.message`) and custom command (`command.execute.before`)',
    objects: 'refuses; cannot ask',
    lacks: 'OpenCode 2 does not load plugins of this form: there, say the word in a terminal',
  },
  pieces: ({ instructions, program }, call) => [
    nudgeIn('AGENTS.md', instructions),
    skillIn(instructions),
    ...commandsAt(instructions, (spell) => `.opencode/commands/${spell}.md`, withDescription),
    {
      do: 'file',
      path: '.opencode/plugins/spell.js',
      text: instructions.opencode.replace('{{spell}}', program()),
      comment: 'slashes',
      starts: call('tool'),
    },
  ],
})
