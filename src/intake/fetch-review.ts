import type { Answer } from '../cast/answer/answer'
import { answerToCommand } from '../cast/answer-command'
import { type CastContext, cast } from '../cast/cast'
import { decide } from '../cast/decide'
import { readWorld } from '../cast/read'
import { digestOf } from '../disk/digest'
import { freePath } from '../disk/free-path'
import { asidePath } from '../disk/local'
import { readText } from '../disk/read'
import { replaceFile } from '../disk/replace-file'
import { timestampOf } from '../disk/stamp'
import { type Gathered, requestOf, writeComments } from '../review/comments-file'
import { gather } from '../review/gather'
import { type Entry, isSpoken, lastLineOf, notesIn, readComments } from '../review/read-comments'
import { countsOf, type PullRequest } from '../review/review'
import { attemptAsync, exit, Failure } from '../text/failure'
import { fill, firstOf } from '../text/markdown-parts'
import { settingsOf } from '../work/settings/settings'
import type { Work } from '../work/work'
import { change, stampOf } from '../work/writing'
import type { Settings } from '../workflow/settings'
import { file } from '../workflows/engineer/files'

/** What the user has asked for; otherwise the settings have. */
export interface Fetching {
  /** A number or a URL, as typed. */
  readonly pullRequest: string | undefined
  readonly tell: (message: string) => void
}

/** What was fetched, for `--json`. */
interface Fetched {
  readonly pullRequest: Pick<PullRequest, 'repository' | 'number' | 'title' | 'url' | 'state'> | null
  readonly threads: ReturnType<typeof countsOf>
  readonly reviews: number
  readonly comments: number
}

export type Answered = Answer & { readonly fetched?: Fetched }

const commentsOf = ({ folder }: Work): string => `${folder}/comments.md`
/** The path of its template. */
const { comments: template } = file

/** The states in which comments.md is in use: there it is fetched again, without a step of the table. */
const gathering: readonly string[] = ['PR_GATHERING_COMMENTS_G', 'PR_GATHERING_COMMENTS_A']

/**
 * Casts Reparo with the comments of the pull request instead of the template of comments.md. They are fetched first, as
 * a value. If Reparo does not create comments.md, nothing is fetched. If that file is already in use and the user has
 * asked, it is updated instead. If only the settings asked for it, or if there is no network, an error becomes a
 * warning, and the agent is asked to gather the comments.
 *
 * @throws Failure as `cast` and `gather` do
 */
export async function reparo(
  work: Work,
  ctx: CastContext,
  fetching: Fetching | undefined,
  note?: string,
): Promise<Answered> {
  const asked = fetching !== undefined
  const { pullRequest, tell = () => {} } = fetching ?? {}
  const settings = await settingsOf(ctx)
  const world = await readWorld(work.again(), 'reparo', { ...ctx, settings })
  const state = world.saved.current
  const creates = decide(world, 'reparo').step.effects.flatMap((effect) =>
    effect.do === 'create' ? [effect.file] : [],
  )
  const refreshes = asked && gathering.includes(state)
  if (!refreshes && !creates.includes(commentsOf(work))) return cast(work, 'reparo', ctx, note)

  const { root, env } = ctx
  const gathered = await attemptAsync(() => gather({ root, env, pullRequest, tell }))
  if (!(gathered instanceof Failure)) {
    if (refreshes) return refresh(work, ctx, settings, gathered, note)
    const answer = await cast(work, 'reparo', await fetchedEdge(work, ctx, gathered), note)
    return { ...answer, fetched: fetchedOf(gathered) }
  }
  const { code, message, fix } = gathered
  if (refreshes || (asked && code !== 'offline')) throw gathered
  const warnings = [`The comments were not fetched: ${message} To try again: ${fix}`]
  return cast(work, 'reparo', { ...ctx, warnings }, note)
}

/** The context of the cast, with the fetched text instead of the template. */
async function fetchedEdge(work: Work, ctx: CastContext, gathered: Gathered): Promise<CastContext> {
  const { texts, now, root } = ctx
  const comments = commentsOf(work)
  const before = readText(root, comments)
  const read = readComments(before ?? '')
  const text = withDigest(writeComments(gathered, timestampOf(now), notesIn(read), false))
  const { [template]: _, ...digests } = texts.digests
  const { ai = '', happened = '' } = texts.rows.get('fetched') ?? {}
  const values = { folder: work.folder, found: gatheredText(gathered) }
  const said = { ai: fill(ai, values), happened: fill(happened, values) }
  const creating = work.flow.definition.rows.filter(
    ({ on, effects = [] }) =>
      on === 'reparo' && effects.some((effect) => effect.do === 'create' && effect.file === comments),
  )
  const rows = new Map(creating.map(({ id }) => [id, { ...texts.rows.get(id), ...said }]))
  return {
    ...ctx,
    warnings: [...warningsOf(gathered), ...changedSince(read.entries, text)],
    texts: {
      ...texts,
      files: { get: (path) => (path === template ? text : texts.files.get(path)) },
      digests,
      rows: { get: (id) => rows.get(id) ?? texts.rows.get(id) },
    },
  }
}

