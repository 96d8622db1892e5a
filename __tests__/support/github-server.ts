import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { join } from 'node:path'
import { buildSchema, execute, type GraphQLSchema, parse, validate } from 'graphql'
import * as v from 'valibot'
import type { Ask } from '../../src/review/ask'
import { certificate, standInGh } from './gh'
import { documentOf, portOf } from './local-server'

/** A local GitHub that executes real queries against GitHub's published schema. */
export interface GitHub {
  /** `localhost:1234` */
  readonly host: string
  /** For `gh`, which is signed in there: `PATH` leads to the stand-in, unless the real one asks. */
  readonly env: Readonly<Record<string, string>>
  /** Asks in this process, without `gh`. */
  readonly ask: Ask
  /** The queries, in order. */
  readonly asked: {
    readonly name: string
    readonly authorization: string
    readonly variables: unknown
    readonly argv: string
  }[]
  /** The comments of pull requests, and what became of them, by their address. */
  readonly comments: Map<string, string>
  /** The threads, by their node, as they are now. */
  readonly threads: ReadonlyMap<string, ThreadShown>
  /** Queries that violate the schema; a test that leaves one here fails. */
  readonly wrong: string[]
  /** Handlers for the next requests, one each, instead of GitHub. */
  readonly instead: ((response: ServerResponse, request: IncomingMessage) => void)[]
}

/** A repository as a test describes it. */
export interface RepositoryWorld {
  readonly parent?: string
  readonly pullRequests?: readonly PullRequestWorld[]
  readonly issues?: readonly IssueWorld[]
  readonly isPrivate?: true
}

export interface IssueWorld {
  readonly number: number
  readonly title: string
  readonly body: string
  readonly comments?: readonly RemarkWorld[]
  readonly closed?: 'COMPLETED' | 'NOT_PLANNED'
  readonly locked?: true
  /** Where it is now, as `owner/name`. */
  readonly movedTo?: string
}

export interface PullRequestWorld {
  readonly number: number
  readonly head?: string
  /** The owner of the branch (default: that of the repository). */
  readonly from?: string
  readonly state?: 'OPEN' | 'CLOSED' | 'MERGED'
  readonly title?: string
  readonly threads?: readonly ThreadWorld[]
  readonly reviews?: readonly RemarkWorld[]
  readonly comments?: readonly RemarkWorld[]
}

export interface ThreadWorld {
  readonly path?: string
  readonly line?: number | null
  readonly originalLine?: number | null
  readonly startLine?: number | null
  readonly resolved?: boolean
  readonly outdated?: boolean
  readonly comments: readonly RemarkWorld[]
}

/** `author` is null if the account was deleted. */
export interface RemarkWorld {
  readonly id: number
  readonly body: string
  readonly author?: string | null
  readonly bot?: true
  readonly state?: string
  readonly minimized?: string
  /** Written by the account of the token. */
  readonly mine?: true
}

let schema: GraphQLSchema | undefined
/** Takes a second to parse; a third of that without descriptions, which are most of it. */
const published = (): GraphQLSchema => {
  const file = join(__dirname, '..', '..', 'node_modules', '@octokit', 'graphql-schema', 'schema.graphql')
  schema ??= buildSchema(readFileSync(file, 'utf8').replace(/"""[\s\S]*?"""/g, ''), {
    assumeValidSDL: true,
    noLocation: true,
  })
  return schema
}

const nameIn = (query: string): string => /^(?:query|mutation) (\w+)/.exec(query)?.[1] ?? ''

const running: GitHub[] = []
afterEach(() => {
  for (const { wrong } of running.splice(0)) expect(wrong).toEqual([])
})

/** The token that `gh` is signed in with: another one in each process of tests, as one may see what another starts. */
export const secret = `ghp_SECRETsecretSECRETsecret${String(process.pid).padStart(10, '0')}`

/**
 * Starts it for one test.
 * @param world by `owner/name`
 * @param isReal whether the real `gh` asks, which insists on https
 * @param isOwn whether addresses lead to it, rather than to github.com
 */
