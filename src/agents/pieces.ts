import { capital, fill } from '../answer/markdown'
import { launcherIn } from '../cli/launcher'
import { type SpellName, spellNames, spells } from '../flows/engineer/spells'
import { workflows } from '../flows/registry'
import { bringsSpell } from '../install/pieces/package-json'
import type { BlockPiece, FilePiece, KeysPiece, Look } from '../install/pieces/piece'
import { settingsPath } from '../settings/settings'
import type { AgentTexts } from './texts'

/** The texts for agents, adapted to a repository. */
export interface Told {
  readonly nudge: string
  readonly skill: string
  /** For one spell. */
  readonly command: (spell: SpellName) => string
}

/** @returns the command that runs the program in the repository: `npx --no -- spell` */
export const launcherAt = (look: Look): string => (bringsSpell(look) ? launcherIn(look) : 'spell')

/** @returns the texts with the repository's launcher and workflow */
export function toldIn(look: Look, texts: AgentTexts): Told {
  const run = launcherAt(look)
  const shared = { run, word: texts.word }
  return {
    nudge: fill(texts.nudge, shared),
    skill: fill(texts.skill, {
      ...shared,
      else: run === 'spell' ? '' : ` Every \`spell …\` that you read is run as \`${run} …\`.`,
      workflows: workflows
        .map(({ name, folder, named, begin }) => `${name} \`${folder ?? named}\` \`${begin.replace(/^spell/, run)}\``)
        .join('; '),
      used: usedIn(look),
    }),
    command: (spell) => {
      const note = spell === 'lumos' ? '' : ' (a remark: `--note "…"`)'
      return fill(texts.command, { ...shared, spell, Spell: capital(spell), note })
    },
  }
}

/** The workflow of a repository: from its settings, otherwise guessed from its folders. */
function usedIn(look: Look): string {
  const [, named] = /"workflow"\s*:\s*"(\w+)"/.exec(look.read(settingsPath) || '') ?? []
  const isKnown = workflows.some(({ name }) => name === named)
  return isKnown ? `This repository uses ${named}.` : 'In use is the one whose folder is there.'
}

/** A few lines in a Markdown file that an agent always reads. */
export const nudgeIn = (path: string, { nudge }: Told): BlockPiece => ({
  do: 'block',
  path,
  id: 'spell',
  text: nudge,
  comment: 'html',
})

/** A skill in the format of agentskills.io. */
export const skillAt = (folder: string, { skill }: Told): FilePiece => ({
  do: 'file',
  path: `${folder}/spell/SKILL.md`,
  text: `---\nname: spell\ndescription: ${description}\n---\n\n${skill}`,
  comment: 'html',
})

const description =
  'Work in small steps that the developer decides on. For accio, expecto, reparo, reverto, finite, lumos (next, enrich, review, leave, plan, status), and before work where there is a folder .ai.'

/**
 * One custom command of an agent for each spell.
 *
 * @param path of the file for a spell
 * @param write formats the file, given the description and the text (default: the text only)
 */
export const commandsAt = (
  told: Told,
  path: (spell: string) => string,
  write: (description: string, text: string) => string = (_, text) => text,
  comment: FilePiece['comment'] = 'html',
): FilePiece[] =>
  spellNames.map((name) => ({
    do: 'file',
    path: path(name),
    text: write(spells[name].summary, told.command(name)),
    comment,
  }))

/** The usual format: Markdown with a description in its front matter. */
export const withDescription = (about: string, text: string): string => `---\ndescription: "${about}"\n---\n\n${text}`

/**
 * The command with which a hook calls the program: the project's own if there is one, without its package manager,
 * which would take ten times as long. Errors are silent.
 */
export const hookCommand = (look: Look, args: string, projectFolder = ''): string =>
  `${programOf(look, projectFolder)} ${args} || exit 0`

/**
 * Plug'n'Play has no folder of programs.
 * @param projectFolder prefix that leads to the root, if a hook may run in another folder
 */
export const programOf = (look: Look, projectFolder = ''): string =>
  !bringsSpell(look) ? 'spell' : look.isThere('.pnp.cjs') ? 'yarn spell' : `${projectFolder}node_modules/.bin/spell`

/** Adds items to the lists under `hooks` in a JSON file. */
export const hooksIn = (path: string, lists: Readonly<Record<string, unknown>>, version?: number): KeysPiece => ({
  do: 'keys',
  path,
  keys: [
    ...(version === undefined ? [] : [{ at: ['version'], value: version }]),
    ...Object.entries(lists).map(([event, value]) => ({ at: ['hooks', event], value, append: true })),
  ],
})
