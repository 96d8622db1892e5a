import { hash } from 'node:crypto'
import { foldersIn, readText } from '../../disk/read'
import type { Context } from '../../engine/definition'
import { exit, Failure } from '../../text/failure'
import type { Workflow } from '../../workflow/flow'
import type { WorkflowEntry } from '../../workflow/workflow-entry'
import { namedFolder } from '../../workflows/engineer/files'
import { entryOf } from '../../workflows/own/entry'
import { isReserved } from '../../workflows/own/reserved'
import { printStored, readStored, type StoredDefinition } from '../../workflows/own/stored-definition'
import { definitionPath, workflowOfStored } from '../../workflows/own/stored-name'
import { ownTexts } from '../../workflows/own/texts'
import { ownWorkflow } from '../../workflows/own/workflow'
import { definedIn } from '../settings/defined-workflows'
import { definitionsFolder } from '../settings/settings'

/** @returns the workflows of a repository by name: those that it defines, and those that a piece of work has kept */
export function ownEntries(root: string): readonly WorkflowEntry[] {
  const kept = foldersIn(root, namedFolder).flatMap((piece) => workflowOfStored(keptOf(root, piece)) ?? [])
  const names = [...new Set([...definedIn(root), ...kept])].filter((name) => !isReserved(name))
  return names.sort().map((name) => ownEntry(root, name))
}

/** @returns the definition that a piece of work has kept. Throws Failure (unreadable) `definition-unreadable` */
export function storedDefinition(root: string, piece: string): StoredDefinition {
  const text = keptOf(root, piece) ?? ''
  const kept = readStored(text)
  if (!kept) throw damageOf(piece, text)
  return kept
}

const keptOf = (root: string, piece: string) => readText(root, definitionPath(`${namedFolder}/${piece}`))

function ownEntry(root: string, name: string): WorkflowEntry {
  const open = (piece: string, like = piece) => openStored(piece, keptOf(root, like) ?? '')
  const about = `Go by the workflow of ${definitionsFolder}/${name}.yaml`
  const fresh = async (piece: string) => openNew((await import('./read-own')).readOwn(root, name), piece)
  return { ...entryOf({ workflow: name, about }), load: async () => ({ open }), fresh }
}

/** @returns the workflow of a new piece of work, with the definition that it will keep */
export function openNew(kept: StoredDefinition, piece: string): Workflow {
  const { file, beside, gone } = kept
  const text = printStored(kept)
  const flow = ownWorkflow(file, piece, beside.templates, gone)
  const digest = hash('sha256', text)
  const refuse = ({ definition }: Context) => {
    if (definition === digest) return
    const path = definitionPath(flow.folder)
    const message = `${path} is not the one that ${flow.folder}/state.json goes by.`
    throw new Failure(exit.unreadable, 'definition-changed', message, `git stash push -- ${path}`)
  }
  // What git does to line endings changes nothing that is read.
  return { ...flow, kept: { digest, refuse }, answers: { ...flow.answers, texts: ownTexts(file, piece, beside, text) } }
}

/** @returns the workflow of a piece of work, given the text that it has kept; one that tells of the damage if that cannot be read */
export function openStored(piece: string, text: string): Workflow {
  const kept = readStored(text)
  if (kept) return openNew(kept, piece)
  const flow = openNew({ file: damaged(workflowOfStored(text) ?? ''), beside: { states: {}, templates: {} } }, piece)
  return flow.kept ? { ...flow, kept: { ...flow.kept, damage: damageOf(piece, text) } } : flow
}

function damageOf(piece: string, text: string): Failure {
  const path = definitionPath(`${namedFolder}/${piece}`)
  const what = /^[<>]{7} /m.test(text) ? 'has conflict markers of git' : 'is no definition of a workflow'
  return new Failure(exit.unreadable, 'definition-unreadable', `${path} ${what}.`, `git stash push -- ${path}`)
}

const damaged = (workflow: string): StoredDefinition['file'] => ({
  workflow,
  about: 'its definition cannot be read',
  start: 'unknown',
  words: {},
  states: { unknown: { phase: 'planning', title: 'Unknown' } },
  steps: [],
})
