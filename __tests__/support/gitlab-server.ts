import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { delimiter } from 'node:path'
import * as v from 'valibot'
import type { Ask } from '../../src/review/ask'
import { gitlab } from '../../src/review/gitlab/gitlab'
import { makePrograms } from './folder'
import { reply } from './github-server'
import { documentOf, portOf } from './local-server'

/** A local GitLab that answers as the pages of its REST API say, with a stand-in for `glab`. */
export interface GitLab {
  /** `localhost:1234` */
  readonly host: string
  /** For `glab`, which is signed in there. */
  readonly env: Readonly<Record<string, string>>
  /** Asks in this process, without `glab`. */
  readonly ask: Ask
  readonly asked: { readonly what: string; readonly body: unknown; readonly token: string; readonly argv: string }[]
  readonly discussions: DiscussionWorld[]
  /** Handlers for the next requests, one each, instead of GitLab. */
  readonly instead: ((response: ServerResponse, request: IncomingMessage) => void)[]
}

export interface NoteWorld {
  readonly id: number
  body: string
  readonly author?: string
  readonly system?: true
}

export interface DiscussionWorld {
  readonly id: string
  readonly notes: NoteWorld[]
  /** A comment that is no thread. */
  readonly alone?: true
  readonly path?: string
  readonly lines?: readonly [first: number, last: number]
  /** The commit that its position is of (default: the newest). */
  readonly head?: string
  resolved?: boolean
}

const head = 'a'.repeat(40)
export const token = 'glpat-SECRETsecretSECRET'
const time = '2026-08-19T10:12:00.000Z'
/** The account of the token. */
const own = { id: 1, username: 'dev' }

const noteOf = ({ path, lines, head: at = head, alone, resolved = false }: DiscussionWorld, note: NoteWorld) => ({
  id: note.id,
  type: path ? 'DiffNote' : alone ? null : 'DiscussionNote',
  body: note.body,
  author: note.author === undefined || note.author === own.username ? own : { id: 2, username: note.author },
  created_at: time,
  system: note.system ?? false,
  resolvable: !alone,
  ...(!alone && { resolved, resolved_by: resolved ? { id: 3, username: 'lee' } : null }),
  ...(path && {
    position: {
      ...{ base_sha: 'b'.repeat(40), start_sha: 'b'.repeat(40), head_sha: at, position_type: 'text' },
      ...{ old_path: path, new_path: path, old_line: null, new_line: lines?.[1] ?? null },
      line_range: lines && {
        start: { new_line: lines[0], old_line: null },
        end: { new_line: lines[1], old_line: null },
      },
    },
  }),
})

/** Issue 45, with fields of the server's, and what was said about it. */
export interface IssueWorld {
  readonly fields?: Readonly<Record<string, unknown>>
  readonly notes?: readonly NoteWorld[]
}

/**
 * Starts one with the project `acme/web/shop` and its merge request 7, which the branch `export` has, for one test.
 *
 * @param visibility of the project
 */
