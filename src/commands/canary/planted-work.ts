import { join } from 'node:path'
import { cast } from '../../cast/cast'
import type { CastContext } from '../../cast/context'
import { readText } from '../../disk/read'
import { makeExecutable } from '../../disk/throwaway'
import { fromJson, isRecord } from '../../failure/json'
import { engineer } from '../../flows/engineer'
import { makeRepository } from '../../git/repository'
import { treesOf } from '../../git/tree'
import { commitEverything } from '../../git/trial-commit'
import { knownIn, readCriterion } from '../../proof/standing/standings'
import { settingsPath } from '../../settings/settings'
import { beginningOf, workIdOf } from '../../work/history/work-id'
import { addProof, type NewProof } from '../../work/proof-log'

/** A small piece of work in a folder that is thrown away. */
export interface CanaryWork {
  readonly root: string
  /** Of casts there. */
  readonly ctx: CastContext
  /** @param path relative to the root */
  readonly write: (path: string, text: string) => void
}

export const paths = {
  plan: '.ai/task/plan.md',
  state: '.ai/task/state.json',
  history: '.ai/task/history.jsonl',
  proofs: '.ai/task/proofs.jsonl',
  results: '.ai/task/task-results.md',
  settings: settingsPath,
} as const

const plan = `# Canary

- [ ] It sings
  - run: \`node sing.mjs\`
  - expect: stdout contains \`la\`
- [ ] It flies
  - run: \`node fly.mjs\`
- [ ] It is yellow
  - by: developer
`

/** @returns the settings, of which those of the guard are tried; those of proof are ours, so that they can be weakened */
function settingsFrom(text: string | undefined): string {
  const given = fromJson(text ?? '{}')
  const guard = isRecord(given) ? given.guard : undefined
  return `${JSON.stringify({ ...(guard !== undefined && { guard }), proof: { required: true } }, null, 2)}\n`
}

/** Where the hook looks for the program first. */
const installed = 'node_modules/.bin/spell'

/**
 * Leads work to where its only task is archived and nothing is ticked yet, and commits it.
 *
 * @param settings the text of those that are tried, which has no mistake
 * @param program what the hook is to call: the start of a command line
 * @throws Failure if git fails
 */
export async function makeWork(work: CanaryWork, settings: string | undefined, program: string): Promise<void> {
  const { root, ctx, write } = work
  await makeRepository(root)
  write('sing.mjs', "console.log('la')\n")
  write('fly.mjs', '')
  write('.gitignore', 'node_modules/\n')
  write(installed, `#!/bin/sh\nexec ${program} "$@"\n`)
  makeExecutable(join(root, installed))
  write(paths.settings, settingsFrom(settings))
  const accio = () => cast(engineer, 'accio', ctx)
  await accio()
  write('.ai/task/context.md', '# Context\n\nA canary shows that a mine is safe.\n')
  await accio()
  write(paths.plan, plan)
  await accio()
  write('.ai/task/task.md', '---\ntask_name: canary\n---\n\n# Task\n\nRaise it.\n')
  await accio()
  write(paths.results, '## Achieved\n\nIt was raised.\n')
  await accio()
  await commitEverything(root, ctx.env)
}

/** Goes on to where a review was applied and waits to be archived. */
export async function review({ ctx, write }: CanaryWork): Promise<void> {
  await cast(engineer, 'reparo', ctx)
  write('.ai/task/comments.md', '# Comments\n\nLouder.\n')
  await cast(engineer, 'accio', ctx)
  write('.ai/task/review-task.md', '# Review\n\nSing louder.\n')
  await cast(engineer, 'accio', ctx)
}

/** Changes a file of the work, which must have what is changed. */
export function change({ root, write }: CanaryWork, path: string, from: RegExp | string, to: string): void {
  const before = readText(root, path) ?? ''
  const after = before.replace(from, to)
  if (after === before) throw new Error(`${path} of the canary does not have ${from}`)
  write(path, after)
}

/** Ticks the first criteria. */
export function tick(work: CanaryWork, count = 3): void {
  for (let left = count; left > 0; left--) change(work, paths.plan, '- [ ]', '- [x]')
}

/**
 * Keeps a proof of the command of a criterion, as if it had been run. Nothing runs.
 *
 * @param number of the criterion, from 1
 */
export async function prove({ root, ctx }: CanaryWork, number: number, more: Partial<NewProof> = {}): Promise<void> {
  const criteria = engineer.plan?.criteria(readText(root, paths.plan) ?? '').map(readCriterion) ?? []
  const known = knownIn(criteria)[number - 1]
  const trees = await treesOf(root, ctx.env)
  const first = beginningOf(root, engineer)
  const work = first && workIdOf(first)
  addProof(root, engineer, {
    time: ctx.now.toISOString(),
    ...(work && { work }),
    criterion: known?.criterion ?? '',
    commands: known?.commands ?? '',
    command: 1,
    of: 1,
    shell: criteria[number - 1]?.commands[0]?.text ?? '',
    outcome: 'passed',
    exit: 0,
    ms: 1,
    output: 'a'.repeat(64),
    ...(trees && 'treeAll' in trees && { tree: trees.tree, treeAll: trees.treeAll }),
    node: 'v20.0.0',
    os: 'linux x64',
    ...more,
  })
}

/** Does what is left to do, honestly. */
export async function finish(work: CanaryWork): Promise<void> {
  await prove(work, 1)
  await prove(work, 2)
  tick(work)
}
