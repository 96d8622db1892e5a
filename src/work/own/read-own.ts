import { readText } from '../../disk/read'
import { exit, Failure } from '../../failure/failure'
import { isRecord } from '../../failure/json'
import { isShortName } from '../../flows/own/format'
import type { Kept } from '../../flows/own/kept'
import { misnamedInText } from '../../flows/own/names'
import { readWorkflow, type WorkflowFault } from '../../flows/own/read-workflow'
import { readSource } from '../../flows/own/source'
import { definitionsFolder } from '../../settings/settings'

/**
 * Reads a workflow of the repository as it is now, with the texts beside it.
 *
 * @returns the workflow, or its faults in the order of the file
 * @throws Failure (usage) `unknown-workflow` if there is no file
 */
export function lookAtOwn(root: string, name: string): Kept | { readonly faults: readonly WorkflowFault[] } {
  const path = `${definitionsFolder}/${name}.yaml`
  const text = readText(root, path)
  if (text === undefined) {
    const message = `There is no ${path}.`
    throw new Failure(exit.usage, 'unknown-workflow', message, 'spell workflow list')
  }
  const { file, faults } = readWorkflow(text)
  if (!file) return { faults }
  if (file.workflow !== name) {
    const message = `the file is called ${name}.yaml, and the workflow "${file.workflow}"`
    return { faults: [{ line: 1, column: 1, message, way: '' }] }
  }
  const beside = (part: string) => readText(root, `${definitionsFolder}/${name}/${part}`)
  const found = (parts: readonly (readonly [name: string, path: string])[]): Record<string, string> =>
    Object.fromEntries(
      parts.flatMap(([of, part]) => {
        const text = beside(part)
        return text === undefined ? [] : [[of, text]]
      }),
    )
  const states = found(Object.keys(file.states).map((state) => [state, `${state}.md`]))
  const templates = found(Object.entries(file.files ?? {}).map(([of, part]) => [of, `files/${part}`]))
  const misnamed = Object.entries(states).flatMap(([state, text]) => [
    ...misnamedInText(file, state, text, []).map(({ message }) => ({ state, message })),
    ...(text.includes('{{') ? [{ state, message: 'a file is named by {name}, not {{name}}' }] : []),
  ])
  if (misnamed.length > 0)
    return {
      faults: misnamed.map(({ state, message }) => ({
        line: 1,
        column: 1,
        message: `in ${name}/${state}.md: ${message}`,
        way: '',
      })),
    }
  return { file, beside: { states, templates } }
}

/** @returns the words or states of a workflow of the repository as it is now, whether it is proven or not */
export function namesToday(root: string, name: string, of: 'words' | 'states'): readonly string[] {
  const { value } = readSource(readText(root, `${definitionsFolder}/${name}.yaml`) ?? '')
  const named = isRecord(value) ? value[of] : undefined
  return isRecord(named) ? Object.keys(named).filter(isShortName) : []
}

/** @returns the same, proven. Throws Failure (found) `workflow-unproven` with the first fault; as `lookAtOwn` does */
export function readOwn(root: string, name: string): Kept {
  const found = lookAtOwn(root, name)
  if (!('faults' in found)) return found
  const [first] = found.faults
  const path = `${definitionsFolder}/${name}.yaml`
  const message = `${path}:${first?.line}:${first?.column}: ${first?.message}.`
  throw new Failure(exit.found, 'workflow-unproven', message, `spell verify ${name}`)
}
