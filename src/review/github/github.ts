import * as v from 'valibot'
import { isRecord } from '../../text/json'
import { type Ask, allOf, nodesOf, type Page } from '../ask'
import { hostIn } from '../door'
import type { Review, Thread } from '../review'
import { nameOf, type Repository, type Server } from '../server'
import * as queries from './queries'

const text = v.nullish(v.string())

export const github: Server = {
  title: 'GitHub',
  program: {
    name: 'gh',
    home: 'https://cli.github.com',
    hostVariable: 'GH_HOST',
    // No question, no color, no hint, and no trace of a request in its output.
    plainly: {
      GH_PROMPT_DISABLED: '1',
      GH_NO_UPDATE_NOTIFIER: '1',
      GH_FORCE_TTY: '',
      GH_DEBUG: '',
      NO_COLOR: '1',
      CLICOLOR_FORCE: '0',
    },
    tokens: ['GH_TOKEN', 'GITHUB_TOKEN', 'GH_ENTERPRISE_TOKEN', 'GITHUB_ENTERPRISE_TOKEN'],
    trusted: ({ GH_HOST, GITHUB_SERVER_URL }) => ['github.com', hostIn(GH_HOST), hostIn(GITHUB_SERVER_URL)],
  },
  request: 'pull request',
  sign: '#',
  call: (query, variables) => [['api', 'graphql', '--input', '-'], JSON.stringify({ query, variables })],
  isDocument: isRecord,
  envelope: v.pipe(
    v.object({
      message: text,
      errors: v.nullish(v.array(v.object({ message: text, type: text }))),
      data: v.optional(v.unknown()),
    }),
    v.transform(({ message, errors, data }) => ({
      data,
      messages: errors?.length ? errors.map((error) => error.message ?? '') : [message ?? ''],
      kinds: (errors ?? []).map(({ type }) => type ?? ''),
      isMissing: (errors ?? []).length > 0 && (errors ?? []).every(({ type }) => type === 'NOT_FOUND'),
    })),
  ),
  async around(ask, { host, owner, name }) {
    const { repository } = await ask(queries.parentOf, { owner, name })
    if (!repository) return undefined
    const { parent } = repository
    return parent ? { parent: { host, owner: parent.owner.login, name: parent.name } } : {}
  },
  async candidates(ask, { owner, name }, head, after) {
    const { repository } = await ask(queries.ofBranch, { owner, name, head, ...(after && { after }) })
    const page = repository?.pullRequests
    if (!page) return undefined
    const nodes = nodesOf(page).map(({ number, state, headRepositoryOwner }) => ({
      ...{ number, state },
      owner: headRepositoryOwner?.login,
    }))
    return { ...page, nodes }
  },
  read,
  writing: (ask, _, { node: subject }) => ({
    reply: async ({ node: thread }, text) => (await ask(queries.replyTo, { thread, text })).said?.comment?.url,
    resolve: async ({ node: thread }) => void (await ask(queries.resolveThread, { thread })),
    add: async (text) => (await ask(queries.addComment, { subject, text })).added.commentEdge.node,
    change: async (comment, text) => (await ask(queries.changeComment, { comment, text })).changed?.issueComment?.url,
    remove: async (comment) => void (await ask(queries.removeComment, { comment })),
  }),
}

/** Reads all pages of all lists. */
async function read(
  ask: Ask,
  { owner, name }: Repository,
  number: number,
  tell: (count: number) => void,
): Promise<Review | undefined> {
  // The cursor of a page is those of its lists; a list that is at its end has an empty page behind it.
  const pages = await allOf(async (after = '{}') => {
    const cursors: Readonly<Record<string, string | null>> = JSON.parse(after)
    const page = (await ask(queries.pullRequest, { owner, name, number, ...cursors })).repository?.pullRequest
    if (!page) return undefined
    const lists: [string, Page<unknown> | null][] = Object.entries(page.lists)
    tell(lists.flatMap(([, list]) => nodesOf(list)).length)
    const next = lists.map(([key, list]) => [key, list?.pageInfo.endCursor ?? cursors[key] ?? null])
    const hasNextPage = lists.some(([, list]) => list?.pageInfo.hasNextPage)
    return { nodes: [page], pageInfo: { hasNextPage, endCursor: JSON.stringify(Object.fromEntries(next)) } }
  }, ask.again)
  if (!pages[0]) return undefined
  const threads: Thread[] = []
  for (const { comments, ...thread } of pages.flatMap(({ lists }) => nodesOf(lists.threads))) {
    const remarks = await allOf(async (after) => {
      if (!after) return comments
      const { node } = await ask(queries.moreOfThread, { thread: thread.node, after })
      tell(nodesOf(node?.comments).length)
      return node?.comments
    }, ask.again)
    const [first] = remarks
    if (first) threads.push({ ...thread, id: first.id, url: first.url, remarks })
  }
  const summaries = pages.flatMap(({ lists }) => nodesOf(lists.reviews))
  return {
    pullRequest: { ...pages[0].about, on: 'GitHub', repository: nameOf({ owner, name }) },
    threads,
    summaries: summaries.filter(({ text }) => text.trim() !== ''),
    comments: pages.flatMap(({ lists }) => nodesOf(lists.comments)),
  }
}
