import { commitsIn } from '../../src/guard/commits'
import { consentIn, stepIn } from '../../src/guard/consents'
import { judgeTool } from '../../src/guard/tool-guard'
import type { Texts } from '../../src/workflow/texts'
import { makeFolder } from '../support/folder'

// biome-ignore format: in one paragraph
test.each([
  'spell allow', 'spell allow 1 2', 'npx spell allow', 'npx --no spell allow', 'npx -y spell-cli@0.1.0 allow',
  'npm exec -- spell allow', 'pnpm exec spell allow', 'pnpm --dir packages/api exec spell allow', 'yarn spell allow',
  'bun run spell allow', 'bunx spell allow', './node_modules/.bin/spell allow',
  'node node_modules/spell-cli/bin/spell.cjs allow', 'node --no-warnings bin/spell.cjs --cwd . --quiet allow',
  'C:/tools/spell.cmd allow', 'timeout 60 spell allow', 'cd packages/api && CI= spell allow', "sh -c 'spell allow'",
  'unbuffer spell allow', "printf '\\r' | spell allow", 'echo "$(spell allow)"',
  'sp"ell" al\\low', 'spell allow --revoke', 'spell allow --list --revoke', 'spell allow -- --list',
  'env -i spell allow', 'xvfb-run -a cross-env A=b spell allow',
])('%s consents', (line) => {
  expect(consentIn(line)?.words).toBe('spell allow')
})

