import { isOpen, prospect } from '../../answer/compose'
import { capital, fill, plain } from '../../answer/markdown'
import type { Texts } from '../../answer/texts'
import { type CastContext, cast } from '../../cast/cast'
import { titleOf } from '../../cli/title'
import { isGoal } from '../../engine/place'
import { filesUnder, readBeginning } from '../../store/disk/read'
import { type HistoryLine, parseLine } from '../../store/history/history-line'
import { historyPath } from '../../store/history/paths'
import { linesOf } from '../../store/history/text-lines'
import { othersTurn } from '../../store/history/turns'
import { readProofs } from '../../store/proofs/proof-log'
import { freshIn } from '../../store/proofs/standings'
import { loadSettings } from '../../store/settings/settings'
import { linesAfter, loadState, type Saved, seeStill } from '../../store/state/state'
import { type PlannedCriterion, readCriterion, reportsOf } from '../../workflows/proving/criterion'
import type { Workflow } from '../../workflows/workflow'
import { phaseOf } from '../../works/phases'
import { check } from '../check/check'
import type { Piece } from '../check/pieces'
import { proofRows } from '../proof/proof-rows'
import { writtenIn } from '../proof/written'
import { decisionInCollab } from './collab-part'
import { decisionInDiscovery } from './discovery-part'
import { decisionInHope } from './hope-part'
import type { NextWord, WorkReport } from './model'
import { type DecisionIn, followStory, type Story } from './story'
import { reportOf } from './work-report'

/** How many lines to read before yielding to other tasks: a few milliseconds of work. */
const linesInTurn = 1024

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
  const stateTitle = titleOf(workflow, state)
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
    story: await storyOf(root, workflow, saved),
    findings: await findingsOf(piece, ctx),
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
  const { treesOf } = await import('../../git/tree')
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
  return (writtenIn(root, workflow)?.criteria ?? []).map((each) => ({ ...each, ticked: true }))
}

async function storyOf(root: string, workflow: Workflow, saved: Saved): Promise<Story> {
  const titles = new Map<string, string>()
  const title = (state: string) => {
    const known = titles.get(state) ?? titleOf(workflow, state)
    titles.set(state, known)
    return known
  }
  const story = followStory(workflow, title, decisions[workflow.definition.name] ?? (() => undefined))
  for (const { number, text, ended } of linesOf(root, historyPath(workflow))) {
    const line = ended ? parseLine(text) : undefined
    if (line) story.take(line)
    if (number % linesInTurn === 0) await othersTurn()
  }
  for (const line of onlyInState(saved)) story.take(line)
  return story.end()
}

/** Of an interrupted step. */
const onlyInState = ({ tail, history }: Saved): readonly HistoryLine[] => linesAfter(tail, history) ?? []

/** What is told elsewhere in a report, or says only that work is not finished. */
const toldElsewhere: readonly string[] = [
  'error-state',
  'pending-archive',
  'file-missing',
  'criterion-not-proven',
  'step-unfinished',
]

async function findingsOf(piece: Piece, { root, env, now }: CastContext): Promise<WorkReport['findings']> {
  const { findings } = await check(root, env, now, { requirement: 'any', noOverrides: false }, titleOf, [piece])
  return findings.filter(({ rule }) => !toldElsewhere.includes(rule)).map(({ rule, message }) => ({ rule, message }))
}

/** What can be said now, as Lumos lists it. */
async function nextWords(workflow: Workflow, ctx: CastContext): Promise<NextWord[]> {
  const { spells } = await cast(workflow, workflow.look, ctx)
  return spells
    .filter((offer) => isOpen(offer) && offer.outcome !== 'shown')
    .map((offer) => ({ say: sayOf(offer.name, ctx.texts), summary: plain(prospect(offer)) }))
}

const sayOf = (event: string, { words, phrases }: Texts): string =>
  plain(fill(words.name, { event, spell: capital(event), plain: phrases[event] ?? event }))
