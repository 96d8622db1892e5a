import * as v from 'valibot'
import { exit, Failure } from '../failure/failure'
import { branchOf } from '../git/branch'
import { type Ask, askThroughGh } from '../review/github/ask'
import { onOneServer } from '../review/github/gather'
import { allOf } from '../review/github/pages'
import { placesAround, repositoriesOf } from '../review/github/pull-request'
import { account, page, pageOf, question, remark, remarkAnswer, repositoryWith } from '../review/github/queries'
import { nameOf, type Repository, repositoryOf } from '../review/github/repository'
import type { Environment } from '../settings/settings'
import type { Taken } from './imported'
import { type Issue, takenFromIssue } from './issue'

const issueAnswer = v.object({
  __typename: v.string(),
  url: v.string(),
  title: v.optional(v.string(), ''),
  text: v.optional(v.string(), ''),
  time: v.optional(v.string(), ''),
  state: v.optional(v.string(), 'OPEN'),
  reason: v.nullish(v.string()),
  locked: v.optional(v.boolean(), false),
  author: v.optional(account, null),
  comments: v.optional(pageOf(remarkAnswer)),
})

/** An issue, and the page of its comments after a cursor. */
export const issueQuestion = question(
  `query issue($owner: String!, $name: String!, $number: Int!, $after: String) {
  repository(owner: $owner, name: $name) {
    isPrivate
    subject: issueOrPullRequest(number: $number) {
      __typename
      ... on PullRequest { url }
      ... on Issue {
        url title text: body time: createdAt state reason: stateReason locked author { __typename login }
        comments(first: 100, after: $after) { nodes { ${remark} } ${page} }
      }
    }
  }
}`,
  repositoryWith({ isPrivate: v.boolean(), subject: v.nullable(issueAnswer) }),
)

/**
 * Asks GitHub for an issue with all its comments.
 *
 * @param asked a number, `owner/name#12`, or an address
 * @throws Failure (usage) `issue-wrong`, `no-such-issue`, `is-pull-request`; (notPossible) `no-repository`; (system) as
 *   `askThroughGh` does
 */
export async function fromGitHub(root: string, env: Environment, asked: string): Promise<Taken> {
  const again = `spell accio --from gh:${asked}`
  const named = issueNamed(asked)
  if (!named) {
    const message = `gh: takes the number or the address of an issue, not ${JSON.stringify(asked)}.`
    throw new Failure(exit.usage, 'issue-wrong', message, 'spell accio --from gh:12')
  }
  const all = named.repository ? [named.repository] : repositoriesOf(await branchOf(root, env))
  const { host, repositories } = onOneServer(all, env, 'spell accio --from gh:URL')
  const ask = askThroughGh(host, env, again)
  const places = named.repository ? repositories : await placesAround(ask, repositories)
  for (const place of places) {
    const issue = await issueIn(ask, place, named.number, again)
    if (issue) return takenFromIssue(issue, 'gh')
  }
  const where = places.map(nameOf).join(' and ')
  const message = `${where} has no issue #${named.number} that the account of gh can see: it may be private, deleted or moved.`
  throw new Failure(exit.usage, 'no-such-issue', message, `gh auth status --hostname ${host}`)
}

async function issueIn(ask: Ask, place: Repository, number: number, again: string): Promise<Issue | undefined> {
  let first: { isPrivate: boolean; subject: v.InferOutput<typeof issueAnswer> } | undefined
  const comments = await allOf(async (after) => {
    const variables = { owner: place.owner, name: place.name, number, ...(after && { after }) }
    const { repository } = await ask(issueQuestion, variables)
    if (!repository?.subject) return undefined
    first ??= { isPrivate: repository.isPrivate, subject: repository.subject }
    return repository.subject.comments
  }, again)
  if (!first) return undefined
  const { isPrivate, subject } = first
  const { url, title, text, time, state, reason, locked, author } = subject
  if (subject.__typename === 'PullRequest') {
    const message = `#${number} of ${nameOf(place)} is a pull request, not an issue.`
    throw new Failure(exit.usage, 'is-pull-request', message, `spell reparo --fetch --pr ${number}`)
  }
  const home = repositoryOf(url.replace(/\/issues\/\d+$/, '')) ?? place
  const isMoved = nameOf(home).toLowerCase() !== nameOf(place).toLowerCase()
  return {
    called: `issue #${number} of ${nameOf(place)}`,
    url,
    title,
    opened: { author: author ?? 'ghost', time, text },
    comments,
    notes: [
      state === 'CLOSED' && `It is closed there${reason === 'NOT_PLANNED' ? ', as not planned' : ''}.`,
      locked && 'Its conversation is locked there.',
      isMoved && `It was moved to ${nameOf(home)}.`,
      isPrivate && `${nameOf(home)} is private; what is quoted from it is now in this repository.`,
    ].filter((note) => note !== false),
  }
}

/** Parses a number with or without `#`, `owner/name#12`, or an address. */
function issueNamed(text: string): { number: number; repository?: Repository } | undefined {
  const [, base, number] =
    /^(?:([\w.-]+\/[\w.-]+)?#)?([1-9]\d{0,8})$/.exec(text) ??
    /^(https?:\/\/.+)\/issues\/([1-9]\d{0,8})(?:[/?#].*)?$/i.exec(text) ??
    []
  if (number === undefined) return undefined
  if (base === undefined) return { number: Number(number) }
  const [, owner, name] = /^([\w.-]+)\/([\w.-]+)$/.exec(base) ?? []
  const repository = owner && name ? { host: '', owner, name } : repositoryOf(base)
  return repository && { number: Number(number), repository }
}
