import * as v from 'valibot'

/**
 * A query, partly with our own field names, and the schema of its answer. The tests validate each query against
 * GitHub's published schema.
 */
export interface Question<Answer> {
  readonly query: string
  readonly answer: v.GenericSchema<unknown, Answer>
}

const question = <const Schema extends v.GenericSchema<unknown, unknown>>(
  query: string,
  answer: Schema,
): Question<v.InferOutput<Schema>> => ({ query, answer: answer as v.GenericSchema<unknown, v.InferOutput<Schema>> })

/** A node that the token cannot see is null. */
const pageOf = <const Schema extends v.GenericSchema>(node: Schema) =>
  v.object({
    nodes: v.nullable(v.array(v.nullable(node))),
    pageInfo: v.object({ hasNextPage: v.boolean(), endCursor: v.nullable(v.string()) }),
  })
const page = 'pageInfo { hasNextPage endCursor }'

const login = v.object({ login: v.string() })
/** An account; null if it was deleted. */
const actor = v.nullable(v.object({ __typename: v.string(), login: v.string() }))

const remark = 'id url text: body time: createdAt lastEditedAt isMinimized minimizedReason author { __typename login }'
const remarkAnswer = v.object({
  id: v.string(),
  url: v.string(),
  text: v.string(),
  time: v.string(),
  lastEditedAt: v.nullable(v.string()),
  isMinimized: v.boolean(),
  minimizedReason: v.nullable(v.string()),
  author: actor,
  /** For a comment in a thread `PENDING` or `SUBMITTED`; for a review its verdict. */
  state: v.exactOptional(v.string()),
})
/** A remark as GitHub returns it. */
export type GivenRemark = v.InferOutput<typeof remarkAnswer>

const threadRemarks = `nodes { ${remark} state } ${page}`
const remarks = pageOf(remarkAnswer)

const threads = `nodes { id path line startLine originalLine originalStartLine isResolved isOutdated resolvedBy { login }
  comments(first: 50) { ${threadRemarks} } } ${page}`
const line = v.nullable(v.number())
const threadAnswer = v.object({
  id: v.string(),
  path: v.string(),
  line,
  startLine: line,
  originalLine: line,
  originalStartLine: line,
  isResolved: v.boolean(),
  isOutdated: v.boolean(),
  resolvedBy: v.nullable(login),
  comments: remarks,
})
export type GivenThread = v.InferOutput<typeof threadAnswer>

const summaries = `nodes { ${remark} state } ${page}`

const candidates = `nodes { number state url headRepositoryOwner { login } } ${page}`
const candidateAnswer = v.object({
  number: v.number(),
  state: v.string(),
  url: v.string(),
  headRepositoryOwner: v.nullable(login),
})
/** A pull request that may be the one. */
export type Candidate = v.InferOutput<typeof candidateAnswer>

const repositoryWith = <const Entries extends v.ObjectEntries>(entries: Entries) =>
  v.object({ repository: v.nullable(v.object(entries)) })
const parent = v.nullable(v.object({ name: v.string(), owner: login }))

/** The pull requests of a branch, the newest first, and the parent of the repository. */
export const ofBranch = question(
  `query ofBranch($owner: String!, $name: String!, $head: String!, $states: [PullRequestState!], $after: String) {
  repository(owner: $owner, name: $name) {
    parent { name owner { login } }
    pullRequests(headRefName: $head, states: $states, first: 50, after: $after, orderBy: { field: UPDATED_AT, direction: DESC }) {
      ${candidates}
    }
  }
}`,
  repositoryWith({ parent, pullRequests: pageOf(candidateAnswer) }),
)

/** The pull requests with a commit: the only query for which a token must have access to the code. */
export const ofCommit = question(
  `query ofCommit($owner: String!, $name: String!, $commit: GitObjectID!, $after: String) {
  repository(owner: $owner, name: $name) {
    object(oid: $commit) { ... on Commit { associatedPullRequests(first: 50, after: $after) { ${candidates} } } }
  }
}`,
  repositoryWith({
    object: v.nullable(v.object({ associatedPullRequests: v.nullish(pageOf(candidateAnswer)) })),
  }),
)

