import { capital, fill } from '../../../answer/markdown'
import { spells } from '../../spells/spells'
import { bringsSpell } from '../pieces/package-json'
import type { BlockPiece, FilePiece, KeysPiece, Look } from '../pieces/piece'
import type { AgentTexts } from './texts'

/** A few lines of ours in a Markdown file that an agent reads always. */
export const nudgeIn = (path: string, texts: AgentTexts): BlockPiece => ({
  do: 'block',
  path,
  id: 'spell',
  text: texts.nudge,
  comment: 'html',
})

/** A skill, as agentskills.io describes it. */
export const skillAt = (folder: string, texts: AgentTexts): FilePiece => ({
  do: 'file',
  path: `${folder}/spell/SKILL.md`,
  text: `---\nname: spell\ndescription: ${description}\n---\n\n${fill(texts.skill, { spells: table })}`,
  comment: 'html',
})

const description =
  'Leads the work in this repository in small steps that the developer decides on. Use it when the developer says accio, expecto, reparo, reverto, finite, lumos, or plainly next, enrich, review, leave, plan, status, and at the beginning of work in a repository that has a folder .ai.'

const table = Object.entries(spells)
  .map(([name, { alias, summary }]) => `| ${name}, ${alias} | \`spell ${name}\` | ${summary} |`)
  .join('\n')

/**
 * One of an agent's own commands for each spell.
 *
 * @param path of the file for a spell
 * @param write gives the file its form: around the text, what the command is described with; it is the text alone unless told
 */
export const commandsAt = (
  texts: AgentTexts,
  path: (spell: string) => string,
  write: (description: string, text: string) => string = (_, text) => text,
  comment: FilePiece['comment'] = 'html',
): FilePiece[] =>
  Object.entries(spells).map(([name, { summary }]) => ({
    do: 'file',
    path: path(name),
    text: write(
      `Cast ${capital(name)}: ${summary}`,
      fill(texts.command, { spell: name, Spell: capital(name), summary }),
    ),
    comment,
  }))

/** The form of most: Markdown with a description in its front matter. */
export const withDescription = (about: string, text: string): string => `---\ndescription: "${about}"\n---\n\n${text}`

/** How a hook calls the program: that of the project where it has one. Whatever goes wrong, the hook has nothing to say. */
export const hookCommand = (look: Look, args: string, projectFolder = ''): string =>
  `${programOf(look, projectFolder)} ${args} || exit 0`

/** @param projectFolder what leads to the root, where a hook may run elsewhere */
export const programOf = (look: Look, projectFolder = ''): string =>
  bringsSpell(look) ? `${projectFolder}node_modules/.bin/spell` : 'spell'

/** Items of the lists that a JSON file has under `hooks`. */
export const hooksIn = (path: string, lists: Readonly<Record<string, unknown>>, version?: number): KeysPiece => ({
  do: 'keys',
  path,
  keys: [
    ...(version === undefined ? [] : [{ at: ['version'], value: version }]),
    ...Object.entries(lists).map(([event, value]) => ({ at: ['hooks', event], value, append: true })),
  ],
})
