import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { type Folder, madeOnce, makeRepository } from './folder'
import { commitAll, gitIn } from './git'
import { spellHere } from './packed-program'
import { repository } from './source-files'

/** @returns a repository with the examples of the docs */
export function withExamples(): Folder {
  const folder = makeRepository()
  cpSync(join(repository, 'docs/workflows'), join(folder.path, '.ai/workflows'), { recursive: true })
  commitAll(folder, 'workflows')
  return folder
}

export interface Told {
  readonly exitCode: number | null
  readonly outcome?: string
  readonly to?: string
  readonly developer: string
  readonly ai: string
  readonly code?: string
  readonly fix?: string
  readonly message?: string
  readonly details?: readonly string[]
  readonly workflow?: string
  readonly spells?: readonly { readonly name: string; readonly available: boolean }[]
}

/** Runs a command of the packed program. */
export function say({ path }: Folder, ...words: string[]): Told {
  const { stdout, stderr, exitCode } = spellHere(path, [...words, '--json'])
  return { developer: '', ai: '', ...JSON.parse(stdout || stderr), exitCode }
}

/** Lets git know another person. */
export const as = (folder: Folder, person: string) => gitIn(folder, 'config', 'user.email', `${person}@example.com`)

/** Leads an RFC to where it waits for its readers. */
export function written(folder: Folder): void {
  say(folder, 'rfc', 'new', 'cache')
  folder.write({ '.ai/work/cache/question.md': 'Who needs a cache?\n' })
  say(folder, 'rfc', 'next')
  folder.write({ '.ai/work/cache/proposal.md': 'A small one.\n' })
  say(folder, 'rfc', 'next')
}

export const rfc = madeOnce(() => {
  const folder = withExamples()
  written(folder)
  return folder
})
