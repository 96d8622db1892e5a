import { readFileSync } from 'node:fs'

/**
 * What the model does at one request: a text ends its turn, an object calls a tool of the host. `ask` starts a subagent,
 * `overwrite` is a path with its new text, `fails` answers as a server that is down.
 */
export type Step =
  | string
  | { readonly shell: string }
  | { readonly overwrite: readonly [path: string, text: string] }
  | { readonly ask: string }
  | { readonly tool: string }
  | { readonly fails: true }

/** A call of one of the host's tools; the patch is that of a tool that takes a text and no object. */
export interface Call {
  readonly name: string
  readonly args: object
  readonly patch?: string
}

/** The hosts' names of a tool, each with its arguments, in the order in which they are preferred. */
type Forms = Readonly<Record<string, (value: string) => object>>

const shells: Forms = {
  Bash: (command) => ({ command, description: 'run' }),
  exec_command: (cmd) => ({ cmd, yield_time_ms: 60_000 }),
  run_shell_command: (command) => ({ command, description: 'run' }),
  bash: (command) => ({ command, description: 'run' }),
}
const look = { description: 'look', name: 'look' }
const subagents: Forms = {
  Agent: (prompt) => ({ ...look, prompt, subagent_type: 'general-purpose', run_in_background: false }),
  task: (prompt) => ({ ...look, prompt, subagent_type: 'general', agent_type: 'general-purpose', mode: 'sync' }),
  spawn_agent: (message) => ({ message, task_name: 'look' }),
  invoke_agent: (prompt) => ({ agent_name: 'generalist', prompt }),
}
const writers = (path: string): Forms => ({
  Write: (content) => ({ file_path: path, content }),
  write_file: (content) => ({ file_path: path, content }),
  write: (content) => ({ filePath: path, content }),
  // Copilot creates no file that is there.
  edit: (text) => ({ path, old_str: readFileSync(path, 'utf8'), new_str: text }),
  apply_patch: (text) => ({ input: patchTo(path, text) }),
})
const patchTo = (path: string, text: string): string =>
  `*** Begin Patch\n*** Add File: ${path}\n+${text.trimEnd().replaceAll('\n', '\n+')}\n*** End Patch\n`

function callIn(forms: Forms, value: string, offered: readonly string[]): Call {
  const name = Object.keys(forms).find((each) => offered.includes(each))
  return name ? { name, args: forms[name]?.(value) ?? {} } : { name: 'no-such-tool', args: {} }
}

/**
 * @param offered the names of the host's tools
 * @param request as text, since Claude Code names the tools of a slow MCP server in it only
 */
export function callOf(
  step: Exclude<Step, string | { fails: true }>,
  offered: readonly string[],
  request: string,
): Call {
  if ('shell' in step) return callIn(shells, step.shell, offered)
  if ('ask' in step) return callIn(subagents, step.ask, offered)
  if ('overwrite' in step) {
    const [path, text] = step.overwrite
    const call = callIn(writers(path), text, offered)
    return call.name === 'apply_patch' ? { ...call, patch: patchTo(path, text) } : call
  }
  const deferred = new RegExp(`mcp__\\w+?__${step.tool}\\b`).exec(request)?.[0]
  const name = offered.find((each) => each === step.tool) ?? offered.find((each) => each.endsWith(step.tool))
  return { name: name ?? deferred ?? step.tool, args: { for: 'ai' } }
}
