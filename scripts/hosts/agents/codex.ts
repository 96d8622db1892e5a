import { type Host, mcpServers } from '../host'

export const codex: Host = {
  name: 'codex',
  env: ({ home }) => ({ MOCK_KEY: 'dummy', CODEX_HOME: `${home}/.codex`, RUST_LOG: 'error' }),
  // The place may be in a temporary folder, which the sandbox would let it write.
  files: ({ root, address }) => ({
    'home/.codex/config.toml': `model = "gpt-6.1-sol"
model_provider = "mock"
check_for_update_on_startup = false
[analytics]
enabled = false
[model_providers.mock]
name = "mock"
base_url = "${address}/v1"
wire_api = "responses"
env_key = "MOCK_KEY"
request_max_retries = 0
stream_max_retries = 0
[projects."${root}"]
trust_level = "trusted"
[sandbox_workspace_write]
exclude_slash_tmp = true
exclude_tmpdir_env_var = true
`,
  }),
  mcp(place) {
    const path = 'home/.codex/config.toml'
    const { command, args, env } = mcpServers(place).spell
    const server = `[mcp_servers.spell]
command = "${command}"
args = ${JSON.stringify(args)}
env = { XDG_STATE_HOME = "${env.XDG_STATE_HOME}" }
default_tools_approval_mode = "approve"
`
    return { [path]: `${this.files(place)[path]}${server}` }
  },
  options: {
    // The hooks of a repository run once a person has trusted them.
    always: ['--dangerously-bypass-hook-trust'],
    terminal: ['--no-daemon'],
    headless: ['exec'],
    again: ['resume', '--last'],
  },
  message: (text) => [text],
  prompt: '›',
  endsTurns: true,
  wordings: {},
}
