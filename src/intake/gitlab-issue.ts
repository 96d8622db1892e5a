import * as v from 'valibot'
import type { Ask } from '../review/github/ask'
import { allOf } from '../review/github/pages'
import { question } from '../review/github/queries'
import { nameOf, type Repository } from '../review/github/repository'
import type { Issue } from './issue'

const author = v.nullish(v.object({ username: v.string() }))
const perPage = 100

const projectQuestion = question('projects/{project}', v.nullable(v.object({ visibility: v.nullish(v.string()) })))
const issueQuestion = question(
  'projects/{project}/issues/{number}',
  v.nullable(
    v.object({
      title: v.string(),
      description: v.nullish(v.string(), ''),
      web_url: v.string(),
      state: v.string(),
      created_at: v.string(),
      author,
      discussion_locked: v.nullish(v.boolean()),
      confidential: v.nullish(v.boolean()),
      moved_to_id: v.nullish(v.number()),
    }),
  ),
)
const note = v.object({ id: v.number(), body: v.string(), author, created_at: v.string(), system: v.boolean() })
const notesQuestion = question(
  `projects/{project}/issues/{number}/notes?sort=asc&per_page=${perPage}&page={page}`,
  v.nullable(v.array(note)),
)

/** Asks GitLab for an issue with all its comments; undefined without one that the account may see. Throws as `ask` does. */
export async function readGitLabIssue(
  ask: Ask,
  place: Repository,
  number: number,
  again: string,
): Promise<Issue | undefined> {
  const on = { project: nameOf(place), number }
  const issue = await ask(issueQuestion, on)
  if (!issue) return undefined
  const { title, description, web_url: url, state, created_at: time } = issue
  const project = await ask(projectQuestion, on)
  const notes = await allOf(async (page = '1') => {
    const nodes = await ask(notesQuestion, { ...on, page })
    const hasNextPage = (nodes ?? []).length >= perPage
    return nodes && { nodes, pageInfo: { hasNextPage, endCursor: `${Number(page) + 1}` } }
  }, again)
  const isHidden = issue.confidential || project?.visibility === 'private'
  return {
    called: `issue #${number} of ${nameOf(place)}`,
    url,
    title,
    opened: { author: issue.author?.username ?? 'ghost', time, text: description ?? '' },
    comments: notes
      .filter(({ system }) => !system)
      .map(({ id, body, author: by, created_at }) => ({
        ...{ id: `note_${id}`, url: `${url}#note_${id}`, edited: false, isDraft: false },
        ...{ author: by?.username ?? 'ghost', time: created_at, text: body },
      })),
    notes: [
      state === 'closed' && 'It is closed there.',
      issue.discussion_locked === true && 'Its conversation is locked there.',
      typeof issue.moved_to_id === 'number' && 'It was moved to another project.',
      isHidden &&
        `${issue.confidential ? 'It' : nameOf(place)} is private; what is quoted from it is now in this repository.`,
    ].filter((note) => note !== false),
  }
}
