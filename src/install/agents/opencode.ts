import { commandsAt, defineAgent, nudgeIn, skillIn, withDescription } from './agent'
import { ownText } from './message'

export const agent = defineAgent({
  title: 'OpenCode',
  signs: ['.opencode', 'opencode.json', 'opencode.jsonc'],
  skills: ['.agents/skills', '.claude/skills'],
  variables: ['OPENCODE'],
  sessionVariables: ['SPELL_OPENCODE_SESSION'],
  shellVariables: ['SPELL_OPENCODE_SESSION'],
  hookVariables: [],
  pages: [
    ['commands', 'https://opencode.ai/docs/commands'],
    ['plugins', 'https://opencode.ai/docs/plugins'],
  ],
  remark: 'The plugin asks before a tool, reminds before a compaction, and says what you have written',
  startsHooksInRoot: true,
  // The plugin takes reminders as they are, and cannot keep OpenCode from stopping.
  answers: {
    word: ({ developer, ai }) => ({ developer: developer.plain, ai }),
    end: ({ plain }) => ({ developer: plain }),
    tool: ({ reason }) => ({ reason }),
  },
  // The form of our plugin.
  message: ({ text, session, message, isHeadless }) =>
    typeof text === 'string' && typeof session === 'string'
      ? {
          // What is given on the command line comes in quotation marks.
          text: ownText(text)
            .trim()
            .replace(/^"([^"]*)"$/, '$1'),
          session,
          stamp: String(message ?? ''),
          isOfTurn: false,
          ...(isHeadless === true && { isHeadless }),
        }
      : undefined,
  isShown: () => true,
  witness: {
    casts: 'cast; your part is shown in your message',
    shows: 'every message (`chat.message`)',
    objects: 'refuses; cannot ask',
    lacks: 'OpenCode 2 loads no such plugin',
  },
  pieces: ({ instructions, program }, call) => [
    nudgeIn(instructions),
    skillIn(instructions),
    ...commandsAt(instructions, (spell) => `.opencode/commands/${spell}.md`, withDescription),
    {
      do: 'file',
      path: '.opencode/plugins/spell.js',
      text: instructions.opencode.replace('{{spell}}', () => program()),
      comment: 'slashes',
      starts: call('tool'),
    },
  ],
})