/** The parent of a fork. */
export const parentOf = question(
  `query parentOf($owner: String!, $name: String!) {
  repository(owner: $owner, name: $name) { parent { name owner { login } } }
}`,
  repositoryWith({ parent }),
)

/** The three lists of a pull request. */
const lists = { reviewThreads: pageOf(threadAnswer), reviews: v.nullable(remarks), comments: remarks }
const pullRequestAnswer = v.object({
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
  author: actor,
  ...lists,
})
export type GivenPullRequest = v.InferOutput<typeof pullRequestAnswer>

/** A pull request and the first page of each of its lists. */
export const pullRequest = question(
  `query pullRequest($owner: String!, $name: String!, $number: Int!) {
  repository(owner: $owner, name: $name) {
    pullRequest(number: $number) {
      number title url state isDraft mergedAt closedAt head: headRefName base: baseRefName commit: headRefOid
      author { __typename login }
      reviewThreads(first: 50) { ${threads} }
      reviews(first: 50) { ${summaries} }
      comments(first: 50) { nodes { ${remark} } ${page} }
    }
  }
}`,
  repositoryWith({ pullRequest: v.nullable(pullRequestAnswer) }),
)

/** The next page of one of its lists. */
const further = <const Name extends keyof typeof lists>(name: string, list: Name, connection: string) =>
  question(
    `query ${name}($owner: String!, $name: String!, $number: Int!, $after: String) {
  repository(owner: $owner, name: $name) { pullRequest(number: $number) { ${connection} } }
}`,
    repositoryWith({ pullRequest: v.nullable(v.object({ [list]: lists[list] } as Pick<typeof lists, Name>)) }),
  )

export const moreThreads = further(
  'moreThreads',
  'reviewThreads',
  `reviewThreads(first: 50, after: $after) { ${threads} }`,
)
export const moreReviews = further('moreReviews', 'reviews', `reviews(first: 50, after: $after) { ${summaries} }`)
export const moreComments = further(
  'moreComments',
  'comments',
  `comments(first: 50, after: $after) { nodes { ${remark} } ${page} }`,
)

/** The next comments of a thread, which may have been deleted meanwhile. */
export const moreOfThread = question(
  `query moreOfThread($thread: ID!, $after: String) {
  node(id: $thread) { ... on PullRequestReviewThread { comments(first: 100, after: $after) { ${threadRemarks} } } }
}`,
  v.object({ node: v.nullable(v.object({ comments: v.exactOptional(remarks) })) }),
)

/** The comments of a pull request, and which of them the token's account wrote. */
export const ownComments = question(
  `query ownComments($owner: String!, $name: String!, $number: Int!, $after: String) {
  repository(owner: $owner, name: $name) {
    pullRequest(number: $number) { id comments(first: 100, after: $after) { nodes { id text: body viewerDidAuthor } ${page} } }
  }
}`,
  repositoryWith({
    pullRequest: v.nullable(
      v.object({
        id: v.string(),
        comments: pageOf(v.object({ id: v.string(), text: v.string(), viewerDidAuthor: v.boolean() })),
      }),
    ),
  }),
)

const written = v.object({ url: v.string() })

/** A new comment of a pull request. */
export const addComment = question(
  `mutation addComment($subject: ID!, $text: String!) {
  added: addComment(input: { subjectId: $subject, body: $text }) { commentEdge { node { url } } }
}`,
  v.object({ added: v.object({ commentEdge: v.object({ node: written }) }) }),
)

/** Another text of a comment. */
export const changeComment = question(
  `mutation changeComment($comment: ID!, $text: String!) {
  changed: updateIssueComment(input: { id: $comment, body: $text }) { issueComment { url } }
}`,
  v.object({ changed: v.object({ issueComment: written }) }),
)
