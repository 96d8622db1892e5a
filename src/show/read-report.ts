import { isOpen, prospect } from '../cast/answer/offers'
import { type CastContext, cast } from '../cast/cast'
import { check } from '../check/check'
import { filesUnder, readBeginning } from '../disk/read'
import { isGoal } from '../engine/place'
import { getOrInsert } from '../engine/records'
import type { changesBetween } from '../git/changes'
import { type Git, withGit } from '../git/git'
import { keptLines } from '../proof/gathered-output'
import { rowsHere } from '../proof/proof-rows'
import { capital, fill, plain } from '../text/markdown-parts'
import { stepsGranted } from '../word/grant'
import { idOf } from '../work/history/work-id'
import { proofLogOf } from '../work/proof-log'
import { loadSettings } from '../work/settings/settings'
import { titleIn } from '../work/texts'
import type { Work } from '../work/work'
import type { DecisionIn } from '../workflow/reporting'
import type { Texts } from '../workflow/texts'
import type { NextWord, WorkReport } from './model'
import { followStory } from './story'
import { type Loaded, reportOf } from './work-report'

/** No text that a report quotes needs to be longer, in bytes; a plan is always read whole. */
const mostBytes = 64 * 1024
const mostJsonBytes = 4 * 1024 * 1024

/** The newest of each kind. */
const mostFiles = 400

/**
 * Builds the report of a piece of work; `ctx` has its workflow's texts. Writes nothing, and runs no command.
 *
 * @param between asks git what has changed (default: that is not asked)
 */
export const readReport = (work: Work, ctx: CastContext, between?: typeof changesBetween): Promise<WorkReport> =>
  withGit(work.root, ctx.env, (git) => reportIn(git, work, ctx, between))

async function reportIn(git: Git, work: Work, ctx: CastContext, between?: typeof changesBetween): Promise<WorkReport> {
  const { flow, folder, isArchived, saved } = work
  const { definition } = flow
  const { current: state, context } = saved.archiving ?? saved
  const stateTitle = titleIn(ctx.texts, flow, state)
  const files = filesOf(work)
  const id = idOf(work)
  const { phaseOnBoard, report } = flow.entry
  const { partOf, decisionIn } = await report()
  const granted = isArchived ? undefined : await stepsGranted(work, ctx)
  const { changedIn, ...record } = await recordOf(git, work, ctx, decisionIn)
  const { began, ended } = record.story.way
  const changes = await between?.(git, began, isArchived ? ended : undefined)
  const { rows } = await rowsHere(work, (await loadSettings(work.root, ctx.env)).proof, git)
  const written = rows.flatMap(({ isAlways, criterion }) => (isAlways ? [] : [criterion]))
  const loaded: Loaded = {
    workflow: definition.name,
    work: work.name,
    folder,
    isArchived,
    ...(id && { id }),
    state,
    stateTitle,
    phase: phaseOnBoard(state),
    isGoal: isGoal(definition, state),
    ending: flow.states.endsAs?.(state, context, isArchived),
    context,
    files,
    rows,
    changed: changedIn(written, proofLogOf(work).proofs),
    printed: (known, index, sha256) => keptLines(work.root, known, index, sha256),
    ...record,
    changes: changes ?? null,
    ...(granted !== undefined && { granted }),
    next: isArchived ? [] : await nextWords(work, ctx),
  }
  return reportOf(loaded, partOf)
}

/** The texts of a folder by their paths in it; of archived tasks and reviews only the newest. */
function filesOf(work: Work): Record<string, string> {
  const { root, folder, flow } = work
  const textOf = (path: string) =>
    path === flow.plan?.file
      ? work.plan
      : readBeginning(root, path, path.endsWith('.json') ? mostJsonBytes : mostBytes)?.text
  const wanted = filesUnder(root, folder)
    .map((path) => path.slice(folder.length + 1))
    .filter(
      (path) =>
        /^(?:(?:tasks|pr-reviews)\/[^/]+\/|documents\/|artifacts\/)?[^/]+\.(?:md|json)$/.test(path) &&
        path !== 'state.json',
    )
  const isArchived = (path: string) => /^(?:tasks|pr-reviews)\//.test(path)
  const archived = wanted.filter(isArchived).toSorted((one, other) => (stampIn(one) < stampIn(other) ? -1 : 1))
  return Object.fromEntries(
    [...wanted.filter((path) => !isArchived(path)), ...archived.slice(-mostFiles)].flatMap((path) => {
      const text = textOf(`${folder}/${path}`)
      return text === undefined ? [] : [[path, text]]
    }),
  )
}

const stampIn = (path: string): string => /\d{4}-\d\d-\d\d-\d{4}/.exec(path)?.[0] ?? ''

/** What the history tells, and what a check finds in it: both are read in one go. */
async function recordOf(
  git: Git,
  work: Work,
  { env, now, texts }: CastContext,
  decisionIn: DecisionIn,
): Promise<Pick<Loaded, 'story' | 'findings'> & Pick<ReturnType<typeof followStory>, 'changedIn'>> {
  const { root, flow } = work
  const titles = new Map<string, string>()
  const story = followStory(flow, (state) => getOrInsert(titles, state, () => titleIn(texts, flow, state)), decisionIn)
  const request = { requirement: 'any', noOverrides: false, each: story.take, git } as const
  const { findings } = await check(root, env, now, request, (...state) => titleIn(texts, ...state), [work])
  for (const line of work.saved.unlogged) story.take(line)
  return {
    story: story.end(),
    changedIn: story.changedIn,
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
async function nextWords(work: Work, ctx: CastContext): Promise<NextWord[]> {
  const { spells } = await cast(work, work.flow.look, ctx)
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
