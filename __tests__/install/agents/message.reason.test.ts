import { isStopReason, lackingLine, unprovenLine } from '../../../src/install/agents/message'

const reason = `${unprovenLine(1)}\n- 1. "say accio": not passed\nRun \`spell prove 1\`.`

test.each([
  ['as it is, Gemini CLI, Copilot and Cursor', reason],
  ['of several criteria', unprovenLine(12)],
  [
    'of what is missing',
    `${lackingLine('`npm run lint` has not passed for the files that are here now')} If it fails, …`,
  ],
  ['after the context of a hook', `<hook_context>State: Planning.</hook_context>\n\n${reason}`],
  ['in the tag of Codex', `<hook_prompt hook_run_id="1">${reason}</hook_prompt>`],
  [
    'with the command before it',
    `Stop hook feedback:\n["$CLAUDE_PROJECT_DIR"/node_modules/.bin/spell guard stop]: ${reason}`,
  ],
])('the stop reason is known when it comes back as a message: %s', (_, message) => {
  expect(isStopReason(message)).toBe(true)
})

test.each([
  'accio',
  '1 ticked criterion is not proven. Next.',
  'Every criterion is ticked, but I want the header first. Next.',
  `${'x'.repeat(2000)} ${reason}`,
])('what the developer writes is not taken for it: %.60s', (message) => {
  expect(isStopReason(message)).toBe(false)
})