export async function startGitHub(
  world: Readonly<Record<string, RepositoryWorld>>,
  isReal = false,
  isOwn = false,
): Promise<GitHub> {
  // Parsed now, rather than while a client waits.
  published()
  const asked: GitHub['asked'] = []
  const wrong: string[] = []
  const instead: GitHub['instead'] = []
  const comments: GitHub['comments'] = new Map()
  const threads = new Map<string, ThreadShown>()
  let rootValue: ReturnType<typeof rootOf>
  const listen = async (request: IncomingMessage, response: ServerResponse) => {
    const { query = '', variables = {} } = await documentOf(request)
    const { authorization = '', argv = '' } = request.headers
    asked.push({ name: nameIn(query), authorization, variables, argv: String(argv) })
    const other = instead.shift()
    if (other) other(response, request)
    else if (request.url !== '/api/graphql' || request.method !== 'POST') reply(response, 404, { message: 'Not Found' })
    else reply(response, 200, await answer(query, variables))
  }
  const answer = async (query: string, variables: Readonly<Record<string, unknown>>) => {
    const document = parse(query)
    const errors = validate(published(), document)
    wrong.push(...errors.map(({ message }) => message))
    const result = await execute({ schema: published(), document, rootValue, variableValues: variables })
    wrong.push(...(result.errors ?? []).filter(({ extensions }) => !extensions.type).map(({ message }) => message))
    // GitHub adds the type of an error to its message.
    const told = result.errors?.map(({ message, path, extensions: { type } }) => ({ message, path, type }))
    return { ...(told && { errors: told }), data: result.data }
  }
  const tls = isReal ? certificate() : undefined
  const server = tls ? createSecureServer(tls, listen) : createServer(listen)
  const ask: Ask = async (question, variables) => {
    const name = nameIn(question.query)
    asked.push({ name, authorization: '', variables, argv: '' })
    return v.parse(question.answer, JSON.parse(JSON.stringify((await answer(question.query, variables)).data)))
  }
  const host = `localhost:${await portOf(server)}`
  rootValue = rootOf(world, comments, threads, isOwn ? host : 'github.com')
  const github = { host, env: envOf(host, tls?.path), ask, asked, comments, threads, wrong, instead }
  running.push(github)
  return github
}

const envOf = (host: string, trusted?: string): GitHub['env'] => ({
  GH_HOST: host,
  GH_ENTERPRISE_TOKEN: secret,
  PATH: trusted ? (process.env.PATH ?? '') : standInGh(),
  ...(trusted && { SSL_CERT_FILE: trusted }),
})

/** A GitHub that cannot be reached. */
export async function nowhere(): Promise<Omit<GitHub, 'ask'>> {
  const server = createServer()
  const host = `localhost:${await portOf(server)}`
  await new Promise((done) => server.close(done))
  return { host, env: envOf(host), asked: [], comments: new Map(), threads: new Map(), wrong: [], instead: [] }
}

/** Sends a document, as GitHub does. */
export function reply(
  response: ServerResponse,
  status: number,
  document: unknown,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...headers })
  response.end(typeof document === 'string' ? document : JSON.stringify(document))
}

/** A page of a list: GitHub returns at most a hundred items, and none without a number. */
const listOf =
  <T>(all: readonly T[]) =>
  ({ first, after }: { first?: number; after?: string }) => {
    if (!first || first > 100) throw new Error('first must be between 1 and 100')
    const begin = after ? Number(after.slice('cursor:'.length)) : 0
    const nodes = all.slice(begin, begin + first)
    const end = begin + nodes.length
    return {
      nodes,
      totalCount: all.length,
      pageInfo: { hasNextPage: end < all.length, endCursor: nodes.length > 0 ? `cursor:${end}` : null },
    }
  }

const time = '2026-08-19T10:12:00Z'

/** What a thread is found by. */
interface ThreadShown {
  readonly url: string
  readonly remarks: Shown[]
  isResolved: boolean
  resolvedBy: { readonly login: string } | null
}

