import { quoted } from '../../text/markdown/shown-command'
import { defineAgent, hookSeconds, hooksIn, nudgeIn, silently, skillIn } from './agent'
import { promptIn } from './message'

/** What its editors and its app put before a message: files, tabs, what is selected. */
const beforeRequest = /^\s*##? [^\n]*:\r?\n(?:.*\n)?## My request(?: for \w+)?:/s

export const agent = defineAgent({
  title: 'Codex',
  signs: ['.codex', '.agents', 'AGENTS.md'],
  skills: ['.agents/skills'],
  variables: ['CODEX_SANDBOX', 'CODEX_SANDBOX_NETWORK_DISABLED', 'CODEX_CI'],
  sessionVariables: ['CODEX_THREAD_ID'],
  shellVariables: ['CODEX_THREAD_ID', 'CODEX_SESSION_ID', 'CODEX_SANDBOX'],
  hookVariables: [],
  pages: [
    ['AGENTS.md', 'https://developers.openai.com/codex/guides/agents-md'],
    ['skills', 'https://developers.openai.com/codex/skills'],
    ['hooks', 'https://developers.openai.com/codex/hooks'],
  ],
  remark: 'Codex asks you whether it may run the hooks, and again when they change',
  answers: {
    end: ({ plain }) => ({ systemMessage: `\n${plain}` }),
    session: (reminder) => reminder,
    word: ({ developer, ai, isAll }) =>
      isAll
        ? { decision: 'block', reason: developer.plain }
        : {
            ...(developer.plain && { systemMessage: `\n${developer.plain}` }),
            hookSpecificOutput: { hookEventName: 'UserPromptSubmit', additionalContext: ai },
          },
    // Has no `ask`.
    tool: ({ reason }) => ({
      hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'deny', permissionDecisionReason: reason },
    }),
    stop: (reason) => ({ decision: 'block', reason }),
  },
  message: (payload, _, transcript) => {
    const said = promptIn(payload)
    // `codex_exec`, and what an IDE calls itself, were not seen to show anything.
    return (
      said && {
        ...said,
        text: said.text.replace(beforeRequest, ''),
        isHeadless: !transcript().includes('"originator":"codex-tui"'),
      }
    )
  },
  isShown: () => true,
  witness: {
    casts: 'cast; your part is shown, not by `exec`; Lumos takes no turn of the model',
    shows: 'every message (`UserPromptSubmit`), once you trust its hooks',
    objects: 'refuses; cannot ask',
    lacks: 'an MCP server does not know its session',
  },
  pieces({ instructions, belowTop }, call) {
    // Its hooks run in the folder that the session was started in.
    const projectFolder =
      belowTop === undefined ? '' : `"$(git rev-parse --show-toplevel)"/${belowTop && quoted([belowTop])}`
    const run = (hook: 'session' | 'word' | 'tool' | 'stop') => ({
      hooks: [{ type: 'command', command: silently(call(hook, projectFolder)), timeout: hookSeconds(hook) }],
    })
    return [
      nudgeIn(instructions),
      skillIn(instructions),
      hooksIn('.codex/hooks.json', {
        SessionStart: run('session'),
        UserPromptSubmit: run('word'),
        PreToolUse: { matcher: '^(?:Bash|apply_patch|Edit|Write|mcp__spell__.*)$', ...run('tool') },
        Stop: run('stop'),
      }),
    ]
  },
})
