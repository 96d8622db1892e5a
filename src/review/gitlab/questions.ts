import * as v from 'valibot'
import { question } from '../ask'

/** Questions to GitLab's REST API; of the variables, those that are not in the path are sent as a document. */

export const account = v.object({ id: v.number(), username: v.string() })
const line = v.nullish(v.number())
const end = v.nullish(v.object({ new_line: line, old_line: line }))
const path = v.nullish(v.string())
const position = v.object({
  head_sha: v.nullish(v.string()),
  new_path: path,
  old_path: path,
  new_line: line,
  old_line: line,
  line_range: v.nullish(v.object({ start: end, end })),
})
export const note = v.object({
  id: v.number(),
  body: v.string(),
  author: v.nullable(account),
  /** ISO 8601. */
  created_at: v.string(),
  system: v.boolean(),
  resolvable: v.nullish(v.boolean()),
  resolved: v.nullish(v.boolean()),
  resolved_by: v.nullish(account),
  position: v.nullish(position),
})
const discussion = v.object({ id: v.string(), individual_note: v.boolean(), notes: v.array(note) })
export type Note = v.InferOutput<typeof note>
export type Discussion = v.InferOutput<typeof discussion>

const mergeRequest = v.object({
  iid: v.number(),
  title: v.string(),
  web_url: v.string(),
  state: v.string(),
  draft: v.nullish(v.boolean()),
  merged_at: v.nullish(v.string()),
  closed_at: v.nullish(v.string()),
  source_branch: v.string(),
  target_branch: v.string(),
  source_project_id: v.nullable(v.number()),
  target_project_id: v.number(),
  /** Null while there is no commit. */
  sha: v.nullable(v.string()),
  author: v.nullable(account),
})

/** How many GitLab returns at most. */
export const perPage = 100
export const paged = `per_page=${perPage}&page={page}`
const one = 'projects/{project}/merge_requests/{number}'
export const maybe = <const Schema extends v.GenericSchema<unknown, unknown>>(path: string, answer: Schema) =>
  question(`GET ${path}`, v.nullable(answer))

export const me = question('GET user', v.object({ id: v.number() }))
export const projectOf = maybe(
  'projects/{project}',
  v.object({
    path_with_namespace: v.string(),
    visibility: v.nullish(v.string()),
    forked_from_project: v.nullish(v.object({ path_with_namespace: v.string() })),
  }),
)
export const ofBranch = maybe(
  `projects/{project}/merge_requests?source_branch={head}&order_by=updated_at&${paged}`,
  v.array(mergeRequest),
)
export const requestOf = maybe(one, mergeRequest)
export const discussionsOf = maybe(`${one}/discussions?${paged}`, v.array(discussion))

const written = v.object({ id: v.number() })
export const addNote = question(`POST ${one}/notes`, written)
export const changeNote = question(`PUT ${one}/notes/{note}`, v.nullable(written))
export const removeNote = question(`DELETE ${one}/notes/{note}`, v.unknown())
export const replyTo = question(`POST ${one}/discussions/{discussion}/notes`, v.nullable(written))
export const resolveDiscussion = question(`PUT ${one}/discussions/{discussion}`, v.unknown())