/** What a comment is found by. */
type Shown = ReturnType<typeof remarkOf>

function rootOf(
  world: Readonly<Record<string, RepositoryWorld>>,
  comments: GitHub['comments'],
  threads: Map<string, ThreadShown>,
  host: string,
) {
  const subjects = new Map<string, Shown[]>()
  const repositories: ReadonlyMap<string, unknown> = new Map(
    Object.entries(world).map(([name, repository]): [string, unknown] => [
      name.toLowerCase(),
      repositoryOf(name, repository, (parent) => repositories.get(parent.toLowerCase()), threads, subjects, host),
    ]),
  )
  for (const { url, body } of [...subjects.values()].flat()) comments.set(url, body)
  let added = 0
  return {
    addComment: ({ input: { subjectId, body } }: { input: { subjectId: string; body: string } }) => {
      const all =
        subjects.get(subjectId) ?? notFound(`Could not resolve to a node with the global id of '${subjectId}'.`)
      const node = remarkOf({ id: 1000 + ++added, body, mine: true }, `https://${subjectId}#${added}`)
      all.push(node)
      comments.set(node.url, body)
      return { commentEdge: { node } }
    },
    addPullRequestReviewThreadReply: ({ input }: { input: { pullRequestReviewThreadId: string; body: string } }) => {
      const { url, remarks } = threads.get(input.pullRequestReviewThreadId) ?? notFound('Could not resolve to a node.')
      const comment = remarkOf(
        { id: 2000 + ++added, body: input.body, mine: true },
        `${url}#discussion_r${2000 + added}`,
      )
      remarks.push(comment)
      return { comment }
    },
    resolveReviewThread: ({ input: { threadId } }: { input: { threadId: string } }) => {
      const thread = threads.get(threadId) ?? notFound('Could not resolve to a node.')
      Object.assign(thread, { isResolved: true, resolvedBy: { login: 'dev' } })
      return { clientMutationId: null }
    },
    updateIssueComment: ({ input: { id, body } }: { input: { id: string; body: string } }) => {
      const found = [...subjects.values()].flat().find((comment) => comment.id === id)
      const issueComment = found ?? notFound(`Could not resolve to a node with the global id of '${id}'.`)
      issueComment.body = body
      comments.set(issueComment.url, body)
      return { issueComment }
    },
    deleteIssueComment: ({ input: { id } }: { input: { id: string } }) => {
      const all = [...subjects.values()].find((comments) => comments.some((comment) => comment.id === id))
      const index = all?.findIndex((comment) => comment.id === id) ?? -1
      const [gone] = all?.splice(index, 1) ?? notFound(`Could not resolve to a node with the global id of '${id}'.`)
      comments.delete(gone?.url ?? '')
      return { clientMutationId: null }
    },
    repository: ({ owner, name }: { owner: string; name: string }) =>
      repositories.get(`${owner}/${name}`.toLowerCase()) ??
      notFound(`Could not resolve to a Repository with the name '${owner}/${name}'.`),
    node: ({ id }: { id: string }) =>
      threads.get(id) ?? notFound(`Could not resolve to a node with the global id of '${id}'.`),
  }
}

function notFound(message: string): never {
  throw Object.assign(new Error(message), { extensions: { type: 'NOT_FOUND' } })
}

