import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import matter from 'gray-matter'
import type { TourStep } from '../src/commands/tour/tour'
import type { Shell } from '../src/entry/completion/completion.command'
import type { AgentTexts } from '../src/install/adapters'
import type { HookTexts } from '../src/install/hook-managers/hook-line'
import type { McpTexts } from '../src/mcp/requests'
import type { PageTexts } from '../src/show/report-page'
import type { Examples } from '../src/workflow/words'

/** What the build makes of the folders of `templates/` that are no workflow: each function takes its folder there. */

const read = (...path: readonly string[]): string => readFileSync(join(...path), 'utf8').replace(/\r\n/g, '\n')

/** @returns the texts of a folder's files by their names, without their endings */
const named = (folder: string): Readonly<Record<string, string>> =>
  Object.fromEntries(readdirSync(folder).map((file) => [basename(file, '.md'), read(folder, file).trim()]))

export const compileAgents = (folder: string): AgentTexts => ({
  word: read(folder, 'word.md').trim(),
  nudge: read(folder, 'nudge.md'),
  skill: read(folder, 'skill.md'),
  opencode: read(folder, 'opencode.mjs'),
  other: {
    nudge: read(folder, 'other/nudge.md'),
    skill: read(folder, 'other/skill.md'),
    command: read(folder, 'other/command.md'),
    verb: read(folder, 'other/verb.md'),
  },
})

/** @returns the completion script of each shell */
export const compileCompletion = (folder: string): Readonly<Record<Shell, string>> => ({
  bash: read(folder, 'spell.bash'),
  zsh: read(folder, 'spell.zsh'),
  fish: read(folder, 'spell.fish'),
  powershell: read(folder, 'spell.ps1'),
})

/**
 * @param path of a file with an item for each line to paste, and what it does
 * @returns the examples of the help, by the name of the command
 */
export function compileExamples(path: string): Readonly<Record<string, Examples>> {
  const lines = [...read(path).matchAll(/^- `(.*?\bspell ([a-z]+)[^`]*)`: (.+)$/gm)]
  const named = (name: string) =>
    lines.flatMap(([, line = '', of, what = '']) => (of === name ? [[line, what] as const] : []))
  return Object.fromEntries(lines.map(([, , name = '']) => [name, named(name)]))
}

/** @returns the script of the hook, and the guard's message */
export const compileHooks = (folder: string): HookTexts => ({
  guard: read(folder, 'guard.sh'),
  blocked: read(folder, 'blocked.md'),
})

export const compileHopeHooks = (folder: string): Readonly<Record<string, string>> => named(folder)

export const compileMcp = (folder: string): McpTexts => ({
  instructions: read(folder, 'instructions.md').trim(),
  tools: named(join(folder, 'tools')),
})

/** @returns the styles of pages, and the script of those that are followed */
export const compilePages = (folder: string): PageTexts => ({
  report: `\n${read(folder, 'report.css')}`,
  watch: `\n${read(folder, 'watch.css')}`,
  script: `\n${read(folder, 'watch.js')}`,
})

/** @returns the steps of the tour, in the order of their file names */
export const compileTour = (folder: string): TourStep[] =>
  readdirSync(folder)
    .sort()
    .map((name) => {
      const { data, content } = matter(read(folder, name))
      const [says = '', text] = content.split(/^~~~$/m)
      return { ...(data as TourStep), says: says.trim(), ...(text && { text: text.trimStart() }) }
    })
