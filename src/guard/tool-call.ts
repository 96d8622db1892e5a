import { isSubagent } from '../install/agents/message'
import { fromJson, isRecord } from '../text/json'
import { quoted } from '../text/markdown/shown-command'

interface Call {
  /** The working directory, as the agent names it. */
  readonly cwd?: string
  /** Whether it is a subagent's. */
  readonly isSubagents?: true
}

export type ToolCall =
  | (Call & { readonly do: 'run'; readonly command: string })
  | (Call & { readonly do: 'edit'; readonly paths: readonly string[] })

/** The names of tools that change files; reading is always allowed. */
const editing = /write|edit|create|replace|patch|delete|notebook|update|move|rename/i
const running = /bash|shell|exec|run|terminal|command/i
/** A tool of spell's MCP server, as hosts name it: `mcp__spell__accio`, `mcp_spell_accio`, `spell-accio`, `spell_accio`. */
const ofSpell = /^(?:mcp_+(?:plugin_spell_)?)?spell[-_]+([a-z]+)$/
const pathKeys = ['file_path', 'filePath', 'path', 'notebook_path', 'target_file', 'filename']

/**
 * Understands what agents' hooks get before a tool call, of which each agent has its own form; undefined if it is neither
 * a command nor an edit. A tool of spell's MCP server is the command that it stands for.
 */
export function toolCallIn(payload: Readonly<Record<string, unknown>>): ToolCall | undefined {
  const name = [payload.tool_name, payload.toolName, payload.tool].find((value) => typeof value === 'string') ?? ''
  const said = payload.tool_input ?? payload.toolArgs ?? payload.args ?? payload
  const input = typeof said === 'string' ? fromJson(said) : said
  if (!isRecord(input)) return undefined
  const cwd = [input.workdir, input.directory, input.cwd, payload.cwd].find(
    (value) => typeof value === 'string' && value,
  )
  const where: Call = { ...(typeof cwd === 'string' && { cwd }), ...(isSubagent(payload) && { isSubagents: true }) }
  const [, tool] = ofSpell.exec(String(name)) ?? []
  if (tool !== undefined) {
    const verb = [input.workflow, input.verb].filter((word) => typeof word === 'string')
    return { do: 'run', command: quoted(['spell', ...(tool === 'workflow' ? verb.map(String) : [tool])]), ...where }
  }

  const words: readonly unknown[] = Array.isArray(input.command) ? input.command : [input.command]
  const command = words.length > 1 ? quoted(words.map(String)) : words[0]
  const patch = [...words, input.patchText, input.patch, input.input].find(isPatch)
  if (typeof patch === 'string') return { do: 'edit', paths: pathsInPatch(patch), ...where }
  if (typeof command === 'string' && (name === '' || running.test(String(name))))
    return { do: 'run', command, ...where }
  if (!editing.test(String(name))) return undefined
  const many = Array.isArray(input.files) ? input.files : []
  const paths = [...pathKeys.map((key) => input[key]), ...many].filter(
    (path) => typeof path === 'string' && path !== '',
  )
  return paths.length > 0 ? { do: 'edit', paths: paths as string[], ...where } : undefined
}

const isPatch = (value: unknown): boolean => typeof value === 'string' && /^\s*\*\*\* Begin Patch/.test(value)

const pathsInPatch = (patch: string): string[] =>
  [...patch.matchAll(/^\*\*\* (?:(?:Add|Update|Delete) File|Move to): (.+)$/gm)].map(([, path = '']) => path.trim())
