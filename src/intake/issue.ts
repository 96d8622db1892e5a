import type { Environment } from '../disk/environment'
import { branchOf } from '../git/branch'
import { askThrough } from '../review/ask'
import { address, byline } from '../review/comments-file'
import { onOneServer, placesAround, repositoriesOf } from '../review/find-request'
import type { Remark } from '../review/review'
import { nameOf, type Repository, repositoryOf, serverOf } from '../review/server'
import { knownAt, serverTitled } from '../review/servers'
import { exit, Failure } from '../text/failure'
import { readGitHubIssue } from './github-issue'
import { readGitLabIssue } from './gitlab-issue'
import { documentsOf, type Imported, type Taken } from './imported'
import { taskListIn } from './task-list'

/** An issue of a server, with what was said about it. */
export interface Issue {
  /** What it is there: `issue #12 of acme/shop`. */
  readonly called: string
  readonly url: string
  readonly title: string
  readonly opened: Pick<Remark, 'author' | 'time' | 'text'>
  readonly comments: readonly Remark[]
  /** What the developer has to know of it, in our words: that it is closed, locked, moved or private. */
  readonly notes: readonly string[]
}

/** What a form lets its author confirm: under such a heading, or if most boxes of the section say such a thing. */
const heading =
  /^\W*(?:pre-?flight|code of conduct|before (?:you|sub|open|post|creat)|contribut(?:ion|ing) guidelines|(?:is there an )?existing issue|(?:are|would|will) you (?:be )?(?:willing|interested)|(?:initial|first) checks?\b)/i
const confirmed =
  /^(?:yes,? )?(?:I(?:['’](?:ve|d|m)| (?:have|would|am|agree|confirm|understand|accept|(?:already |also )?(?:searched|checked|read|acknowledge)))|by (?:submitting|checking))\b.*\b(?:issues?|duplicates?|doc(?:s|umentation)|faq|readme|guide(?:lines)?|conduct|pull requests?|PR|contribut\w+|rules|terms|license|latest)\b/i

const isOfForm = (group: string, texts: readonly string[]): boolean =>
  heading.test(group) || texts.filter((text) => confirmed.test(text)).length * 2 > texts.length

/** Boxes that are ticked there are open here: anyone with access may have ticked them. */
export function fromIssue({ title, url, opened, comments, notes }: Issue): Imported {
  const { criteria, rest, notes: read, lost } = taskListIn(opened.text, 'its text', { isOfForm })
  const ticked = criteria.filter(({ done }) => done).length
  return {
    title,
    facts: [`Address: ${address(url)}`],
    notes: [...notes, ...read, ...(ticked > 0 ? [`Boxes that are ticked there, and open here: ${ticked}.`] : [])],
    texts: [
      { heading: `Opened by ${byline({ ...plain, ...opened })}`, text: rest },
      ...comments.map((remark) => ({ heading: `Comment of ${byline(remark)}`, text: remark.text })),
    ],
    criteria: criteria.map((criterion) => ({ ...criterion, done: false })),
    lost,
  }
}

const plain = { id: '', node: '', url: '', edited: false, isDraft: false, isOwn: false }

/** @param kind what begins `--from`, with a colon */
function takenFromIssue(issue: Issue, kind: string): Taken {
  const { url, called } = issue
  const isPlain = address(url).startsWith('<')
  return documentsOf(fromIssue(issue), isPlain ? `${called} (${address(url)})` : called, [kind, isPlain ? url : called])
}

const kinds = {
  gh: { server: serverTitled('GitHub'), read: readGitHubIssue },
  gl: { server: serverTitled('GitLab'), read: readGitLabIssue },
}

/**
 * Asks a server for an issue with all its comments.
 *
 * @param asked a number, `owner/name#12`, or an address
 * @throws Failure (usage) `issue-wrong`, `no-such-issue`, `is-pull-request`; (notPossible) `no-repository`; (system) as
 *   `askThrough` and `placesAround` do
 */
export async function fromServer(kind: 'gh' | 'gl', root: string, env: Environment, asked: string): Promise<Taken> {
  const { server, read } = kinds[kind]
  const { title, program } = server
  const named = issueNamed(asked)
  if (!named) {
    const message = `${kind}: takes the number or the address of an issue, not ${JSON.stringify(asked)}.`
    throw new Failure(exit.usage, 'issue-wrong', message, `spell accio --from ${kind}:12`)
  }
  const home = env[program.hostVariable] || program.trusted({})[0]
  const hostOf = (host: string) => serverOf(host, { [program.hostVariable]: home })
  const all = named.repository ? [named.repository] : repositoriesOf(await branchOf(root, env))
  const isTheirs = ({ host }: Repository) => (knownAt(hostOf(host), env) ?? server) === server
  const hosted = onOneServer(all.filter(isTheirs), hostOf)
  if (!hosted) {
    const message = `No remote of this repository leads to ${title}.`
    throw new Failure(exit.notPossible, 'no-repository', message, `spell accio --from ${kind}:URL`)
  }
  const { host, repositories } = hosted
  const ask = askThrough(server, host, env, `spell accio --from ${kind}:${asked}`)
  const places = named.repository ? repositories : await placesAround(server, ask, repositories)
  for (const place of places) {
    const issue = await read(ask, place, named.number)
    if (issue) return takenFromIssue(issue, kind)
  }
  const where = places.map(nameOf).join(' and ')
  const message = `${where} has no issue #${named.number} that the account of ${program.name} can see: it may be private, deleted or moved.`
  throw new Failure(exit.usage, 'no-such-issue', message, `${program.name} auth status --hostname ${host}`)
}

/** Parses a number with or without `#`, `owner/name#12`, or an address. */
function issueNamed(text: string): { number: number; repository?: Repository } | undefined {
  const [, base, number] =
    /^(?:([\w.-]+(?:\/[\w.-]+)+)?#)?([1-9]\d{0,8})$/.exec(text) ??
    /^(https?:\/\/.+?)(?:\/-)?\/(?:issues|work_items)\/([1-9]\d{0,8})(?:[/?#].*)?$/i.exec(text) ??
    []
  if (number === undefined) return undefined
  if (base === undefined) return { number: Number(number) }
  const [, owner, name] = /^([\w./-]+)\/([\w.-]+)$/.exec(base) ?? []
  const repository = owner && name ? { host: '', owner, name } : repositoryOf(base)
  return repository && { number: Number(number), repository }
}
