import type { Instructions } from './agent'
import type { BlockPiece, FilePiece, KeysPiece } from './piece'

/** A few lines in a Markdown file that an agent always reads. */
export const nudgeIn = (path: string, { nudge }: Instructions): BlockPiece => ({
  do: 'block',
  path,
  id: 'spell',
  text: nudge,
  comment: 'html',
})

/** A skill in the format of agentskills.io. */
export const skillIn = ({ skill, skills }: Instructions): FilePiece => ({
  do: 'file',
  path: `${skills}/spell/SKILL.md`,
  text: skill,
  comment: 'html',
})

/** The custom commands of an agent; `write` formats a file, given the description and the text. */
export const commandsAt = (
  { commands }: Instructions,
  path: (name: string) => string,
  write: (description: string, text: string) => string = (_, text) => text,
  comment: FilePiece['comment'] = 'html',
): FilePiece[] =>
  commands.map(({ name, summary, text }) => ({ do: 'file', path: path(name), text: write(summary, text), comment }))

/** The usual format: Markdown with a description in its front matter, and further lines there. */
export const withDescription = (about: string, text: string, ...lines: readonly string[]): string =>
  ['---', `description: "${about}"`, ...lines, '---', '', text].join('\n')

/** How long a host waits for a hook, in seconds: one that casts may wait for a lock, and must not be killed while it writes. */
export const hookSeconds = (hook: string): number => (hook === 'word' ? 30 : 10)

/** The command of a hook whose errors must not stop the agent. */
export const silently = (command: string): string => `${command} || exit 0`

/** Adds items to the lists under `hooks` in a JSON file. */
export const hooksIn = (path: string, lists: Readonly<Record<string, unknown>>, version?: number): KeysPiece => ({
  do: 'keys',
  path,
  keys: [
    ...(version === undefined ? [] : [{ at: ['version'], value: version }]),
    ...Object.entries(lists).map(([event, value]) => ({ at: ['hooks', event], value, append: true })),
  ],
})