const keys = '(sleep 1; printf "\\033[B\\r") | '
// biome-ignore format: in one paragraph
test.each([
  `${keys}env -u CLAUDECODE script -qec "spell prove" /dev/null`, 'env -u CLAUDECODE spell prove', 'env -i spell prove 1',
  'unset CLAUDECODE; spell prove', 'env --unset=CODEX_SANDBOX npx spell prove --work orders', 'CLAUDECODE= spell prove',
  "sh -c 'unset CLAUDECODE AI_AGENT; exec spell hope prove'", 'XDG_STATE_HOME=/tmp/x spell prove',
  'export XDG_STATE_HOME=/tmp/x && spell prove', "expect -c 'spawn spell allow'", 'expect <<E\nspawn spell prove\nE',
  `python3 -c "import pty; pty.spawn(['spell','allow'])"`, `python3 - <<E\nimport pty\npty.spawn(["npx", "spell", "prove"])\nE`,
  'tmux new -d "spell allow"', 'tmux send-keys -t work "spell prove" Enter', 'socat - EXEC:"spell allow",pty,setsid',
  'screen -dm node bin/spell.cjs collab prove', `python3 -c "import pty; pty.spawn(['spell','confirm'])"`,
  'script -qec "env -u CLAUDECODE spell accio" /dev/null', 'tmux send-keys "spell next" Enter', 'AI_AGENT= spell undo',
  `python3 -c "import pty; pty.spawn(['spell', 'say'])"`,
])('%s is put to the developer', async (command) => {
  const { path: cwd } = makeFolder()
  const gate = { cwd, env: {}, texts: () => ({}) as Texts }
  const reason = expect.stringMatching(/^`spell (?:(?:prove|allow)` lets commands of the plan run|confirm` says by hand|say` says a word|(?:accio|next|undo)` would count as typed)/)
  expect(await judgeTool({ do: 'run', command }, gate)).toMatchObject({ decision: 'ask', reason })
})

test.each(['word', 'say'])('spell %s gives the developer’s word', (verb) => {
  expect(consentIn(`echo '{"prompt":"accio"}' | npx --no -- spell ${verb} --agent claude`)?.words).toBe(`spell ${verb}`)
  expect(consentIn(`spell ${verb} --help`)).toBeUndefined()
})

test.each(['spell check --rerun --allow-commands', 'npx --no spell --json check --base main --allow-commands --rerun'])(
  '%s consents',
  (line) => {
    expect(consentIn(line)?.words).toBe('spell check --allow-commands')
  },
)

// biome-ignore format: in one paragraph
test.each([
  'spell allow --list', 'npx --no spell allow --list --json', 'spell allow --help', 'spell help allow', 'spell lumos',
  'spell prove', 'spell check --rerun', 'spell accio --note "they allow it"',
  'git commit -m "spell allow asks the developer"', 'git commit -m spell allow', 'echo spell allow',
  "grep -r 'spell allow' docs", 'direnv allow', 'misspell allow', 'CI=1 spell prove', 'env A=b spell prove --list',
  'tmux ls; spell prove', 'unset A', 'tmux send-keys "npm test"', 'git commit -m "tmux: spell prove"',
  'script -c "spell lumos"', 'XDG_STATE_HOME=/tmp/x spell lumos', 'npm run script',
  'spell accio', 'spell undo', 'spell say stop', 'spell discovery autonomous on', 'spell toString',
])('%s does not', (line) => {
  expect(consentIn(line)).toBeUndefined()
})

// biome-ignore format: in one paragraph
test.each([
  'claude -p accio', 'codex exec accio', 'gemini -p "Looks good. Next."', 'copilot -p /accio', 'opencode run accio',
  'cursor-agent -p "accio until complete"', 'npx -y @anthropic-ai/claude-code -p "spell undo"', 'timeout 60 claude accio',
  'echo accio | claude -p', "bash -c 'env -u CLAUDECODE claude --continue -p next'", 'claude -p <<< accio',
  'claude -p <<E\naccio\nE', 'opencode run accio until complete', 'cd /r && codex exec resume --last "accio"',
])('%s says a word to an agent', (line) => {
  expect(consentIn(line)?.because).toBe('would be told a word as if the developer had said it')
})

// biome-ignore format: in one paragraph
test.each([
  'claude --version', 'claude -p "What would come next?"', 'codex exec "Explain src/orders.ts to me in detail"',
  'grep -r accio .claude', 'git commit -m "claude: accio"', 'cat .claude/commands/accio.md', 'echo accio', 'gemini mcp list',
])('%s does not', (line) => {
  expect(consentIn(line)).toBeUndefined()
})

describe('of a subagent, ', () => {
  test.each([
    ['spell accio', 'spell accio'],
    ['npx --no -- spell next --note x', 'spell next'],
    ['cd packages/api && node_modules/.bin/spell --quiet reparo', 'spell reparo'],
    ["bash -lc 'spell undo'", 'spell undo'],
    ['spell doctor --fix', 'spell doctor'],
    ['spell doctor --set ACHIEVE_COMPLETE --because x', 'spell doctor'],
    ['spell discovery approve --as human', 'spell discovery approve'],
    ['spell hope satisfied', 'spell hope satisfied'],
    ['spell rfc back', 'spell rfc back'],
    ['spell accio --note status', 'spell accio'],
    ['git status; env -u CLAUDECODE spell accio', 'spell accio'],
  ])('%s makes a step', (line, step) => {
    expect(stepIn(line)).toBe(step)
  })

  // biome-ignore format: in one paragraph
  test.each([
  'spell lumos', 'npx --no -- spell status --for ai', 'spell prove 1', 'spell reparo --list', 'spell history', 'spell doctor',
  'spell discovery status', 'spell hope prove', 'spell accio --help', 'git commit -m "spell accio"', 'echo spell accio',
  'spell', 'npm test -- accio',
])('%s makes none', (line) => {
  expect(stepIn(line)).toBeUndefined()
})
})

const nested: readonly (readonly [how: string, nest: (line: string) => string])[] = [
  ['$(', (line) => `echo ${'$('.repeat(5000)}${line}${')'.repeat(5000)}`],
  ['"$(', (line) => `echo ${'"$('.repeat(1000)}${line}${')"'.repeat(1000)}`],
  ['(', (line) => `${'( '.repeat(5000)}${line}${' )'.repeat(5000)}`],
  ['{', (line) => `${'{ '.repeat(5000)}${line}${'; }'.repeat(5000)}`],
  ['if', (line) => `${'if '.repeat(5000)}${line}${'; then :; fi'.repeat(5000)}`],
  ['eval', (line) => `${'eval '.repeat(18)}${line}`],
]
test.each(nested)('a line that is nested too deeply to be read, by %s, may have any', (_, nest) => {
  expect(consentIn(nest('spell allow'))?.words).toBe('spell allow')
  expect(commitsIn(nest('git commit'))).toContainEqual({ folders: [], skips: true })
})
