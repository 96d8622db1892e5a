import { namesIn } from '../../disk/read'
import { definitionsFolder } from './settings'

/** @returns the names of the workflows that a repository defines */
export const definedIn = (root: string): string[] =>
  namesIn(root, definitionsFolder).flatMap((file) => nameIn(file) ?? [])

const nameIn = (file: string): string | undefined => /^([a-z][a-z0-9-]*)\.yaml$/.exec(file)?.[1]

/** @returns the paths of the files beside them that are meant as workflows, and have a name that none can have */
export const misnamedIn = (root: string): string[] =>
  namesIn(root, definitionsFolder)
    .filter((file) => /\.ya?ml$/i.test(file) && nameIn(file) === undefined)
    .map((file) => `${definitionsFolder}/${file}`)

export const whyMisnamed =
  'is no workflow: its name needs small letters, digits and hyphens, with a letter first, and `.yaml`'

/** @returns the same as a sentence for each */
export const misnamedHere = (root: string): string[] => misnamedIn(root).map((path) => `${path} ${whyMisnamed}.`)