export async function startGitLab(
  discussions: DiscussionWorld[] = [],
  more: { readonly state?: string; sha?: string } = {},
  issue: IssueWorld = {},
  visibility = 'public',
): Promise<GitLab> {
  const asked: GitLab['asked'] = []
  const instead: GitLab['instead'] = []
  let host = ''
  let last = 1000
  const mergeRequest = () => ({
    ...{ iid: 7, title: 'Export orders', state: 'opened', draft: false, merged_at: null, closed_at: null, sha: head },
    ...{ source_branch: 'export', target_branch: 'main', source_project_id: 3, target_project_id: 3, author: own },
    web_url: `https://${host}/acme/web/shop/-/merge_requests/7`,
    ...more,
  })
  const all = () =>
    discussions.map((each) => ({
      id: each.id,
      individual_note: each.alone ?? false,
      notes: each.notes.map((note) => noteOf(each, note)),
    }))
  const answer = (method: string, url: string, body: Readonly<Record<string, unknown>>): [number, unknown] => {
    const { pathname, searchParams: query } = new URL(url, 'http://x')
    const page = <T>(list: readonly T[]): [number, unknown] => {
      const size = Number(query.get('per_page') ?? 20)
      const begin = (Number(query.get('page') ?? 1) - 1) * size
      return [200, list.slice(begin, begin + size)]
    }
    const path = pathname.replace(/^\/api\/v4\//, '')
    if (path === 'user') return [200, own]
    const [, project, rest = ''] = /^projects\/([^/]+)(?:\/(.*))?$/.exec(path) ?? []
    if (project !== 'acme%2Fweb%2Fshop') return [404, { message: '404 Project Not Found' }]
    if (rest === '') return [200, { id: 3, path_with_namespace: 'acme/web/shop', visibility }]
    if (rest === 'issues/45') {
      const web_url = `https://gitlab.com/acme/web/shop/-/issues/45`
      return [200, { iid: 45, state: 'opened', created_at: time, author: own, web_url, ...issue.fields }]
    }
    if (rest === 'issues/45/notes')
      return page((issue.notes ?? []).map((note) => noteOf({ id: '', notes: [], alone: true }, note)))
    if (rest === 'merge_requests') return page(query.get('source_branch') === 'export' ? [mergeRequest()] : [])
    const [, number, inside = ''] = /^merge_requests\/(\d+)(?:\/(.*))?$/.exec(rest) ?? []
    if (number !== '7') return [404, { message: '404 Not found' }]
    if (inside === '') return [200, mergeRequest()]
    const [kind, id, under] = inside.split('/')
    const found = discussions.find((each) => each.id === id || each.notes.some((note) => `${note.id}` === id))
    if (kind === 'discussions' && method === 'GET') return page(all())
    if (kind === 'notes' && method === 'GET') return page(all().flatMap(({ notes }) => notes))
    if (kind === 'notes' && method === 'POST') {
      const note = { id: ++last, body: String(body.body) }
      discussions.push({ id: `d${last}`, alone: true, notes: [note] })
      return [201, noteOf({ id: '', notes: [], alone: true }, note)]
    }
    if (!found) return [404, { message: kind === 'notes' ? '404 Not found' : '404 Discussion Not Found' }]
    if (under === 'notes') {
      const note = { id: ++last, body: String(body.body) }
      found.notes.push(note)
      return [201, noteOf(found, note)]
    }
    if (kind === 'discussions') found.resolved = body.resolved === true
    else if (method === 'DELETE') discussions.splice(discussions.indexOf(found), 1)
    else for (const note of found.notes) note.body = String(body.body)
    return method === 'DELETE'
      ? [204, '']
      : [200, kind === 'notes' ? noteOf(found, found.notes[0] as NoteWorld) : { id }]
  }
  const server = createServer(async (request, response) => {
    const [body, { method = '', url = '' }] = [await documentOf(request), request]
    const { argv = '', 'private-token': given = '' } = request.headers
    asked.push({ what: `${method} ${url}`, body, token: String(given), argv: String(argv) })
    const other = instead.shift()
    if (other) other(response, request)
    else reply(response, ...answer(method, url, body))
  })
  const ask: Ask = async (question, variables) => {
    const [[, path = '', , method = 'GET'], input = '{}'] = gitlab.call(question.query, variables)
    asked.push({ what: `${method} ${path}`, body: JSON.parse(input), token: '', argv: '' })
    const [status, document] = answer(method, `/api/v4/${path}`, JSON.parse(input))
    return v.parse(question.answer, status === 404 ? null : JSON.parse(JSON.stringify(document)))
  }
  host = `localhost:${await portOf(server)}`
  const env = { GITLAB_HOST: host, GITLAB_TOKEN: token, PATH: standInGlab() }
  return { host, env, ask, asked, discussions, instead }
}

/** Sends what it is asked to `http://GITLAB_HOST`, with its arguments and its token, and says what the real one would. */
const standIn = `#!${process.execPath}
const { request } = require('node:http')
const { GITLAB_HOST, GITLAB_TOKEN: token } = process.env
const [, path, ...options] = process.argv.slice(2)
const option = (name) => options[options.indexOf(name) + 1]
const method = options.includes('--method') ? option('--method') : 'GET'
const end = (message) => {
  process.stderr.write(message + '\\n')
  process.exitCode = 1
}
const headers = { argv: process.argv.slice(2).join(' '), ...(token && { 'private-token': token }) }
if (options.includes('--header')) headers['content-type'] = option('--header').split(': ')[1]
const url = 'http://' + GITLAB_HOST + '/api/v4/' + path
const asking = request(url, { method, headers }, (response) => {
  let body = ''
  response.setEncoding('utf8').on('data', (chunk) => (body += chunk)).on('end', () => {
    process.stdout.write(body)
    let said = {}
    try {
      said = JSON.parse(body)
    } catch {}
    const { statusCode: status } = response
    if (status > 299) end('glab: ' + (typeof said.message === 'string' ? said.message + ' (HTTP ' + status + ')' : 'HTTP ' + status))
  }).on('error', () => end('unexpected EOF'))
})
asking.on('error', ({ message }) => end('Get "https://' + GITLAB_HOST + '/": dial tcp: ' + message))
if (options.includes('--input')) process.stdin.pipe(asking)
else asking.end()
`

/** @returns a PATH that leads to a stand-in, or to the program of a script */
export function standInGlab(script = standIn): string {
  return `${makePrograms({ glab: script }).path}${delimiter}${process.env.PATH}`
}
