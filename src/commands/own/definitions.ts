import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { outputOf } from '../../cast/answer/render'
import { answerToCommand } from '../../cast/answer-command'
import { cast } from '../../cast/cast'
import { castContextOf } from '../../cast/cast-context'
import { type CommandContext, documentOutput, type Output } from '../../cli/command'
import { isThere } from '../../disk/read'
import { writeDerived } from '../../disk/replace-file'
import type { Context } from '../../engine/definition'
import { edgesOf } from '../../engine/place'
import { exit, Failure } from '../../text/failure'
import { table } from '../../text/markdown/table'
import { code } from '../../text/markdown-parts'
import { allWork } from '../../work/open'
import { openNew, storedDefinition } from '../../work/own/own-entry'
import { lookAtOwn, readOwn } from '../../work/own/read-own'
import { misnamedHere } from '../../work/settings/defined-workflows'
import { definitionsFolder, settingsOf } from '../../work/settings/settings'
import { textsOf } from '../../work/texts'
import type { Work } from '../../work/work'
import { reopened, workflowsIn } from '../../work/workflows-here'
import { withLock } from '../../work/writing'
import { definitionOf } from '../../workflows/own/definition'
import { explore, type Situation } from '../../workflows/own/explore'
import { peopleCounted, peopleIn, storedFactsOf, storedNames } from '../../workflows/own/facts'
import { isShortName } from '../../workflows/own/form-parts'
import type { WorkflowFile } from '../../workflows/own/format'
import { isReserved } from '../../workflows/own/reserved'
import { printStored, type StoredDefinition } from '../../workflows/own/stored-definition'
import { keysOf } from '../../workflows/own/workflow'

/** Lists the workflows that work can begin with here. */
export async function listed(cli: CommandContext): Promise<Output> {
  const { root } = castContextOf(cli)
  const all = (await workflowsIn(root)).map(({ name, summary, begin, fresh }) => {
    const found = fresh && lookAtOwn(root, name)
    const about = !found ? summary : 'faults' in found ? `Not proven: \`spell verify ${name}\`` : found.file.about
    return { name, about, begin, path: fresh ? `${definitionsFolder}/${name}.yaml` : null }
  })
  const rows = all.map(({ name, about, begin, path }) => [name, about, code(begin), path ? code(path) : 'built in'])
  const markdown = `${table(['Workflow', 'What it is for', 'Begin with', 'Defined in'], rows)}\n`
  return documentOutput('workflows', true, { workflows: all }, markdown, misnamedHere(root))
}

/** What a new workflow can begin as: its files, by what follows its name in their paths. The build has compressed them. */
const begunFrom = (): Readonly<Record<'small' | 'copy', Readonly<Record<string, string>>>> =>
  JSON.parse(brotliDecompressSync(readFileSync(join(__dirname, 'workflow.json.br'))).toString())

/**
 * Writes a workflow that is proven, to be changed.
 *
 * @param from a small one, or a copy of the six spells
 * @throws Failure (usage) for a name that is none, or is taken
 */
export async function begun(from: 'small' | 'copy', name: string, cli: CommandContext): Promise<Output> {
  const ctx = castContextOf(cli)
  const { root } = ctx
  const refused = (code: string, message: string) =>
    new Failure(exit.usage, code, message, 'spell workflow new two-approvals')
  if (!isShortName(name))
    throw refused('usage', `A workflow needs a name with small letters, digits and hyphens, not “${name}”.`)
  if (isReserved(name)) throw refused('name-taken', `“${name}” is a command of spell already.`)
  const parts = Object.entries(begunFrom()[from])
  const paths = parts.map(([part]) => `${definitionsFolder}/${name}${part}`)
  const [path = ''] = paths
  await withLock(root, 'workflow', { now: ctx.now, wait: ctx.wait }, async () => {
    const taken = paths.find((one) => isThere(root, one))
    if (taken !== undefined) throw refused('name-taken', `${taken} is there already.`)
    for (const [part, text] of parts)
      writeDerived(root, `${definitionsFolder}/${name}${part}`, text.replaceAll('{{name}}', name))
  })
  const next = `Change it, prove it with \`spell verify ${name}\`, and begin with \`spell ${name} new NAME\`.`
  return documentOutput('workflow', true, { workflow: name, path }, `Written: ${code(path)}. ${next}\n`)
}

/**
 * Lets a piece of work go by its workflow as that is defined now.
 *
 * @throws Failure (notPossible) `no-work`, `state-gone` if nothing leads there now; (usage) `which-work`; as
 *   `readOwn` and `cast` do
 */
