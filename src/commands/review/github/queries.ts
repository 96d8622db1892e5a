/** What is asked of GitHub, some of it by our names. The tests run each of these against GitHub's published schema. */

const page = 'pageInfo { hasNextPage endCursor }'
const remark = 'id url text: body time: createdAt lastEditedAt isMinimized minimizedReason author { __typename login }'
const threadRemarks = `nodes { ${remark} state } ${page}`
const threads = `nodes { id path line startLine originalLine originalStartLine isResolved isOutdated resolvedBy { login }
  comments(first: 50) { ${threadRemarks} } } ${page}`
const summaries = `nodes { ${remark} state } ${page}`
const candidates = `nodes { number state url headRepositoryOwner { login } } ${page}`

/** The pull requests of a branch, the newest first, and what the repository is a fork of. */
export const ofBranch = `query ofBranch($owner: String!, $name: String!, $head: String!, $states: [PullRequestState!], $after: String) {
  repository(owner: $owner, name: $name) {
    parent { name owner { login } }
    pullRequests(headRefName: $head, states: $states, first: 50, after: $after, orderBy: { field: UPDATED_AT, direction: DESC }) {
      ${candidates}
    }
  }
}`

/** The pull requests that a commit is part of: the one question for which a token has to see the code. */
export const ofCommit = `query ofCommit($owner: String!, $name: String!, $commit: GitObjectID!, $after: String) {
  repository(owner: $owner, name: $name) {
    object(oid: $commit) { ... on Commit { associatedPullRequests(first: 50, after: $after) { ${candidates} } } }
  }
}`

/** What a repository is a fork of. */
export const parentOf = `query parentOf($owner: String!, $name: String!) {
  repository(owner: $owner, name: $name) { parent { name owner { login } } }
}`

/** A pull request and the first page of everything that was said in it. */
export const pullRequest = `query pullRequest($owner: String!, $name: String!, $number: Int!) {
  repository(owner: $owner, name: $name) {
    pullRequest(number: $number) {
      number title url state isDraft mergedAt closedAt head: headRefName base: baseRefName commit: headRefOid
      author { __typename login }
      reviewThreads(first: 50) { ${threads} }
      reviews(first: 50) { ${summaries} }
      comments(first: 50) { nodes { ${remark} } ${page} }
    }
  }
}`

const further = (
  name: string,
  connection: string,
) => `query ${name}($owner: String!, $name: String!, $number: Int!, $after: String) {
  repository(owner: $owner, name: $name) { pullRequest(number: $number) { ${connection} } }
}`

export const moreThreads = further('moreThreads', `reviewThreads(first: 50, after: $after) { ${threads} }`)
export const moreReviews = further('moreReviews', `reviews(first: 50, after: $after) { ${summaries} }`)
export const moreComments = further(
  'moreComments',
  `comments(first: 50, after: $after) { nodes { ${remark} } ${page} }`,
)

/** Further comments of one thread. */
export const moreOfThread = `query moreOfThread($thread: ID!, $after: String) {
  node(id: $thread) { ... on PullRequestReviewThread { comments(first: 100, after: $after) { ${threadRemarks} } } }
}`
