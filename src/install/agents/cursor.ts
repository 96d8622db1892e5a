import { commandsAt, defineAgent, hooksIn, nudgeIn, silently, skillIn } from './agent'
import { promptIn } from './message'
import { homeIn, plugin } from './piece'

export const agent = defineAgent({
  title: 'Cursor',
  signs: ['.cursor', '.cursorrules'],
  skills: ['.agents/skills', '.claude/skills'],
  variables: ['CURSOR_AGENT'],
  sessionVariables: ['CURSOR_CONVERSATION_ID'],
  shellVariables: ['CURSOR_AGENT'],
  hookVariables: ['CURSOR_PROJECT_DIR'],
  pages: [
    ['rules', 'https://cursor.com/docs/context/rules'],
    ['commands', 'https://cursor.com/docs/context/commands'],
    ['hooks', 'https://cursor.com/docs/agent/hooks'],
  ],
  startsHooksInRoot: true,
  answers: {
    session: (reminder) => ({ additional_context: reminder }),
    tool: ({ decision, reason, developer }) => ({
      permission: decision,
      user_message: developer,
      agent_message: reason,
    }),
    stop: (reason) => ({ followup_message: reason }),
  },
  message: promptIn,
  witness: {
    casts: 'kept: its hook takes no text for the agent',
    shows: 'every message (`beforeSubmitPrompt`)',
    objects: 'asks, refuses',
    lacks: 'no message under `-p`; one wrong entry in `.cursor/hooks.json` switches off the whole file',
  },
  hasPlugin: ({ env, read }) => !!read(`${homeIn(env)}/.cursor/plugins/local/${plugin}/.cursor-plugin/plugin.json`),
  pieces({ instructions }, call) {
    const run = (hook: 'session' | 'word' | 'tool' | 'stop') => ({ command: silently(call(hook)) })
    return [
      nudgeIn(instructions),
      skillIn(instructions),
      ...commandsAt(instructions, (spell) => `.cursor/commands/${spell}.md`),
      hooksIn(
        '.cursor/hooks.json',
        {
          sessionStart: run('session'),
          beforeSubmitPrompt: run('word'),
          beforeShellExecution: run('tool'),
          preToolUse: { ...run('tool'), matcher: 'Write|Edit|StrReplace|Delete' },
          stop: { ...run('stop'), loop_limit: 1 },
        },
        1,
      ),
    ]
  },
})