export async function upgrade(cli: CommandContext): Promise<Output> {
  const ctx = castContextOf(cli)
  const work = await meant(ctx.root, cli.options.work)
  const { flow, name, saved } = work
  const workflow = flow.definition.name
  const today = readOwn(ctx.root, workflow)
  const before = storedDefinition(ctx.root, name)
  const next = upgraded(before, today)
  if (!next) {
    const told = `“${name}” goes by ${definitionsFolder}/${workflow}.yaml as it is now.\n`
    return documentOutput('workflow', true, { workflow, path: flow.folder }, told)
  }
  const outside = outsideOf(today.file, before.file, saved.current, saved.context)
  if (outside !== undefined) {
    const message = `“${name}” is in the state ${outside}, to which nothing leads in ${workflow} as it is now; until it has left it, it goes on as it began.`
    throw new Failure(exit.notPossible, 'state-gone', message, `spell ${workflow} status --work ${name}`)
  }
  const { kept } = openNew(next.kept, name)
  const payload = { definition: kept?.digest, text: next.text }
  const { files, warnings } = await cast(work, 'upgrade', { ...ctx, texts: textsOf(flow) }, undefined, payload)
  // What is so now, and what comes next, are in the words of the new definition.
  const now = await reopened(work)
  const where = { from: saved.current, to: saved.current }
  const made = { verb: 'upgrade', kind: 'stay', ...where, files, values: { changed: next.words }, warnings } as const
  const answer = await answerToCommand(now, { ...ctx, texts: textsOf(now.flow) }, await settingsOf(ctx), made)
  return outputOf(answer, cli.options.for)
}

async function meant(root: string, asked: string | undefined): Promise<Work> {
  const all = (await allWork(root)).filter(({ flow }) => flow.kept)
  const found = asked === undefined ? all : all.filter(({ name }) => name === asked)
  const [only, ...others] = found
  if (only && others.length === 0) return only
  const names = all.map(({ name }) => name)
  if (all.length === 0) {
    const message = 'No piece of work goes by a workflow of this repository.'
    throw new Failure(exit.notPossible, 'no-work', message, 'spell workflow list')
  }
  const message = `Which piece of work? There is ${names.join(', ')}.`
  throw new Failure(exit.usage, 'which-work', message, `spell workflow upgrade --work ${names[0]}`, { details: names })
}

/**
 * Makes the definition that a piece of work goes by from now on. The states and steps that are gone stay in it as gone,
 * so that its history is still legal.
 *
 * @returns undefined if nothing has changed; `words`: those that are new and gone, as a sentence after another
 */
function upgraded(
  before: StoredDefinition,
  today: StoredDefinition,
): { readonly kept: StoredDefinition; readonly text: string; readonly words: string } | undefined {
  const { gone: _, ...known } = before
  if (printStored(known) === printStored(today)) return undefined
  const now = new Set(Object.keys(today.file.states))
  const past = definitionOf(before.file)
  const states = [...new Set([...(before.gone?.states ?? []), ...past.states])].filter((state) => !now.has(state))
  const edges = [...(before.gone?.edges ?? []), ...edgesOf(past)]
  const unique = [...new Map(edges.map((edge) => [JSON.stringify(edge), edge])).values()]
  const remembers = [...new Set([...(before.gone?.remembers ?? []), ...keysOf(before.file)])]
  const kept = { ...today, gone: { states, edges: unique, remembers } }
  return { kept, text: printStored(kept), words: changedWords(before.file.words, today.file.words) }
}

function changedWords(before: WorkflowFile['words'], now: WorkflowFile['words']): string {
  const told = (change: string, words: WorkflowFile['words'], others: WorkflowFile['words']) => {
    const found = Object.keys(words).filter((word) => !Object.hasOwn(others, word))
    return found.length > 0 ? ` ${change}: ${found.map((word) => `**${word}**`).join(', ')}.` : ''
  }
  return `${told('New', now, before)}${told('Gone', before, now)}`
}

/**
 * What is proven holds of the situations that can be reached, and of no other.
 *
 * @param was the definition that the piece of work goes by
 * @returns where the piece of work is, with what it counts and remembers, if this definition never leads there, knows
 *   nothing of what was counted, or counts people whom the earlier one did not tell apart
 */
function outsideOf(file: WorkflowFile, was: WorkflowFile, state: string, context: Context): string | undefined {
  const { situations } = explore(file, definitionOf(file))
  const known = JSON.stringify(storedFactsOf(file)(context))
  const isHere = (one: Situation) => one.state === state && one.kept === known
  const now = keysOf(file)
  const lost = keysOf(was).filter((name) => !now.includes(name) && Number(context[name]) > 0)
  const isNamed = (counter: string) => Number(context[counter] ?? 0) <= peopleIn(context, counter).length
  if (lost.length === 0 && peopleCounted(file).every(isNamed) && situations.some(isHere)) return undefined
  const first = (name: string) => (Object.hasOwn(file.counts ?? {}, name) ? 0 : 'nothing')
  const held = [...storedNames(file), ...lost].map((name) => `${name}: ${context[name] || first(name)}`)
  return held.length > 0 ? `${state} (${held.join(', ')})` : state
}
