import { bullets } from '../answer/markdown'
import { documentOutput } from '../cli/answer-output'
import { defineCommand } from '../cli/command'
import { isTerminal, write } from '../cli/streams'
import { properties, type Report } from '../engine/verify'
import { workflows } from '../flows/registry'
import { noCell, table } from '../markdown/table'
import { coverage, type Matrix, verifyWorkflow } from '../verify/verify-workflow'

const names = workflows.map(({ name }) => name)

export const command = defineCommand({
  name: 'verify',
  summary: 'Prove that a workflow has no hole, no dead end and no trap',
  argument: {
    name: 'workflow',
    help: `one of: ${names.join(', ')} (default: all)`,
    choices: names,
  },
  options: [{ key: 'matrix', flag: '--matrix', help: 'print which rows answer in each state' }],
  async run(name, { options }) {
    // Shows the seconds in a terminal.
    const shows = !options.quiet && !options.json && (await isTerminal(2))
    const reports: (Report & { matrix?: Matrix })[] = []
    for (const one of name === undefined ? names : [name]) {
      if (shows) write(2, `${one} …\n`)
      reports.push({ ...(await verifyWorkflow(one)), ...(options.matrix && { matrix: await coverage(one) }) })
    }
    const ok = reports.every(({ findings }) => findings.length === 0)
    return documentOutput('verification', ok, { workflows: reports }, reports.map(describe).join('\n'))
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
