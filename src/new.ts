import type { Answer } from './answer/answer'
import { compose } from './answer/compose'
import { offers } from './answer/offers'
import { placeOf } from './answer/place'
import type { Edge } from './cast'
import { exit, Failure } from './failure'
import { commit } from './store/commit'
import { freePath } from './store/free-path'
import { probeFiles } from './store/probe'
import { namesIn, readText } from './store/read'
import { loadSettings } from './store/settings'
import { historyPath, loadState, record, type Saved, statePath } from './store/state'
import { stampOf } from './store/time'
import { slug } from './workflows/slug'
import type { Workflow } from './workflows/workflow'

/** Where finished pieces of work go. */
const archive = '.ai/archive'

/**
 * Puts a piece of work away whole and starts the next one (design: `spell new`).
 *
 * @param asked the name of its archive; without one the first heading of the plan gives it
 * @param agree asked where the work is not complete; false leaves everything as it is
 * @returns the answer, of kind `new`
 * @throws Failure `nothing-to-put-away`, or `not-agreed`
 */
export async function startNew(
  workflow: Workflow,
  edge: Edge,
  asked: string | undefined,
  agree: () => Promise<boolean>,
): Promise<Omit<Answer, 'kind'> & { kind: 'new'; archive: string }> {
  const { root, texts } = edge
  const { definition, folder, planFile } = workflow
  const settings = await loadSettings(root, edge.env)
  const saved = stateOrUnreadable(root, workflow)
  const ours = [statePath(workflow), historyPath(workflow)].map((path) => path.slice(folder.length + 1))
  if (saved.current === definition.initial && namesIn(root, folder).every((name) => ours.includes(name))) {
    throw new Failure(exit.notPossible, 'nothing-to-put-away', 'There is no work here to put away.', 'spell accio')
  }
  if (saved.current !== definition.goal && !(await agree())) {
    throw new Failure(exit.notPossible, 'not-agreed', 'Nothing was put away.', 'spell new --yes')
  }

  const wanted = asked ?? headingOf(readText(root, planFile) ?? '')
  const name = slug(wanted) || 'untitled'
  const place = freePath(root, `${archive}/${name}-${stampOf(edge.now)}`)
  const fresh = { ...saved, history: [], unlogged: [] }
  commit(root, [
    { do: 'move', from: folder, to: place },
    ...record(workflow, fresh, definition.initial, 'new', edge.now, { row: 'new', archive: place }),
  ])

  const facts = workflow.facts(probeFiles(root, workflow.probes), settings)
  const answer = compose({
    workflow: definition.name,
    spell: 'new',
    row: { id: 'new', kind: 'advance' },
    from: saved.current,
    to: definition.initial,
    place: placeOf(workflow, definition.initial, texts),
    facts,
    texts,
    offers: offers(definition, definition.initial, facts, texts),
    files: { created: [], kept: [], moved: [{ from: folder, to: place }] },
    keyFiles: [],
    shown: [],
    links: [],
    note: undefined,
    warnings:
      asked !== undefined && asked !== name ? [`The name is not plain (a-z, 0-9, hyphens); it became "${name}".`] : [],
  })
  return { ...answer, kind: 'new', archive: place }
}

/** A state that cannot be read is no reason to keep the work from being put away: nothing of it is lost. */
function stateOrUnreadable(root: string, workflow: Workflow): Saved {
  try {
    return loadState(root, workflow)
  } catch (error) {
    if (error instanceof Failure && error.exitCode === exit.unreadable) {
      return { current: 'UNREADABLE', context: {}, history: [], rest: {} }
    }
    throw error
  }
}

const headingOf = (markdown: string): string => /^ {0,3}#{1,6}[ \t]+(.+)$/m.exec(markdown)?.[1] ?? ''