function repositoryOf(
  fullName: string,
  { parent, pullRequests = [], issues = [], isPrivate }: RepositoryWorld,
  named: (name: string) => unknown,
  threads: Map<string, ThreadShown>,
  subjects: Map<string, Shown[]>,
  host: string,
): unknown {
  const [owner = '', name = ''] = fullName.split('/')
  const all = pullRequests.map((pull) => pullRequestOf(`${host}/${fullName}`, owner, pull, threads, subjects))
  return {
    name,
    owner: { __typename: 'User', login: owner },
    isPrivate: isPrivate === true,
    issueOrPullRequest: ({ number }: { number: number }) =>
      issues.filter((issue) => issue.number === number).map((issue) => issueOf(fullName, issue))[0] ??
      all.map((pull) => ({ __typename: 'PullRequest', ...pull })).find((pull) => pull.number === number) ??
      notFound(`Could not resolve to an issue or pull request with the number of ${number}.`),
    parent: () => (parent ? named(parent) : null),
    pullRequest: ({ number }: { number: number }) =>
      all.find((pull) => pull.number === number) ??
      notFound(`Could not resolve to a PullRequest with the number of ${number}.`),
    pullRequests: (args: { headRefName?: string; states?: readonly string[]; first?: number; after?: string }) =>
      listOf(
        all.filter(
          (pull) => pull.headRefName === args.headRefName && (!args.states || args.states.includes(pull.state)),
        ),
      )(args),
  }
}

function issueOf(repository: string, { number, title, body, comments = [], closed, locked, movedTo }: IssueWorld) {
  const url = `https://github.com/${movedTo ?? repository}/issues/${number}`
  return {
    __typename: 'Issue',
    url,
    title,
    body,
    createdAt: time,
    state: closed ? 'CLOSED' : 'OPEN',
    stateReason: closed ?? null,
    locked: locked ?? false,
    author: { __typename: 'User', login: 'dev' },
    comments: listOf(comments.map((remark) => remarkOf(remark, `${url}#issuecomment-${remark.id}`))),
  }
}

function pullRequestOf(
  repository: string,
  owner: string,
  pull: PullRequestWorld,
  threads: Map<string, ThreadShown>,
  subjects: Map<string, Shown[]>,
) {
  const { number, head = 'export', from = owner, state = 'OPEN', title = 'Export orders' } = pull
  const url = `https://${repository}/pull/${number}`
  const at = (anchor: string) => (remark: RemarkWorld) => remarkOf(remark, `${url}#${anchor}${remark.id}`)
  const id = `PR_${repository}_${number}`
  const comments = (pull.comments ?? []).map(at('issuecomment-'))
  subjects.set(id, comments)
  return {
    id,
    number,
    title,
    url,
    state,
    isDraft: false,
    mergedAt: state === 'MERGED' ? time : null,
    closedAt: state === 'OPEN' ? null : time,
    headRefName: head,
    baseRefName: 'main',
    headRefOid: 'a'.repeat(40),
    headRepositoryOwner: { __typename: 'User', login: from },
    author: { __typename: 'User', login: 'dev' },
    reviewThreads: listOf(
      (pull.threads ?? []).map((thread, index) => {
        const id = `PRRT_${number}_${index}`
        const line = thread.line === undefined ? 12 : thread.line
        const remarks = thread.comments.map(at('discussion_r'))
        const made = {
          __typename: 'PullRequestReviewThread',
          id,
          path: thread.path ?? 'src/export.ts',
          line,
          startLine: thread.startLine ?? null,
          originalLine: thread.originalLine === undefined ? line : thread.originalLine,
          originalStartLine: null,
          isResolved: thread.resolved ?? false,
          isOutdated: thread.outdated ?? false,
          resolvedBy: thread.resolved ? { login: 'kim' } : null,
          url,
          remarks,
          comments: listOf(remarks),
        }
        threads.set(id, made)
        return made
      }),
    ),
    reviews: listOf((pull.reviews ?? []).map((review) => at('pullrequestreview-')({ state: 'COMMENTED', ...review }))),
    comments: listOf(comments),
  }
}

const remarkOf = (
  { id, body, author = 'kim', bot, state = 'SUBMITTED', minimized, mine }: RemarkWorld,
  url: string,
) => ({
  __typename: 'IssueComment',
  id: `NODE_${id}`,
  url,
  body,
  createdAt: time,
  lastEditedAt: null,
  viewerDidAuthor: mine ?? false,
  isMinimized: minimized !== undefined,
  minimizedReason: minimized ?? null,
  author: author === null ? null : { __typename: bot ? 'Bot' : 'User', login: author },
  state,
})
