import { commandsAt, defineAgent, hookSeconds, hooksIn, silently, skillIn } from './agent'
import { promptIn, withoutBlocks } from './message'
import { homeIn, plugin } from './piece'

const settings = '.gemini/settings.json'

/** What it puts behind a message that names files with `@`: all that is in them. */
const ofFiles = /^--- Content from referenced files ---$.*/ms

export const agent = defineAgent({
  title: 'Gemini CLI',
  signs: ['.gemini', 'GEMINI.md'],
  skills: ['.agents/skills'],
  variables: ['GEMINI_CLI'],
  sessionVariables: [],
  shellVariables: ['GEMINI_CLI'],
  hookVariables: ['GEMINI_PROJECT_DIR'],
  pages: [
    ['commands', 'https://geminicli.com/docs/cli/custom-commands'],
    ['hooks', 'https://geminicli.com/docs/hooks/reference'],
    ['settings', 'https://geminicli.com/docs/reference/configuration'],
  ],
  startsHooksInRoot: true,
  answers: {
    end: ({ plain }) => ({ systemMessage: `\n${plain}` }),
    session: (reminder) => ({ hookSpecificOutput: { hookEventName: 'SessionStart', additionalContext: reminder } }),
    word: ({ developer, ai }) => ({
      ...(developer.plain && { systemMessage: developer.plain }),
      hookSpecificOutput: { hookEventName: 'BeforeAgent', additionalContext: ai },
    }),
    // Has no `ask`.
    tool: ({ reason }) => ({ decision: 'deny', reason }),
    stop: (reason) => ({ decision: 'deny', reason }),
  },
  message: (payload) => {
    const said = promptIn(payload)
    if (!said) return undefined
    const whole = said.text.replace(ofFiles, '').trim()
    const text = withoutBlocks(whole, ['hook_context'])
    // Only without a person it puts what hooks have said before the message.
    return { ...said, text, ...(text !== whole && { isHeadless: true }) }
  },
  isShown: () => true,
  projectIn: (_, { GEMINI_PROJECT_DIR: folder }) => folder,
  witness: {
    casts: 'cast; your part is shown, without blank lines',
    shows: 'every message (`BeforeAgent`)',
    objects: 'refuses; cannot ask',
    lacks: 'its shell names no session: the newest message counts; a subagent looks like the agent',
  },
  permits: { path: settings, at: ['tools', 'allowed'], rule: (command) => `run_shell_command(${command})` },
  hasPlugin: ({ env, read }) => !!read(`${homeIn(env)}/.gemini/extensions/${plugin}/gemini-extension.json`),
  pieces({ instructions }, call) {
    const run = (hook: 'session' | 'word' | 'tool' | 'stop') => ({
      hooks: [{ type: 'command', name: 'spell', command: silently(call(hook)), timeout: hookSeconds(hook) * 1000 }],
    })
    // What follows the command belongs to the word, in the same line.
    const withArguments = (text: string) => (/^\w+\n$/.test(text) ? text.replace('\n', ' {{args}}\n') : text)
    const asToml = (about: string, text: string) =>
      `description = "${about}"\nprompt = '''\n${withArguments(text)}'''\n`
    return [
      skillIn(instructions),
      ...commandsAt(instructions, (spell) => `.gemini/commands/${spell}.toml`, asToml, 'hash'),
      hooksIn(settings, {
        SessionStart: run('session'),
        BeforeAgent: run('word'),
        BeforeTool: { matcher: '^(?:run_shell_command|write_file|replace|mcp_+spell_+.*|spell__.*)$', ...run('tool') },
        AfterAgent: run('stop'),
      }),
    ]
  },
})
