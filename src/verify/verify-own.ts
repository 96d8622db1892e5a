import { bullets, code } from '../answer/markdown'
import { definitionsFolder } from '../settings/settings'
import { lookAtOwn, type OwnFault } from '../work/own/read-own'

/** What is proven of a workflow of the repository. */
export interface OwnReport {
  readonly workflow: string
  readonly path: string
  readonly states: number
  readonly steps: number
  readonly faults: readonly OwnFault[]
}

const promises = [
  'every word has an answer in every state, whatever is in the files',
  'every state can be reached, and a goal from every one of them',
  'every step can answer, and no other one always does so first',
  'a refusal changes nothing, and no counter goes beyond its end',
  'every circle passes a word of the developer, or counts and ends',
  'every text names only files that there are, and words that can be said there',
]

/** Reads and proves a workflow of the repository. Throws Failure (usage) `unknown-workflow` if there is no file of it */
export function verifyOwn(root: string, name: string): OwnReport {
  const found = lookAtOwn(root, name)
  const file = 'faults' in found ? undefined : found.file
  return {
    workflow: name,
    path: `${definitionsFolder}/${name}.yaml`,
    states: Object.keys(file?.states ?? {}).length,
    steps: file?.steps.length ?? 0,
    faults: 'faults' in found ? found.faults : [],
  }
}

/** @returns the report as Markdown */
export function describeOwn({ workflow, path: file, states, steps, faults }: OwnReport): string {
  const size = `${states} states and ${steps} steps in ${code(file)}`
  if (faults.length === 0) return `## ${workflow}\n\n${size}\n\n${bullets(promises.map((each) => `✓ ${each}`))}\n`
  const lines = faults.map(({ path, line, column, message, way }) =>
    [`✗ ${code(`${path}:${line}:${column}`)}: ${message}`, ...(way === '' ? [] : [`  - the way there: ${way}`])].join(
      '\n',
    ),
  )
  return `## ${workflow}\n\n${bullets(lines)}\n`
}
