import * as v from 'valibot'
import { question } from '../ask'

/** Queries, partly with our own field names. The tests validate each against GitHub's published schema. */

/** A node that the token cannot see is null. */
export const pageOf = <const Schema extends v.GenericSchema>(node: Schema) =>
  v.object({
    nodes: v.nullable(v.array(v.nullable(node))),
    pageInfo: v.object({ hasNextPage: v.boolean(), endCursor: v.nullable(v.string()) }),
  })
export const page = 'pageInfo { hasNextPage endCursor }'

const login = v.object({ login: v.string() })
/** An account as GitHub shows it; null if it was deleted. */
export const account = v.pipe(
  v.nullable(v.object({ __typename: v.string(), login: v.string() })),
  v.transform((given) => (given?.__typename === 'Bot' ? `${given.login}[bot]` : (given?.login ?? 'ghost'))),
)

export const remark =
  'node: id url text: body time: createdAt lastEditedAt isMinimized minimizedReason isOwn: viewerDidAuthor author { __typename login }'
export const remarkAnswer = v.pipe(
  v.object({
    node: v.string(),
    url: v.string(),
    text: v.string(),
    /** ISO 8601. */
    time: v.string(),
    lastEditedAt: v.nullable(v.string()),
    isMinimized: v.boolean(),
    minimizedReason: v.nullable(v.string()),
    isOwn: v.boolean(),
    author: account,
    /** For a comment in a thread `PENDING` or `SUBMITTED`; for a review its verdict. */
    state: v.exactOptional(v.string(), 'SUBMITTED'),
  }),
  v.transform(({ lastEditedAt, isMinimized, minimizedReason, state, ...given }) => ({
    ...given,
    // The end of the URL is visible to users; without a number there, GitHub's node id is used.
    id: shortId.exec(given.url)?.[1] ?? given.node.replace(/[^\w=-]/g, ''),
    edited: lastEditedAt !== null,
    ...(isMinimized && { hidden: minimizedReason ?? 'hidden' }),
    isDraft: state === 'PENDING',
    ...(!['PENDING', 'SUBMITTED'].includes(state) && { verdict: state.toLowerCase().replaceAll('_', ' ') }),
  })),
)
const shortId = /#(?:discussion_|pullrequest|issue)((?:r|review-|comment-)\d+)$/

const threadRemarks = `nodes { ${remark} state } ${page}`
const remarks = pageOf(remarkAnswer)

const threads = `nodes { node: id path line startLine originalLine originalStartLine isResolved isOutdated resolvedBy { login }
  comments(first: 50) { ${threadRemarks} } } ${page}`
const line = v.nullable(v.number())
const threadAnswer = v.pipe(
  v.object({
    node: v.string(),
    path: v.string(),
    line,
    startLine: line,
    originalLine: line,
    originalStartLine: line,
    isResolved: v.boolean(),
    isOutdated: v.boolean(),
    resolvedBy: v.nullable(login),
    comments: remarks,
  }),
  v.transform(({ line, startLine, originalLine, originalStartLine, resolvedBy, ...given }) => {
    const [first, last] = line === null ? [originalStartLine, originalLine] : [startLine, line]
    return {
      ...given,
      ...(last !== null && { lines: first !== null && first !== last ? `${first}-${last}` : `${last}` }),
      ...(resolvedBy && { resolvedBy: resolvedBy.login }),
    }
  }),
)

export const repositoryWith = <const Entries extends v.ObjectEntries>(entries: Entries) =>
  v.object({ repository: v.nullable(v.object(entries)) })

/** The pull requests of a branch, the newest first. */
export const ofBranch = question(
  `query ofBranch($owner: String!, $name: String!, $head: String!, $after: String) {
  repository(owner: $owner, name: $name) {
    pullRequests(headRefName: $head, first: 50, after: $after, orderBy: { field: UPDATED_AT, direction: DESC }) {
      nodes { number state headRepositoryOwner { login } } ${page}
    }
  }
}`,
  repositoryWith({
    pullRequests: pageOf(v.object({ number: v.number(), state: v.string(), headRepositoryOwner: v.nullable(login) })),
  }),
)

