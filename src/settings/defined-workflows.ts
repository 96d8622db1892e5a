import { namesIn } from '../disk/read'
import { definitionsFolder } from './settings'

/** @returns the names of the workflows that a repository defines */
export const definedIn = (root: string): string[] =>
  namesIn(root, definitionsFolder).flatMap((file) => /^([a-z][a-z0-9-]*)\.yaml$/.exec(file)?.[1] ?? [])
