import { defineCommand, documentOutput } from '../cli/command'
import { findRoot, workingFolder } from '../disk/root'
import { properties, type Verification } from '../engine/verify'
import { bullets, code } from '../text/markdown-parts'
import { lookAtOwn, type OwnFault } from '../work/own/read-own'
import { definedIn, misnamedHere } from '../work/settings/defined-workflows'
import { definitionsFolder } from '../work/settings/settings'
import { workflows } from '../workflows/registry'
import { unknownWorkflow, verifyWorkflow } from './verify'

const builtIn = workflows.map(({ name }) => name)

export const command = defineCommand({
  name: 'verify',
  summary: 'Prove that a workflow has no hole, no dead end and no trap',
  argument: {
    name: 'workflow',
    help: `one of: ${builtIn.join(', ')}, or one of .ai/workflows/ (default: all)`,
    choices: builtIn,
  },
  options: [],
  async run(name, { options }) {
    const root = findRoot(workingFolder(options.cwd))
    const own = definedIn(root)
    const known = [...builtIn, ...own]
    if (name !== undefined && !known.includes(name)) throw unknownWorkflow(name, known)
    const isAsked = (one: string) => name === undefined || one === name
    const reports = await Promise.all(builtIn.filter(isAsked).map(verifyWorkflow))
    const ofHere = own.filter(isAsked).map((one) => verifyOwn(root, one))
    const ok =
      reports.every(({ findings }) => findings.length === 0) && ofHere.every(({ faults }) => faults.length === 0)
    const markdown = [...reports.map(describe), ...ofHere.map(describeOwn)].join('\n')
    const found = { workflows: reports, ...(ofHere.length > 0 && { own: ofHere }) }
    return documentOutput('verification', ok, found, markdown, name === undefined ? misnamedHere(root) : [])
  },
})

const grouped = (count: number): string => count.toLocaleString('en')

function describe({ workflow, states, places, events, rows, tried, findings }: Verification): string {
  const where = places === states ? `${states} states` : `${grouped(places)} combinations of ${states} states`
  const size = `${where}, ${events} events and ${rows} rows; ${grouped(tried)} combinations of facts tried`
  const lines = Object.entries(properties).map(([property, promise]) => {
    const broken = findings.filter((finding) => finding.property === property)
    return [
      `${broken.length === 0 ? '✓' : '✗'} ${promise}`,
      ...broken.map(({ where: place, message }) => `  - ${place}: ${message}`),
    ].join('\n')
  })
  return `## ${workflow}\n\n${size}\n\n${bullets(lines)}\n`
}

/** What is proven of a workflow of the repository. */
interface OwnReport {
  readonly workflow: string
  readonly path: string
  /** None if it cannot be read. */
  readonly states: number
  readonly steps: number
  readonly faults: readonly OwnFault[]
}

const ownPromises = [
  'every word has an answer in every state, whatever is in the files',
  'every state can be reached, and a goal from every one of them',
  'every step can answer, and no other one always does so first',
  'a refusal changes nothing, and no counter goes beyond its end',
  'every circle passes a word of the developer, or counts and ends',
  'every text is there, and names only files that there are, and words that can be said there',
]

function verifyOwn(root: string, workflow: string): OwnReport {
  const found = lookAtOwn(root, workflow)
  const path = `${definitionsFolder}/${workflow}.yaml`
  if ('faults' in found) return { workflow, path, states: 0, steps: 0, faults: found.faults }
  const { states, steps } = found.file
  return { workflow, path, states: Object.keys(states).length, steps: steps.length, faults: [] }
}

function describeOwn({ workflow, path: file, states, steps, faults }: OwnReport): string {
  const size = `${states} states and ${steps} steps in ${code(file)}\n\n`
  const lines = faults.map(({ path, line, column, message, way }) =>
    [`✗ ${code(`${path}:${line}:${column}`)}: ${message}`, ...(way === '' ? [] : [`  - the way there: ${way}`])].join(
      '\n',
    ),
  )
  const isProven = faults.length === 0
  return `## ${workflow}\n\n${isProven ? size : ''}${bullets(isProven ? ownPromises.map((each) => `✓ ${each}`) : lines)}\n`
}
