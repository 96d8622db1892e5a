import type { Work } from './work'

/** A piece of work as a document names it. */
export interface Named {
  readonly workflow: string
  readonly work: string
  readonly folder: string
}

export const namedAs = ({ flow, name, folder }: Work): Named => ({ workflow: flow.definition.name, work: name, folder })

/** @returns the piece of work that a path is of; nulls for what is of no single one, such as the settings */
export function whose(path: string, works: readonly Named[]): { workflow: string | null; work: string | null } {
  const found = works.find(({ folder }) => path === folder || path.startsWith(`${folder}/`))
  return { workflow: found?.workflow ?? null, work: found?.work ?? null }
}
