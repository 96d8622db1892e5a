import { engineer } from '../../src/flows/engineer'
import { commandsAtHand } from '../../src/proof/commands-at-hand'
import { consentsOf, keepConsent, type Reach, waitingIn } from '../../src/proof/consent'
import type { Proof } from '../../src/proof/criteria/proof'
import { workIn } from '../../src/work/work'
import { castIn } from './casting'
import { type Folder, makeFolder } from './folder'
import { makeRepository } from './git-repository'
import { git, gitInTurn } from './team-repository'

export const planPath = '.ai/task/plan.md'
export const proofsPath = '.ai/task/proofs.jsonl'

/** Consents as `spell allow` does once it has been answered. @returns where that is kept */
export async function consent(
  { path }: Pick<Folder, 'path'>,
  state: string,
  reach: Reach = 'always',
  always: readonly string[] = [],
): Promise<string> {
  const { commands } = commandsAtHand(workIn(path, engineer), { always })
  const consents = consentsOf(workIn(path, engineer), commands, { XDG_STATE_HOME: state })
  await keepConsent(consents, waitingIn(consents), reach, new Date(0))
  return consents.path
}

/** Work whose plan has commands, which may run. */
export interface ProvableWork extends Folder {
  /** The folder that consents are kept in. */
  readonly state: string
}

/** Work with a first step, all of it committed, whose commands the developer has allowed. */
export async function makeProvable(
  plan: string,
  files: Readonly<Record<string, string>> = {},
  always: readonly string[] = [],
): Promise<ProvableWork> {
  const settings = always.length > 0 ? { '.ai/spell.json': JSON.stringify({ proof: { always } }) } : {}
  const work = { ...makeRepository({ ...files, ...settings }), state: makeFolder().path }
  await castIn(work, 'accio')
  work.write({ [planPath]: plan })
  commitAll(work)
  await consent(work, work.state, 'always', always)
  return work
}

/** Runs git with a name and an address. @returns what it prints */
export const gitIn = (folder: Pick<Folder, 'path'>, ...args: readonly string[]): string =>
  git(folder, ...args).trimEnd()

export const commitAll = (folder: Pick<Folder, 'path'>): void =>
  gitInTurn(folder, ['add', '--all', '--force'], ['commit', '--quiet', '--message', 'work'])

/** The proofs that are kept, the oldest first. */
export const proofsOf = (work: Folder): Proof[] =>
  (work.contents()[proofsPath] ?? '')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))

/** The boxes of the plan, in their order: `x ` is a ticked one before an open one. */
export const boxesOf = (work: Folder): string =>
  [...work.read(planPath).matchAll(/^[-*+] \[(.)\]/gm)].map(([, box]) => box).join('')