export const parentOf = question(
  `query parentOf($owner: String!, $name: String!) {
  repository(owner: $owner, name: $name) { parent { name owner { login } } }
}`,
  repositoryWith({ parent: v.nullable(v.object({ name: v.string(), owner: login })) }),
)

const pullRequestAnswer = v.pipe(
  v.object({
    node: v.string(),
    number: v.number(),
    title: v.string(),
    url: v.string(),
    state: v.string(),
    isDraft: v.boolean(),
    mergedAt: v.nullable(v.string()),
    closedAt: v.nullable(v.string()),
    head: v.string(),
    base: v.string(),
    commit: v.string(),
    author: account,
    threads: pageOf(threadAnswer),
    reviews: v.nullable(remarks),
    comments: remarks,
  }),
  v.transform(({ state, isDraft, mergedAt, closedAt, threads, reviews, comments, ...given }) => {
    const ended = mergedAt ?? closedAt
    return {
      about: {
        ...given,
        state: state === 'OPEN' && isDraft ? 'draft' : state.toLowerCase(),
        ...(ended && { ended }),
      },
      lists: { threads, reviews, comments },
    }
  }),
)

/** A pull request, and of each of its lists the page after a cursor, without one the first. */
export const pullRequest = question(
  `query pullRequest($owner: String!, $name: String!, $number: Int!, $threads: String, $reviews: String, $comments: String) {
  repository(owner: $owner, name: $name) {
    pullRequest(number: $number) {
      node: id number title url state isDraft mergedAt closedAt head: headRefName base: baseRefName commit: headRefOid
      author { __typename login }
      threads: reviewThreads(first: 50, after: $threads) { ${threads} }
      reviews(first: 50, after: $reviews) { ${threadRemarks} }
      comments(first: 50, after: $comments) { nodes { ${remark} } ${page} }
    }
  }
}`,
  repositoryWith({ pullRequest: v.nullable(pullRequestAnswer) }),
)

/** The next comments of a thread, which may have been deleted meanwhile. */
export const moreOfThread = question(
  `query moreOfThread($thread: ID!, $after: String) {
  node(id: $thread) { ... on PullRequestReviewThread { comments(first: 100, after: $after) { ${threadRemarks} } } }
}`,
  v.object({ node: v.nullable(v.object({ comments: v.exactOptional(remarks) })) }),
)

const written = v.object({ node: v.string(), url: v.string() })

export const addComment = question(
  `mutation addComment($subject: ID!, $text: String!) {
  added: addComment(input: { subjectId: $subject, body: $text }) { commentEdge { node { node: id url } } }
}`,
  v.object({ added: v.object({ commentEdge: v.object({ node: written }) }) }),
)

export const changeComment = question(
  `mutation changeComment($comment: ID!, $text: String!) {
  changed: updateIssueComment(input: { id: $comment, body: $text }) { issueComment { node: id url } }
}`,
  v.object({ changed: v.nullable(v.object({ issueComment: v.nullable(written) })) }),
)

export const replyTo = question(
  `mutation replyTo($thread: ID!, $text: String!) {
  said: addPullRequestReviewThreadReply(input: { pullRequestReviewThreadId: $thread, body: $text }) { comment { url } }
}`,
  v.object({ said: v.nullable(v.object({ comment: v.nullable(v.object({ url: v.string() })) })) }),
)

export const resolveThread = question(
  `mutation resolveThread($thread: ID!) { resolved: resolveReviewThread(input: { threadId: $thread }) { clientMutationId } }`,
  v.object({ resolved: v.unknown() }),
)

export const removeComment = question(
  `mutation removeComment($comment: ID!) { removed: deleteIssueComment(input: { id: $comment }) { clientMutationId } }`,
  v.object({ removed: v.unknown() }),
)
