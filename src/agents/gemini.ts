import { defineAgent } from './agent'
import { promptIn } from './message'
import { commandsAt, hooksIn, silently, skillIn } from './pieces'
import { homeIn, plugin } from './plugin'

export const agent = defineAgent({
  title: 'Gemini CLI',
  signs: ['.gemini', 'GEMINI.md'],
  skills: ['.agents/skills'],
  variables: ['GEMINI_CLI'],
  sessionVariables: [],
  hookVariables: ['GEMINI_PROJECT_DIR'],
  pages: [
    ['commands', 'https://geminicli.com/docs/cli/custom-commands'],
    ['hooks', 'https://geminicli.com/docs/hooks/reference'],
  ],
  startsHooksInRoot: true,
  answers: {
    session: (reminder) => ({ hookSpecificOutput: { hookEventName: 'SessionStart', additionalContext: reminder } }),
    // Has no `ask`.
    tool: ({ reason }) => ({ decision: 'deny', reason }),
    stop: (reason) => ({ decision: 'deny', reason }),
  },
  message: promptIn,
  witness: {
    shows: 'every message (`BeforeAgent`); of a custom command the text that it stands for',
    objects: 'refuses; cannot ask',
    lacks: 'does not name its session in the shell: the word is that of the newest message here',
  },
  hasPlugin: ({ env, read }) => !!read(`${homeIn(env)}/.gemini/extensions/${plugin}/gemini-extension.json`),
  pieces({ instructions, hasTasks }, call) {
    const run = (hook: 'session' | 'word' | 'tool' | 'stop') => ({
      hooks: [{ type: 'command', name: 'spell', command: silently(call(hook)), timeout: 10_000 }],
    })
    const asToml = (about: string, text: string) => `description = "${about}"\nprompt = '''\n${text}'''\n`
    return [
      skillIn(instructions),
      ...commandsAt(instructions, (spell) => `.gemini/commands/${spell}.toml`, asToml, 'hash'),
      hooksIn('.gemini/settings.json', {
        SessionStart: run('session'),
        BeforeAgent: run('word'),
        BeforeTool: { matcher: '^(?:run_shell_command|write_file|replace|mcp_+spell_+.*|spell__.*)$', ...run('tool') },
        ...(hasTasks && { AfterAgent: run('stop') }),
      }),
    ]
  },
})
