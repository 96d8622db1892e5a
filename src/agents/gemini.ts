import { defineAgent } from './agent'
import { commandsAt, hooksIn, nudgeIn, silently, skillAt } from './pieces'

export const agent = defineAgent({
  title: 'Gemini CLI',
  signs: ['.gemini', 'GEMINI.md'],
  variables: ['GEMINI_CLI'],
  pages: [
    ['commands', 'https://geminicli.com/docs/cli/custom-commands'],
    ['hooks', 'https://geminicli.com/docs/hooks/reference'],
  ],
  answers: {
    session: (reminder) => ({ hookSpecificOutput: { hookEventName: 'SessionStart', additionalContext: reminder } }),
    // Has no `ask`.
    tool: ({ reason }) => ({ decision: 'deny', reason }),
    stop: (reason) => ({ decision: 'deny', reason }),
  },
  pieces({ instructions }, call) {
    const run = (hook: 'session' | 'tool' | 'stop') => ({
      hooks: [{ type: 'command', name: 'spell', command: silently(call(hook)), timeout: 10_000 }],
    })
    const asToml = (about: string, text: string) => `description = "${about}"\nprompt = '''\n${text}'''\n`
    return [
      nudgeIn('GEMINI.md', instructions),
      skillAt('.agents/skills', instructions),
      ...commandsAt(instructions, (spell) => `.gemini/commands/${spell}.toml`, asToml, 'hash'),
      hooksIn('.gemini/settings.json', {
        SessionStart: run('session'),
        BeforeTool: { matcher: 'run_shell_command|write_file|replace', ...run('tool') },
        AfterAgent: run('stop'),
      }),
    ]
  },
})
