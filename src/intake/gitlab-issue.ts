import * as v from 'valibot'
import { type Ask, allOf } from '../review/ask'
import { pageOf, remarkOf } from '../review/gitlab/gitlab'
import { account, maybe, note, paged, projectOf } from '../review/gitlab/questions'
import { nameOf, type Repository } from '../review/server'
import type { Issue } from './issue'

const one = 'projects/{project}/issues/{number}'
const issueOf = maybe(
  one,
  v.object({
    title: v.string(),
    description: v.nullish(v.string(), ''),
    web_url: v.string(),
    state: v.string(),
    created_at: v.string(),
    author: v.nullish(account),
    discussion_locked: v.nullish(v.boolean()),
    confidential: v.nullish(v.boolean()),
    moved_to_id: v.nullish(v.number()),
  }),
)
const notesOf = maybe(`${one}/notes?sort=asc&${paged}`, v.array(note))

/** Asks GitLab for an issue with all its comments; undefined without one that the account may see. Throws as `ask` does. */
export async function readGitLabIssue(ask: Ask, place: Repository, number: number): Promise<Issue | undefined> {
  const on = { project: nameOf(place), number }
  const issue = await ask(issueOf, on)
  if (!issue) return undefined
  const { title, description, web_url: url, state, created_at: time } = issue
  const project = await ask(projectOf, on)
  const notes = await allOf(async (page = '1') => pageOf(await ask(notesOf, { ...on, page }), page), ask.again)
  const isHidden = issue.confidential || project?.visibility === 'private'
  return {
    called: `issue #${number} of ${nameOf(place)}`,
    url,
    title,
    opened: { author: issue.author?.username ?? 'ghost', time, text: description ?? '' },
    comments: notes.filter(({ system }) => !system).map((each) => remarkOf(each, url, false)),
    notes: [
      state === 'closed' && 'It is closed there.',
      issue.discussion_locked === true && 'Its conversation is locked there.',
      typeof issue.moved_to_id === 'number' && 'It was moved to another project.',
      isHidden &&
        `${issue.confidential ? 'It' : nameOf(place)} is private; what is quoted from it is now in this repository.`,
    ].filter((note) => note !== false),
  }
}
