import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Answer } from '../src/cast/answer/answer'
import { type CastContext, cast } from '../src/cast/cast'
import { playTour } from '../src/commands/tour/tour'
import { openGit } from '../src/git/git'
import { treesOf } from '../src/git/tree'
import { consentsOf, keepConsent } from '../src/proof/consent/consent'
import { currentCommands } from '../src/proof/consent/current-commands'
import { seeingClone } from '../src/word/message-sources'
import { idOf } from '../src/work/history/work-id'
import { knownIn } from '../src/work/known'
import { withProof } from '../src/work/proof-log'
import { standard } from '../src/work/settings/settings'
import { workIn } from '../src/work/work'
import { readCriterion } from '../src/workflow/criteria/criterion'
import type { Texts } from '../src/workflow/texts'
import { engineer } from '../src/workflows/engineer'
import { file } from '../src/workflows/engineer/files'
import { compileTour } from './compile-templates'

const playedAt = new Date('2026-08-20T15:30:00Z')

/** A context in which the tour is the same each time. */
const tourContext = (texts: Texts, root: string, env: CastContext['env']): CastContext => ({
  root,
  now: playedAt,
  env,
  texts,
  wait: 0,
  newWork: () => '00000000',
  head: () => undefined,
  clone: seeingClone(root, playedAt),
})

/** Plays the first casts of the tour, for a picture in the documentation. @returns what `use` makes of the last one */
export async function playCasts<T>(
  texts: Texts,
  count: number,
  use: (answer: Answer, here: CastContext) => Promise<T>,
): Promise<T> {
  const steps = compileTour('templates/tour').filter(({ runs }) => runs === 'accio')
  const made: T[] = []
  let left = count
  await playTour(steps, process.env, async ({ runs }, root, env) => {
    const here = tourContext(texts, root, env)
    const answer = await cast(workIn(root, engineer), runs, here)
    if (--left > 0) return true
    made.push(await use(answer, here))
    return false
  })
  const [last] = made
  if (last === undefined) throw new Error('The tour has too few casts')
  return last
}

/** Writes results, allows the commands, keeps a run of the first criterion's, and ticks it, as proving does. */
export async function wellUnderWay(here: CastContext): Promise<CastContext> {
  const { root, env, now } = here
  const work = workIn(root, engineer)
  const plan = work.plan ?? ''
  writeFileSync(join(root, file.plan), plan.replace('[ ]', '[x]'))
  writeFileSync(join(root, file.results), 'Orders are printed.\n')
  const { commands } = currentCommands(work, standard.proof)
  const consents = consentsOf(work, commands, env)
  await keepConsent(consents, consents.commands, 'work', now)
  const id = idOf(work)
  const [known] = knownIn(engineer.plan?.criteria(plan).map(readCriterion) ?? [])
  const trees = await treesOf(openGit(root, env))
  if (!known || !trees || !('treeAll' in trees)) throw new Error('The tour has nothing to prove')
  withProof(work, {
    time: now.toISOString(),
    ...(id && { work: id }),
    ...known,
    command: 1,
    of: 1,
    argv: ['node', 'shop.js'],
    outcome: 'passed',
    exit: 0,
    ms: 100,
    output: '0'.repeat(64),
    tree: trees.tree,
    treeAll: trees.treeAll,
    node: 'v20.17.0',
    os: 'linux x64',
  })
  return here
}
