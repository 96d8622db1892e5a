import { bullets } from '../answer/markdown'
import { documentOutput } from '../cli/answer-output'
import { defineCommand } from '../cli/command'
import { isTerminal, write } from '../cli/streams'
import { findRoot, workingFolder } from '../disk/root'
import { properties, type Report } from '../engine/verify'
import { workflows } from '../flows/registry'
import { noCell, table } from '../markdown/table'
import { definedIn, misnamedHere } from '../settings/defined-workflows'
import { describeOwn, verifyOwn } from '../verify/verify-own'
import { coverage, type Matrix, unknownWorkflow, verifyWorkflow } from '../verify/verify-workflow'

const builtIn = workflows.map(({ name }) => name)

export const command = defineCommand({
  name: 'verify',
  summary: 'Prove that a workflow has no hole, no dead end and no trap',
  argument: {
    name: 'workflow',
    help: `one of: ${builtIn.join(', ')}, or one of .ai/workflows/ (default: all)`,
    choices: builtIn,
  },
  options: [{ key: 'matrix', flag: '--matrix', help: 'print which rows answer in each state' }],
  async run(name, { options }) {
    // Shows the seconds in a terminal.
    const shows = !options.quiet && !options.json && (await isTerminal(2))
    const root = findRoot(workingFolder(options.cwd))
    const own = definedIn(root)
    const known = [...builtIn, ...own]
    if (name !== undefined && !known.includes(name)) throw unknownWorkflow(name, known)
    const reports: (Report & { matrix?: Matrix })[] = []
    for (const one of builtIn.filter((each) => name === undefined || each === name)) {
      if (shows) write(2, `${one} …\n`)
      reports.push({ ...(await verifyWorkflow(one)), ...(options.matrix && { matrix: await coverage(one) }) })
    }
    const ofHere = own.filter((each) => name === undefined || each === name).map((each) => verifyOwn(root, each))
    const ok =
      reports.every(({ findings }) => findings.length === 0) && ofHere.every(({ faults }) => faults.length === 0)
    const markdown = [...reports.map(describe), ...ofHere.map(describeOwn)].join('\n')
    return documentOutput(
      'verification',
      ok,
      { workflows: reports, ...(ofHere.length > 0 && { own: ofHere }) },
      markdown,
      name === undefined ? misnamedHere(root) : [],
    )
  },
})

const grouped = (count: number | bigint): string => count.toLocaleString('en')

function describe({
  workflow,
  states,
  places,
  events,
  rows,
  worlds,
  answers,
  findings,
  matrix,
}: Report & { matrix?: Matrix }): string {
  const where = places === states ? `${states} states` : `${grouped(places)} combinations of ${states} states`
  const size = `${where} × ${events} events × ${grouped(worlds)} combinations of facts = ${grouped(answers)} answers from ${rows} rows`
  const lines = Object.entries(properties).map(([property, promise]) => {
    const broken = findings.filter((finding) => finding.property === property)
    return [
      `${broken.length === 0 ? '✓' : '✗'} ${promise}`,
      ...broken.map(({ where: place, message }) => `  - ${place}: ${message}`),
    ].join('\n')
  })
  return `## ${workflow}\n\n${size}\n\n${bullets(lines)}\n${matrix ? `\n${tableOf(matrix)}\n` : ''}`
}

function tableOf(matrix: Matrix): string {
  const events = Object.keys(Object.values(matrix)[0] ?? {})
  return table(
    ['State', ...events],
    Object.entries(matrix).map(([state, cells]) => [
      state,
      ...events.map((event) => cells[event]?.join(' ') || noCell),
    ]),
  )
}
