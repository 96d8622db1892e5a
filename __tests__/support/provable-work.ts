import { readText } from '../../src/disk/read'
import { openGit } from '../../src/git/git'
import { treesOf } from '../../src/git/tree'
import { type Reach, waitingIn } from '../../src/proof/consent/bound-command'
import { consentsOf, keepConsent } from '../../src/proof/consent/consent'
import { currentCommands } from '../../src/proof/consent/current-commands'
import { beginningOf, workIdOf } from '../../src/work/history/work-id'
import { knownCriteria } from '../../src/work/known'
import type { NewProof } from '../../src/work/proof-log'
import { loadState } from '../../src/work/state/state'
import { workIn } from '../../src/work/work'
import { readCriterion } from '../../src/workflow/criteria/criterion'
import type { Proof } from '../../src/workflow/criteria/status'
import type { Workflow } from '../../src/workflow/flow'
import { engineer } from '../../src/workflows/engineer'
import { addProof } from './add-proof'
import { castIn } from './casting'
import { type Folder, makeFolder, makeRepository, plainEnv } from './folder'
import { gitInTurn } from './git'

export const planPath = '.ai/task/plan.md'
export const proofsPath = '.ai/task/proofs.jsonl'

/** Consents as `spell allow` does once it has been answered. @returns where that is kept */
export async function consent(
  { path }: Pick<Folder, 'path'>,
  state: string,
  reach: Reach = 'always',
  always: readonly string[] = [],
): Promise<string> {
  const { commands } = currentCommands(workIn(path, engineer), { always })
  const consents = consentsOf(workIn(path, engineer), commands, { XDG_STATE_HOME: state })
  return keepConsent(consents, waitingIn(consents), reach, new Date(0))
}

/** A criterion with a command, and further items below it. */
export const criterion = (command: string, ...items: string[]) =>
  `- [ ] a\n  - shell: \`${command}\`\n${items.map((item) => `  - ${item}\n`).join('')}`

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
  commitIgnored(work)
  await consent(work, work.state, 'always', always)
  return work
}

/** Commits all files, also those that git ignores. */
export const commitIgnored = (folder: Pick<Folder, 'path'>): void =>
  gitInTurn(folder, ['add', '--all', '--force'], ['commit', '--quiet', '--message', 'work'])

export const proofsOf = (work: Folder): Proof[] =>
  (work.contents()[proofsPath] ?? '')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))

/** The boxes of the plan, in their order: `x ` is a ticked one before an open one. */
export const boxesOf = (work: Folder): string =>
  [...work.read(planPath).matchAll(/^[-*+] \[(.)\]/gm)].map(([, box]) => box).join('')

/** A key that is undefined is absent. */
type Differences = { readonly [Key in keyof NewProof]?: NewProof[Key] | undefined }

const text = (root: string, workflow: Workflow = engineer) => readText(root, workflow.plan?.file ?? '') ?? ''

/**
 * Keeps a run of each command of a criterion, as proving does; of one without a command, that the developer confirmed it.
 * @param which the number of the criterion, from 1; or a command that the settings ask for
 * @param more what is different from a command that passed
 */
export async function prove(
  folder: Folder,
  which: number | string,
  more: Differences = {},
  workflow: Workflow = engineer,
) {
  const { path: root } = folder
  folder.write({ '.ai/.local/.gitignore': '*\n' })
  const criteria = workflow.plan?.criteria(text(root, workflow)).map(readCriterion) ?? []
  const asked = typeof which === 'string' ? knownCriteria([], [which])[0] : knownCriteria(criteria)[which - 1]
  if (!asked) throw new Error(`there is no criterion ${which}`)
  const { criterion, known } = asked
  const first = beginningOf(root, workflow, loadState(root, workflow).history)
  const work = first && workIdOf(first)
  const said = { ms: 0, output: '', node: 'v20.0.0', os: 'linux x64', time: '2026-08-20T16:00:00.000Z' }
  if (criterion.commands.length === 0) {
    const seen = { command: 0, of: 0, outcome: 'confirmed' } as const
    addProof(root, workflow, { ...said, ...(work && { work }), ...known, ...seen, ...more } as NewProof)
    return
  }
  const trees = await treesOf(openGit(root, plainEnv))
  for (const [index, command] of criterion.commands.entries())
    addProof(root, workflow, {
      ...said,
      ...(work && { work }),
      ...known,
      command: index + 1,
      of: criterion.commands.length,
      shell: command.text,
      outcome: 'passed',
      exit: 0,
      ms: 1200,
      output: 'a'.repeat(64),
      ...(trees && 'treeAll' in trees && { tree: trees.tree, treeAll: trees.treeAll }),
      ...more,
    } as NewProof)
}

/** The developer confirms what is theirs to say. */
export async function confirmAll(folder: Folder): Promise<void> {
  const criteria = engineer.plan?.criteria(text(folder.path)).map(readCriterion) ?? []
  for (const [index, { byDeveloper }] of criteria.entries()) if (byDeveloper) await prove(folder, index + 1)
}

/** Keeps what shows every criterion that asks to be shown. */
export async function proveAll(folder: Folder): Promise<void> {
  const criteria = engineer.plan?.criteria(text(folder.path)).map(readCriterion) ?? []
  for (const [index, { commands, byDeveloper }] of criteria.entries())
    if (byDeveloper || commands.length > 0) await prove(folder, index + 1)
}
