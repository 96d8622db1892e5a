import { join } from 'node:path'
import { leadsOutside } from '../../disk/links'
import { filesUnder, isThere, readText, readUtf8 } from '../../disk/read'
import { statOf } from '../../disk/stat'
import { getOrInsert } from '../../engine/records'
import { attempt, exit, Failure } from '../../text/failure'
import { isRecord } from '../../text/json'
import { sentence } from '../../text/markdown-parts'
import { isShortName } from '../../workflows/own/form-parts'
import { type ReadWorkflow, readWorkflow, type WorkflowFault } from '../../workflows/own/read-workflow'
import { readSource } from '../../workflows/own/source'
import type { StoredDefinition } from '../../workflows/own/stored-definition'
import { definitionsFolder } from '../settings/settings'

/** What was read and proven, by its texts: a command asks for its words, and then for the whole. */
const known = new Map<string, ReadWorkflow>()

/** What is wrong with a workflow of the repository, and with which of its files. */
export interface OwnFault extends Omit<WorkflowFault, 'textOf'> {
  readonly path: string
}

/**
 * Reads a workflow of the repository as it is now, with the texts beside it.
 *
 * @returns the workflow, or its faults in the order of the file
 * @throws Failure (usage) `unknown-workflow` if there is no file
 */
export function lookAtOwn(root: string, name: string): StoredDefinition | { readonly faults: readonly OwnFault[] } {
  const path = `${definitionsFolder}/${name}.yaml`
  const folder = `${definitionsFolder}/${name}`
  const faulty = (message: string) => ({ faults: [{ path, line: 1, column: 1, message, way: '' }] })
  // What is read here is shown, and kept with the work.
  const beside = filesUnder(root, folder)
  const outside = [path, ...beside].find((part) => statOf(join(root, part)) && leadsOutside(root, part))
  if (outside !== undefined) return faulty(`${outside} is a link that leads out of the repository`)
  const text = attempt(() => readUtf8(root, path))
  if (text instanceof Failure) return faulty(text.message.replace(/\.$/, ''))
  if (text === undefined) {
    if (isThere(root, path)) return faulty('it is a link that leads nowhere')
    throw new Failure(exit.usage, 'unknown-workflow', `There is no ${path}.`, 'spell workflow list')
  }
  const textsOf = (parts: readonly (readonly [of: string, path: string])[]): Record<string, string> =>
    Object.fromEntries(
      parts.flatMap(([of, part]) => {
        const text = readUtf8(root, part)
        return text === undefined ? [] : [[of, text]]
      }),
    )
  const pathOf = (state: string) => `${folder}/${state}.md`
  const ofStates = beside.flatMap((part) => /^([^/]+)\.md$/.exec(part.slice(folder.length + 1))?.[1] ?? [])
  const texts = textsOf(ofStates.map((state) => [state, pathOf(state)]))
  const { file, faults } = getOrInsert(known, JSON.stringify([text, texts]), () => readWorkflow(text, texts))
  if (!file)
    return { faults: faults.map(({ textOf, ...fault }) => ({ ...fault, path: textOf ? pathOf(textOf) : path })) }
  if (file.workflow !== name) return faulty(`the file is called ${name}.yaml, and the workflow "${file.workflow}"`)
  const states = Object.fromEntries(Object.entries(texts).filter(([state]) => Object.hasOwn(file.states, state)))
  const templates = textsOf(Object.entries(file.files ?? {}).map(([of, part]) => [of, `${folder}/files/${part}`]))
  return { file, beside: { states, templates } }
}

/** @returns the words or states of a workflow of the repository as it is now, whether it is proven or not */
export function namesToday(root: string, name: string, of: 'words' | 'states'): readonly string[] {
  const { value } = readSource(readText(root, `${definitionsFolder}/${name}.yaml`) ?? '')
  const named = isRecord(value) ? value[of] : undefined
  return isRecord(named) ? Object.keys(named).filter((each) => of === 'states' || isShortName(each)) : []
}

/** @returns the same, proven. Throws Failure (found) `workflow-unproven` with the first fault; as `lookAtOwn` does */
export function readOwn(root: string, name: string): StoredDefinition {
  const found = lookAtOwn(root, name)
  if (!('faults' in found)) return found
  const [first] = found.faults
  const message = `${first?.path}:${first?.line}:${first?.column}: ${sentence(first?.message ?? '')}`
  throw new Failure(exit.found, 'workflow-unproven', message, `spell verify ${name}`)
}