/**
 * Updates comments.md. The developer's notes under threads stay. The old file is kept: next to the new one if the user
 * has edited it elsewhere, otherwise with the files that undo sets aside.
 */
async function refresh(
  work: Work,
  ctx: CastContext,
  settings: Settings,
  gathered: Gathered,
  note: string | undefined,
): Promise<Answered> {
  const { root, now, wait, texts } = ctx
  const comments = commentsOf(work)
  if (!gathered.review) {
    const message = `There is no ${gathered.request} of the branch in ${gathered.repository}; ${comments} is as it was.`
    throw new Failure(exit.notPossible, 'no-pull-request', message, 'spell reparo --fetch --pr NUMBER')
  }
  const made = await change(work, 'reparo', { now, wait }, async ({ saved: { current } }) => {
    // Fetching takes time, so the state may have changed meanwhile.
    if (!gathering.includes(current)) {
      throw new Failure(exit.busy, 'changed-meanwhile', 'The work has gone on meanwhile.', 'spell lumos')
    }
    const before = readText(root, comments)
    const read = readComments(before ?? '')
    const isOwn =
      before === undefined ||
      plain(before) === plain(texts.files.get(template) ?? '') ||
      digestOf(read.skeleton) === read.digest
    const folder = isOwn ? `${asidePath}/comments-${stampOf(now)}` : `${work.folder}/pr-reviews/edited-${stampOf(now)}`
    const aside = `${freePath(root, folder)}/comments.md`
    const text = writeComments(gathered, timestampOf(now), notesIn(read), true, read.entries.filter(isSpoken))
    replaceFile(root, comments, withDigest(text), aside)
    const changed = changedSince(read.entries, text)
    return { current, isNew: before === undefined, moved: isOwn ? [] : [{ from: comments, to: aside }], changed }
  })
  const answer = await answerToCommand(work, ctx, settings, {
    verb: 'fetched',
    spell: 'reparo',
    kind: 'stay',
    from: made.current,
    to: made.current,
    files: { created: made.isNew ? [comments] : [], kept: [], moved: made.moved },
    ...(note && { note }),
    values: { found: gatheredText(gathered) },
    warnings: [
      ...warningsOf(gathered),
      ...made.changed,
      ...(made.moved.length > 0 ? [`${comments} had edits outside the decisions; that version is kept, too.`] : []),
    ],
  })
  return { ...answer, fetched: fetchedOf(gathered) }
}

/** Ignores line endings, as git may have converted them. */
const plain = (text: string): string => text.replace(/\r\n/g, '\n').trim()

/** Appends a last line by which edits outside the decisions are detected. */
function withDigest(text: string): string {
  return `${text}\n\n${lastLineOf(digestOf(readComments(text).skeleton))}\n`
}

/** @returns which comments say something else than when they were decided on, as a sentence; nothing if none does */
function changedSince(before: readonly Entry[], text: string): string[] {
  const quotedBefore = new Map(before.map(({ id, quoted }) => [id, quoted]))
  const isChanged = ({ id, word, note, quoted, isPosted }: Entry) =>
    note !== '' && word !== 'resolved' && !isPosted && (quotedBefore.get(id) || quoted) !== quoted
  const ids = readComments(text)
    .entries.filter(isChanged)
    .map(({ id }) => id)
  return ids.length > 0 ? [`Changed since it was decided on: ${firstOf(ids, mostNamed)}.`] : []
}

const mostNamed = 10

function warningsOf({ review }: Gathered): string[] {
  if (!review || !['closed', 'merged'].includes(review.pullRequest.state)) return []
  const { name } = requestOf(review.pullRequest)
  return [`The ${name} is ${review.pullRequest.state}; its comments were fetched anyway.`]
}

function fetchedOf({ review }: Gathered): Fetched {
  const { repository = '', number = 0, title = '', url = '', state = '' } = review?.pullRequest ?? {}
  return {
    pullRequest: review ? { repository, number, title, url, state } : null,
    threads: countsOf(review?.threads ?? []),
    reviews: review?.summaries.length ?? 0,
    comments: review?.comments.length ?? 0,
  }
}

/** Numbers only: foreign text could contain a placeholder. */
function gatheredText(gathered: Gathered): string {
  const { threads, reviews, comments: remarks } = fetchedOf(gathered)
  if (!gathered.review) return `the current branch has no ${gathered.request}`
  const { name, number } = requestOf(gathered.review.pullRequest)
  const counted = [
    [threads.open, 'open thread'],
    [threads.resolved, 'resolved thread'],
    [reviews, 'review text'],
    [remarks, 'general comment'],
  ] as const
  const counts = counted.flatMap(([count, what]) => (count > 0 ? `${count} ${what}${count === 1 ? '' : 's'}` : []))
  const list = [counts.slice(0, -1).join(', '), counts.at(-1) ?? 'no comment'].filter(Boolean).join(' and ')
  return `${name} ${number} has ${list}`
}
