import { readFileSync } from 'node:fs'

/**
 * What the model does at one request: a text ends its turn, an object calls a tool of the host. `ask` starts a subagent,
 * `overwrite` is a path with its new text; `fails` answers as a server that is down.
 */
export type Step =
  | string
  | { readonly shell: string }
  | { readonly overwrite: readonly [path: string, text: string] }
  | { readonly ask: string }
  | { readonly tool: string }

/** A call of one of the host's tools; the patch is that of a tool that takes a text and no object. */
export interface Call {
  readonly name: string
  readonly args: object
  readonly patch?: string
}

/** The hosts' names of a tool, each with its arguments, in the order in which they are preferred. */
type Forms = Readonly<Record<string, object>>

const shells = (command: string): Forms => ({
  Bash: { command, description: 'run' },
  exec_command: { cmd: command, yield_time_ms: 60_000 },
  run_shell_command: { command, description: 'run' },
  bash: { command, description: 'run' },
})
const look = { description: 'look', name: 'look' }
const subagents = (prompt: string): Forms => ({
  Agent: { ...look, prompt, subagent_type: 'general-purpose', run_in_background: false },
  task: { ...look, prompt, subagent_type: 'general', agent_type: 'general-purpose', mode: 'sync' },
  spawn_agent: { message: prompt, task_name: 'look' },
  invoke_agent: { agent_name: 'generalist', prompt },
})
const writers = (path: string, text: string): Forms => ({
  Write: { file_path: path, content: text },
  write_file: { file_path: path, content: text },
  write: { filePath: path, content: text },
  // Copilot creates no file that is there.
  edit: { path, old_str: readFileSync(path, 'utf8'), new_str: text },
  apply_patch: {},
})
const patchTo = (path: string, text: string): string =>
  `*** Begin Patch\n*** Add File: ${path}\n+${text.trimEnd().replaceAll('\n', '\n+')}\n*** End Patch\n`

function callIn(forms: Forms, offered: readonly string[]): Call {
  const [name, args] = Object.entries(forms).find(([each]) => offered.includes(each)) ?? ['no-such-tool', {}]
  return { name, args }
}

/**
 * @param offered the names of the host's tools
 * @param request as text, since Claude Code names the tools of a slow MCP server in it only
 */
export function callOf(step: Exclude<Step, string>, offered: readonly string[], request: string): Call {
  if ('shell' in step) return callIn(shells(step.shell), offered)
  if ('ask' in step) return callIn(subagents(step.ask), offered)
  if ('overwrite' in step) return { ...callIn(writers(...step.overwrite), offered), patch: patchTo(...step.overwrite) }
  const deferred = new RegExp(`mcp__\\w+?__${step.tool}\\b`).exec(request)?.[0]
  const name = offered.find((each) => each === step.tool) ?? offered.find((each) => each.endsWith(step.tool))
  return { name: name ?? deferred ?? step.tool, args: { for: 'ai' } }
}
