import * as v from 'valibot'
import { isRecord } from '../../text/json'
import { type Ask, allOf, nodesOf, type Page } from '../ask'
import { hostIn } from '../door'
import type { Remark, Review, Thread } from '../review'
import { type Candidate, nameOf, type Repository, type Server, type ServerReply } from '../server'
import * as questions from './questions'

export const gitlab: Server = {
  title: 'GitLab',
  program: {
    name: 'glab',
    home: 'https://gitlab.com/gitlab-org/cli',
    hostVariable: 'GITLAB_HOST',
    plainly: { NO_PROMPT: 'true', GLAB_CHECK_UPDATE: 'false', GLAB_SEND_TELEMETRY: 'false', DEBUG: '', NO_COLOR: '1' },
    tokens: ['GITLAB_TOKEN', 'GITLAB_ACCESS_TOKEN', 'OAUTH_TOKEN', 'CI_JOB_TOKEN'],
    trusted: ({ GITLAB_HOST, CI_SERVER_URL }) => ['gitlab.com', hostIn(GITLAB_HOST), hostIn(CI_SERVER_URL)],
  },
  request: 'merge request',
  sign: '!',
  call(query, variables) {
    const [method = '', template = ''] = query.split(' ')
    const named = new Set<string>()
    const path = template.replace(/\{(\w+)\}/g, (_, name: string) => {
      named.add(name)
      return encodeURIComponent(String(variables[name]))
    })
    if (method === 'GET') return [['api', path]]
    const body = Object.fromEntries(Object.entries(variables).filter(([name]) => !named.has(name)))
    const sent = ['--header', 'Content-Type: application/json', '--input', '-']
    return [['api', path, '--method', method, ...sent], JSON.stringify(body)]
  },
  isDocument: (value) => typeof value === 'object',
  envelope: v.pipe(
    v.unknown(),
    v.transform((document): ServerReply => {
      const { message, error, error_description } = isRecord(document) ? document : {}
      const told = message ?? error_description ?? error ?? ''
      const text = typeof told === 'string' ? told : JSON.stringify(told)
      const isMissing = /^404\b.*\bnot found/i.test(text)
      return { data: isMissing ? null : document, messages: [text], kinds: [], isMissing }
    }),
  ),
  async around(ask, place) {
    const project = await ask(questions.projectOf, { project: nameOf(place) })
    const parent = project?.forked_from_project
    return project ? { ...(parent && { parent: repositoryAt(place.host, parent.path_with_namespace) }) } : undefined
  },
  async candidates(ask, place, head, after = '1') {
    const page = pageOf(await ask(questions.ofBranch, { project: nameOf(place), head, page: after }), after)
    const nodes: Candidate[] = []
    for (const { iid, state, source_project_id, target_project_id } of nodesOf(page)) {
      const isFork = source_project_id !== null && source_project_id !== target_project_id
      const source = isFork ? await ask(questions.projectOf, { project: source_project_id }) : undefined
      const owner = source ? repositoryAt(place.host, source.path_with_namespace).owner : place.owner
      nodes.push({
        number: iid,
        state: state === 'opened' ? 'OPEN' : state,
        owner: isFork && !source ? undefined : owner,
      })
    }
    return page && { ...page, nodes }
  },
  read,
  writing(ask, place, { number, url }) {
    const on = { project: nameOf(place), number }
    return {
      async reply({ node: discussion, url: thread }, text) {
        const written = await ask(questions.replyTo, { ...on, discussion, body: withoutActions(text) })
        return written ? thread.replace(/#.*$/, `#note_${written.id}`) : undefined
      },
      async resolve({ node: discussion }) {
        await ask(questions.resolveDiscussion, { ...on, discussion, resolved: true })
      },
      async add(text) {
        const { id } = await ask(questions.addNote, { ...on, body: withoutActions(text) })
        return { node: `${id}`, url: `${url}#note_${id}` }
      },
      async change(note, text) {
        const changed = await ask(questions.changeNote, { ...on, note, body: withoutActions(text) })
        return changed ? `${url}#note_${changed.id}` : undefined
      },
      async remove(note) {
        await ask(questions.removeNote, { ...on, note })
      },
    }
  },
}

/** GitLab would carry out a line such as `/merge`. */
const withoutActions = (text: string): string => text.replace(/^(\s*)\/(?=\w)/gm, '$1\\/')

function repositoryAt(host: string, path: string): Repository {
  const end = path.lastIndexOf('/')
  return { host, owner: path.slice(0, end), name: path.slice(end + 1) }
}

/** A page that is not full is the last. */
export const pageOf = <T>(list: readonly T[] | null, page: string): Page<T> | undefined =>
  list
    ? { nodes: list, pageInfo: { hasNextPage: list.length >= questions.perPage, endCursor: `${Number(page) + 1}` } }
    : undefined

async function read(
  ask: Ask,
  place: Repository,
  number: number,
  tell: (count: number) => void,
): Promise<Review | undefined> {
  const on = { project: nameOf(place), number }
  const request = await ask(questions.requestOf, on)
  if (!request) return undefined
  const { id: own } = await ask(questions.me, {})
  const discussions = await allOf(async (page = '1') => {
    const list = await ask(questions.discussionsOf, { ...on, page })
    tell(list?.length ?? 0)
    return pageOf(list, page)
  }, ask.again)
  const remark = (note: questions.Note): Remark => remarkOf(note, request.web_url, note.author?.id === own)
  const said = discussions.map((each) => ({ ...each, notes: each.notes.filter(({ system }) => !system) }))
  const { state, draft, merged_at, closed_at } = request
  const ended = merged_at ?? closed_at
  return {
    pullRequest: {
      on: 'GitLab',
      node: `${number}`,
      repository: nameOf(place),
      number,
      title: request.title,
      url: request.web_url,
      state: ['merged', 'closed'].includes(state) ? state : draft ? 'draft' : 'open',
      ...(ended && { ended }),
      head: request.source_branch,
      base: request.target_branch,
      commit: request.sha ?? '',
      author: request.author?.username ?? 'ghost',
    },
    threads: said.flatMap((each) => threadOf(each, request.sha, remark)),
    summaries: [],
    comments: said.flatMap(({ individual_note, notes }) => (individual_note ? notes.map(remark) : [])),
  }
}

export const remarkOf = ({ id, body, author, created_at }: questions.Note, on: string, isOwn: boolean): Remark => ({
  id: `note_${id}`,
  node: `${id}`,
  url: `${on}#note_${id}`,
  text: body,
  time: created_at,
  author: author?.username ?? 'ghost',
  // Resolving moves `updated_at`, too, and the API has no time of an edit.
  edited: false,
  isDraft: false,
  isOwn,
})

/** GitLab moves the position of a thread along with the commits while its lines are there. */
function threadOf(
  { id: node, individual_note, notes }: questions.Discussion,
  head: string | null,
  remark: (note: questions.Note) => Remark,
): Thread[] {
  const [first] = notes
  if (individual_note || !first) return []
  const { position } = first
  const path = position?.new_path ?? position?.old_path
  const [begin, end] = [lineOf(position?.line_range?.start), lineOf(position?.line_range?.end) ?? lineOf(position)]
  const resolvable = notes.filter((note) => note.resolvable)
  const { id, url } = remark(first)
  const by = resolvable.find(({ resolved_by }) => resolved_by)?.resolved_by
  return [
    {
      id,
      node,
      url,
      ...(path && { path }),
      ...(end !== undefined && { lines: begin !== undefined && begin !== end ? `${begin}-${end}` : `${end}` }),
      isResolved: resolvable.length > 0 && resolvable.every(({ resolved }) => resolved),
      ...(by && { resolvedBy: by.username }),
      isOutdated: Boolean(position?.head_sha && head && position.head_sha !== head),
      remarks: notes.map(remark),
    },
  ]
}

type Lines = { readonly new_line?: number | null | undefined; readonly old_line?: number | null | undefined }
const lineOf = (at: Lines | null | undefined): number | undefined => at?.new_line ?? at?.old_line ?? undefined
