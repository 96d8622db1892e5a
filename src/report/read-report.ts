import { isOpen, prospect } from '../answer/compose'
import { capital, fill, plain } from '../answer/markdown'
import type { Texts } from '../answer/texts'
import { cast } from '../cast/cast'
import type { CastContext } from '../cast/context'
import { titleIn } from '../cli/title'
import { filesUnder, readBeginning } from '../disk/read'
import { isGoal } from '../engine/place'
import { kept } from '../engine/records'
import type { Workflow } from '../flows/flow'
import { type PlannedCriterion, readCriterion, reportsOf } from '../proof/criteria/criterion'
import { criteriaAtHand } from '../proof/criteria-at-hand'
import { proofRows } from '../proof/proof-rows'
import { freshIn } from '../proof/standing/standings'
import { check } from '../rules/check/check'
import type { Piece } from '../rules/check/pieces'
import { loadSettings } from '../settings/settings'
import { phaseOf } from '../work/phases'
import { readProofs } from '../work/proof-log'
import { loadState, type Saved, seeStill } from '../work/state/state'
import { workIn } from '../work/work'
import { decisionInCollab } from './collab-part'
import { decisionInDiscovery } from './discovery-part'
import { decisionInHope } from './hope-part'
import type { NextWord, WorkReport } from './model'
import { type DecisionIn, followStory, type Story } from './story'
import { reportOf } from './work-report'

/** No text that a report quotes needs to be longer, in bytes; a plan is always read whole. */
const mostBytes = 64 * 1024
const mostPlanBytes = 4 * 1024 * 1024

/** The newest of each kind. */
const mostFiles = 400

const decisions: Readonly<Record<string, DecisionIn>> = {
  discovery: decisionInDiscovery,
  collab: decisionInCollab,
  hope: decisionInHope,
}

/**
 * Reads a piece of work and builds its report. Writes nothing, and runs none of its commands.
 *
 * @param ctx with the texts of its workflow
 * @throws Failure if the state, the history or the settings cannot be read, or git fails
 */
export async function readReport(piece: Piece, ctx: CastContext): Promise<WorkReport> {
  const { root } = ctx
  const { workflow, isArchived, id } = piece
  const { definition, folder } = workflow
  const saved = seeStill(root, workflow, () => loadState(root, workflow))
  const { current: state, context } = saved.archiving ?? saved
  const stateTitle = titleIn(ctx.texts, workflow, state)
  const files = filesOf(root, workflow)
  return reportOf({
    workflow: definition.name,
    work: piece.name,
    folder,
    isArchived,
    ...(id && { id }),
    state,
    stateTitle,
    phase: phaseOf(definition.name, state),
    isGoal: isGoal(definition, state),
    context,
    files,
    rows: await rowsOf(piece, ctx, files),
    ...(await recordOf(piece, saved, ctx)),
    next: isArchived ? [] : await nextWords(workflow, ctx),
  })
}

/** The texts of a folder by their paths in it; of archived tasks and reviews only the newest. */
function filesOf(root: string, { folder }: Workflow): Record<string, string> {
  const wanted = filesUnder(root, folder)
    .map((path) => path.slice(folder.length + 1))
    .filter(
      (path) =>
        /^(?:(?:tasks|pr-reviews)\/[^/]+\/|documents\/|artifacts\/)?[^/]+\.(?:md|json)$/.test(path) &&
        path !== 'state.json',
    )
  const shallow = wanted.filter((path) => !/^(?:tasks|pr-reviews)\//.test(path))
  const newest = wanted
    .filter((path) => !shallow.includes(path))
    .toSorted((one, other) => (stampIn(one) < stampIn(other) ? -1 : 1))
    .slice(-mostFiles)
  return Object.fromEntries(
    [...shallow, ...newest].flatMap((path) => {
      const most = path === 'plan.md' || path.endsWith('.json') ? mostPlanBytes : mostBytes
      const text = readBeginning(root, `${folder}/${path}`, most)?.text
      return text === undefined ? [] : [[path, text]]
    }),
  )
}

const stampIn = (path: string): string => /\d{4}-\d\d-\d\d-\d{4}/.exec(path)?.[0] ?? ''

/** What commands can show, with their proofs. git is asked only if something was proven, and can still change. */
async function rowsOf(
  { workflow, isArchived, id }: Piece,
  { root, env }: CastContext,
  files: Readonly<Record<string, string>>,
) {
  const { proof } = await loadSettings(root, env)
  const criteria = criteriaOf(root, workflow, files)
  const { proofs } = readProofs(root, workflow, id)
  const always = workflow.plan && !isArchived ? proof.always : []
  if (isArchived || proofs.length === 0) return proofRows(criteria, always, proofs, () => true).rows
  const { treesOf } = await import('../git/tree')
  const trees = await treesOf(root, env, reportsOf(criteria))
  const isHidden = trees !== undefined && 'hidden' in trees && trees.hidden.length > 0
  const treeAll = trees && 'treeAll' in trees ? trees.treeAll : undefined
  return proofRows(criteria, always, proofs, isHidden ? () => false : freshIn(root, { treeAll })).rows
}

function criteriaOf(
  root: string,
  workflow: Workflow,
  files: Readonly<Record<string, string>>,
): readonly PlannedCriterion[] {
  if (workflow.plan) return workflow.plan.criteria(files['plan.md'] ?? '').map(readCriterion)
  // Whether it is claimed is the workflow's own; here the question is what the proofs show.
  return (criteriaAtHand(root, workflow)?.criteria ?? []).map((each) => ({ ...each, ticked: true }))
}

/** What the history tells, and what a check finds in it: both are read in one go. */
async function recordOf(
  piece: Piece,
  saved: Saved,
  { root, env, now, texts }: CastContext,
): Promise<{ readonly story: Story; readonly findings: WorkReport['findings'] }> {
  const { workflow } = piece
  const titles = new Map<string, string>()
  const story = followStory(
    workflow,
    (state) => kept(titles, state, () => titleIn(texts, workflow, state)),
    decisions[workflow.definition.name] ?? (() => undefined),
  )
  const request = { requirement: 'any', noOverrides: false, each: story.take } as const
  const { findings } = await check(root, env, now, request, (...state) => titleIn(texts, ...state), [piece])
  for (const line of saved.unlogged) story.take(line)
  return {
    story: story.end(),
    findings: findings
      .filter(({ rule }) => !toldElsewhere.includes(rule))
      .map(({ rule, message }) => ({ rule, message })),
  }
}

/** What is told elsewhere in a report, or says only that work is not finished. */
const toldElsewhere: readonly string[] = [
  'error-state',
  'pending-archive',
  'file-missing',
  'criterion-not-proven',
  'step-unfinished',
]

/** @returns what can be said now, as Lumos lists it. Throws as a look does */
export async function nextWords(workflow: Workflow, ctx: CastContext): Promise<NextWord[]> {
  const { spells } = await cast(workIn(ctx.root, workflow), workflow.look, ctx)
  return spells
    .filter((offer) => isOpen(offer) && offer.outcome !== 'shown')
    .map((offer) => ({
      say: sayOf(offer.name, ctx.texts),
      summary: plain(prospect(offer)),
      event: offer.name,
      to: [...new Set([offer, ...(offer.then ?? [])].map(({ to }) => to))],
    }))
}

const sayOf = (event: string, { words, phrases }: Texts): string =>
  plain(fill(words.name, { event, spell: capital(event), plain: phrases[event] ?? event }))
