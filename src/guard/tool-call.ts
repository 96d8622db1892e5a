import { fromJson, isRecord } from '../failure/json'
import { quoted } from '../shell/quoted'

export type ToolCall =
  /** @property cwd the working directory, as the agent names it */
  | { readonly do: 'run'; readonly command: string; readonly cwd?: string }
  | { readonly do: 'edit'; readonly paths: readonly string[]; readonly cwd?: string }

/** The names of tools that change files; reading is always allowed. */
const editing = /write|edit|create|replace|patch|delete|notebook|update|move|rename/i
const running = /bash|shell|exec|run|terminal|command/i
const pathKeys = ['file_path', 'filePath', 'path', 'notebook_path', 'target_file', 'filename']

/**
 * Parses the input of agents' hooks before a tool call, JSON of which each agent has its own form; undefined if it is
 * neither a command nor an edit.
 */
export function toolCallIn(text: string): ToolCall | undefined {
  const payload = fromJson(text)
  if (!isRecord(payload)) return undefined
  const name = [payload.tool_name, payload.toolName, payload.tool].find((value) => typeof value === 'string') ?? ''
  const said = payload.tool_input ?? payload.toolArgs ?? payload.args ?? payload
  const input = typeof said === 'string' ? fromJson(said) : said
  if (!isRecord(input)) return undefined
  const cwd = [input.workdir, input.directory, input.cwd, payload.cwd].find(
    (value) => typeof value === 'string' && value,
  )
  const where = typeof cwd === 'string' ? { cwd } : {}

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
