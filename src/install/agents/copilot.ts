import { commandsAt, defineAgent, hookSeconds, hooksIn, nudgeIn, silently, skillIn, withDescription } from './agent'
import { promptIn } from './message'

export const agent = defineAgent({
  title: 'GitHub Copilot',
  signs: ['.github/copilot-instructions.md', '.github/prompts', '.github/instructions', '.github/hooks'],
  skills: ['.agents/skills', '.claude/skills'],
  variables: ['COPILOT_CLI'],
  sessionVariables: ['COPILOT_AGENT_SESSION_ID'],
  shellVariables: ['COPILOT_AGENT_SESSION_ID'],
  hookVariables: ['COPILOT_PROJECT_DIR'],
  pages: [
    ['instructions and prompts', 'https://docs.github.com/en/copilot/how-tos/configure-custom-instructions'],
    ['hooks', 'https://docs.github.com/en/copilot/reference/copilot-cli-reference/cli-hooks-reference'],
  ],
  startsHooksInRoot: true,
  answers: {
    end: ({ markdown }) => `${JSON.stringify({ type: 'progress', message: markdown })}\n{}`,
    session: (reminder) => ({ additionalContext: reminder }),
    // It shows what is in progress, rendered, and takes the last line as the answer.
    word: ({ developer, ai, isAll }) =>
      isAll
        ? { handled: true, responseContent: developer.markdown }
        : [
            ...(developer.markdown ? [{ type: 'progress', message: developer.markdown }] : []),
            { additionalContext: ai },
          ]
            .map((line) => JSON.stringify(line))
            .join('\n'),
    tool: ({ decision, reason, developer }) => ({
      permissionDecision: decision,
      permissionDecisionReason: decision === 'ask' ? developer : reason,
    }),
    stop: (reason) => ({ decision: 'block', reason }),
  },
  message: (payload, { COPILOT_LOADER_PID: terminal }) => {
    const said = promptIn(payload)
    // Under `-p` it starts its program without one of its own before it.
    return said && { ...said, isHeadless: terminal === undefined }
  },
  isShown: () => true,
  witness: {
    casts: 'cast; your part is shown, rendered; Lumos takes no turn of the model',
    shows: 'every message (`userPromptSubmitted`)',
    objects: 'asks, refuses',
    lacks:
      'a message during a turn is not seen; no hooks of a repository under `-p`; the task of a cloud agent is its message',
  },
  pieces({ instructions }, call) {
    const run = (hook: 'session' | 'word' | 'tool' | 'stop') => ({
      type: 'command',
      bash: silently(call(hook)),
      powershell: `${call(hook)}; exit 0`,
      timeoutSec: hookSeconds(hook),
    })
    // In its other modes it cannot run a command.
    const asAgent = (about: string, text: string) => withDescription(about, text, 'agent: agent')
    return [
      nudgeIn(instructions),
      skillIn(instructions),
      ...commandsAt(instructions, (spell) => `.github/prompts/${spell}.prompt.md`, asAgent),
      hooksIn(
        '.github/hooks/spell.json',
        {
          sessionStart: run('session'),
          userPromptSubmitted: run('word'),
          preToolUse: run('tool'),
          agentStop: run('stop'),
        },
        1,
      ),
    ]
  },
})
