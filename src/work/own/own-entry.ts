import { hash } from 'node:crypto'
import { foldersIn, readText } from '../../disk/read'
import type { Context } from '../../engine/definition'
import { recordOf } from '../../engine/records'
import { exit, Failure } from '../../text/failure'
import { withoutSpace } from '../../workflow/findings/finding'
import type { OwnWorkflow, Speaking, Workflow } from '../../workflow/flow'
import type { WorkflowEntry } from '../../workflow/workflow-entry'
import { namedFolder } from '../../workflows/engineer/files'
import { peopleCounted } from '../../workflows/own/facts'
import { type Kept, printKept, readKept } from '../../workflows/own/kept'
import { keptIn, workflowOfKept } from '../../workflows/own/kept-name'
import { isReserved } from '../../workflows/own/reserved'
import { type Brought, changingIn, handedIn, handedInBy, optionOf, takesOf } from '../../workflows/own/taken'
import { ownTexts } from '../../workflows/own/texts'
import { ownWorkflow, stepsOf } from '../../workflows/own/workflow'
import { definedIn } from '../settings/defined-workflows'
import { definitionsFolder } from '../settings/settings'

/** @returns the workflows of a repository by name: those that it defines, and those that a piece of work has kept */
export function ownEntries(root: string): readonly WorkflowEntry[] {
  const kept = foldersIn(root, namedFolder).flatMap((piece) => workflowOfKept(keptOf(root, piece)) ?? [])
  const names = [...new Set([...definedIn(root), ...kept])].filter((name) => !isReserved(name))
  return names.sort().map((name) => ownEntry(root, name))
}

/** @returns the definition that a piece of work has kept. Throws Failure (unreadable) `definition-unreadable` */
export function keptDefinition(root: string, piece: string): Kept {
  const text = keptOf(root, piece) ?? ''
  const kept = readKept(text)
  if (!kept) throw damageOf(piece, text)
  return kept
}

const keptOf = (root: string, piece: string) => readText(root, keptIn(`${namedFolder}/${piece}`))

function ownEntry(root: string, name: string): WorkflowEntry {
  const open = (piece: string, like = piece) => openKept(piece, keptOf(root, like) ?? '')
  const summary = `Go by the workflow of ${definitionsFolder}/${name}.yaml`
  const fresh = async (piece: string) => openNew((await import('./read-own')).readOwn(root, name), piece)
  return { ...entryOf(name, summary), load: async () => ({ open }), fresh }
}

/** @returns the workflow of a new piece of work, with the definition that it will keep */
export function openNew(kept: Kept, piece: string): Workflow {
  const { file, beside, gone } = kept
  const text = printKept(kept)
  const flow = ownWorkflow(file, piece, beside.templates, gone)
  const texts = ownTexts(file, piece, beside, text)
  const entry = entryOf(file.workflow, file.about)
  const countsPeople = peopleCounted(file).length > 0
  const digest = hash('sha256', text)
  const speaking: Speaking = {
    command: `spell ${file.workflow} prove --work ${piece}`,
    look: entry.look(piece),
    called: ['criterion', 'criteria'],
    then: 'Do not tick or change anything in the file yourself; say what the commands show.',
  }
  const refuse = ({ definition }: Context) => {
    if (definition === digest) return
    const path = keptIn(flow.folder)
    const message = `${path} is not the one that ${flow.folder}/state.json goes by.`
    throw new Failure(exit.unreadable, 'definition-changed', message, `git stash push -- ${path}`)
  }
  const phaseOnBoard = (state: string) => file.states[state]?.phase ?? 'planning'
  const agreeing = (state: string) => [
    ...new Set(stepsOf(file, state).flatMap(({ agrees, word }) => (agrees ? [word] : []))),
  ]
  const agrees = (row: string) => file.steps.some((step) => step.agrees && step.id === row)
  const takes = (word: string) =>
    Object.fromEntries(takesOf(file, word).map(([name, form]) => [name, optionOf(file, name, form)]))
  const pathOf = (of: string) => `${flow.folder}/${file.files?.[of]}`
  const draft = (word: string) => handedInBy(file, word).map(pathOf)[0]
  const bring: OwnWorkflow['bring'] = (word, given, probe, digest) => {
    const texts = handedIn(file, { word, given })
    const textOf = (of: string) => withoutSpace(texts[of] ?? String(probe[pathOf(of)] ?? ''))
    const brought: Brought = { word, given, seen: recordOf(changingIn(file), String, (of) => digest(textOf(of))) }
    return { brought }
  }
  const told = { texts, digest, speaking, countsPeople, agreeing, agrees, refuse, takes, draft, bring }
  // What git does to line endings changes nothing that is read.
  return { ...flow, own: { entry: { ...entry, phaseOnBoard }, ...told } }
}

/** @returns the workflow of a piece of work, given the text that it has kept; one that tells of the damage if that cannot be read */
export function openKept(piece: string, text: string): Workflow {
  const kept = readKept(text)
  if (kept) return openNew(kept, piece)
  const flow = openNew({ file: damaged(workflowOfKept(text) ?? ''), beside: { states: {}, templates: {} } }, piece)
  return flow.own ? { ...flow, own: { ...flow.own, damage: damageOf(piece, text) } } : flow
}

function damageOf(piece: string, text: string): Failure {
  const path = keptIn(`${namedFolder}/${piece}`)
  const what = /^[<>]{7} /m.test(text) ? 'has conflict markers of git' : 'is no definition of a workflow'
  return new Failure(exit.unreadable, 'definition-unreadable', `${path} ${what}.`, `git stash push -- ${path}`)
}

const damaged = (workflow: string): Kept['file'] => ({
  workflow,
  about: 'its definition cannot be read',
  start: 'unknown',
  words: {},
  states: { unknown: { phase: 'planning', title: 'Unknown' } },
  steps: [],
})

const entryOf = (name: string, summary: string): Omit<WorkflowEntry, 'load'> => ({
  name,
  summary,
  choose: 'the repository asks for it',
  begin: `spell ${name} new NAME`,
  look: (piece) => `spell ${name} status --work ${piece}`,
  called: 'piece of work',
  named: namedFolder,
  phaseOnBoard: () => 'planning',
  atGoal: 'complete',
  report: async () => (await import('../../workflows/own/report')).reporting,
})
