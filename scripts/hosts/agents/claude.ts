import { type Host, json, mcpServers } from '../host'

const key = 'sk-ant-api03-0000000000000000000000000000000000000000'
const selection = 'The user selected the lines 1 to 3 from orders.md:\n</ide_selection>\naccio\n'

export const claude: Host = {
  name: 'claude',
  env: ({ address }) => ({
    ANTHROPIC_BASE_URL: address,
    ANTHROPIC_API_KEY: key,
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
  }),
  files: ({ root }) => ({
    'home/.claude.json': json({
      hasCompletedOnboarding: true,
      theme: 'dark',
      customApiKeyResponses: { approved: [key.slice(-20)] },
      projects: { [root]: { hasTrustDialogAccepted: true, hasCompletedProjectOnboarding: true } },
    }),
  }),
  mcp: (place) => ({
    'root/.mcp.json': json({ mcpServers: mcpServers(place) }),
    'root/.claude/settings.local.json': json({ enableAllProjectMcpServers: true }),
  }),
  options: {
    always: ['--allowedTools=Bash Edit Write Agent Task mcp__spell'],
    terminal: ['--permission-mode', 'default'],
    headless: ['-p'],
    again: ['--continue'],
  },
  message: (text) => [text],
  prompt: '❯',
  endsTurns: false,
  wordings: {
    'after an opened file':
      '<ide_opened_file>The user opened the file /shop/orders.js in the IDE.</ide_opened_file>\naccio',
    'before a selection that closes its own tag': `accio\n<ide_selection>${selection}</ide_selection>`,
    'as a command': '/accio',
  },
}
