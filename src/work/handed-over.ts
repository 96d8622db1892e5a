import { readText } from '../disk/read'
import { exit, Failure } from '../text/failure'
import { inline } from '../text/markdown-parts'
import type { Handover } from '../workflow/flow'
import { nearest } from '../workflow/nearest'
import { slug } from '../workflow/slug'
import { standard } from '../workflows/registry'
import { allNames, type NamedWork } from './use-file'
import { workIn } from './work'

/**
 * Reads what a plan or a session hands over to the six spells.
 *
 * @param asked its name, or the title that it was made of
 * @returns the context, which names its source, and the plan
 * @throws Failure (notPossible) `nothing-agreed` if there is nothing to hand over yet; (usage) `unknown-work`; as
 *   `Work.saved` does
 */
export async function handedOver(root: string, asked: string): Promise<Handover> {
  const known = await sources(root)
  const found = known.find(({ name }) => name === asked) ?? known.find(({ name }) => name === slug(asked))
  if (!found) {
    const names = known.map(({ name }) => name)
    const near = nearest(asked, names).join(', ')
    const message = `There is no plan or session “${inline(asked)}” here${near && `; the nearest: ${near}`}.`
    const fix = asked.includes(':') ? 'spell accio --help' : 'spell work'
    throw new Failure(exit.usage, 'unknown-work', message, fix, { details: names })
  }
  const { name, entry } = found
  const documents = await documentsOf(root, found)
  if (!documents) {
    const message = `The ${entry.called} “${name}” has agreed on nothing yet that work could begin with.`
    throw new Failure(exit.notPossible, 'nothing-agreed', message, entry.look(name))
  }
  return { ...documents, context: `---\nfrom: ${entry.name} ${name}\n---\n\n${documents.context}` }
}

const sources = async (root: string) => (await allNames(root)).filter(({ entry }) => entry.name !== standard)

async function documentsOf(root: string, { name, entry }: NamedWork): Promise<Handover | undefined> {
  const { flow, probe, saved } = workIn(root, (await entry.load()).open(name))
  const { current, context } = saved
  const { handover } = flow
  const others = Object.fromEntries((handover?.files?.(context) ?? []).map((path) => [path, readText(root, path)]))
  return handover?.documents(context, { ...probe, ...others }, current)
}
