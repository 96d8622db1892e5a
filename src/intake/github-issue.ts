import * as v from 'valibot'
import { type Ask, allOf, question } from '../review/ask'
import { account, page, pageOf, remark, remarkAnswer, repositoryWith } from '../review/github/queries'
import { nameOf, type Repository, repositoryOf } from '../review/server'
import { exit, Failure } from '../text/failure'
import type { Issue } from './issue'

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
const issueQuestion = question(
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
 * Asks GitHub for an issue with all its comments; undefined without one that the account may see.
 *
 * @throws Failure (usage) `is-pull-request`; as `ask` does
 */
export async function readGitHubIssue(ask: Ask, place: Repository, number: number): Promise<Issue | undefined> {
  let first: { isPrivate: boolean; subject: v.InferOutput<typeof issueAnswer> } | undefined
  const comments = await allOf(async (after) => {
    const variables = { owner: place.owner, name: place.name, number, ...(after && { after }) }
    const { repository } = await ask(issueQuestion, variables)
    if (!repository?.subject) return undefined
    first ??= { isPrivate: repository.isPrivate, subject: repository.subject }
    return repository.subject.comments
  }, ask.again)
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
