import { bullets } from '../../answer/markdown'
import { documentOutput } from '../../cli/answer-output'
import { defineCommand } from '../../cli/command'
import { properties, type Report } from '../../engine/verify'
import { workflows } from '../../workflows/registry'
import { verifyWorkflow } from './verify-workflow'

const names = workflows.map(({ name }) => name)

/** Proves the workflow's table. */
export const command = defineCommand({
  name: 'verify',
  summary: "proves that the workflow's table has no hole, no dead end and no trap",
  argument: {
    name: 'workflow',
    help: `one of: ${names.join(', ')}; else all`,
    choices: names,
  },
  options: [],
  async run(name) {
    const reports = await Promise.all((name === undefined ? names : [name]).map(verifyWorkflow))
    const ok = reports.every(({ findings }) => findings.length === 0)
    return documentOutput('verification', ok, { workflows: reports }, reports.map(describe).join('\n'))
  },
})

function describe({ workflow, states, events, rows, worlds, answers, findings }: Report): string {
  const size = `${states} states × ${events} spells × ${worlds} combinations of facts = ${answers.toLocaleString('en')} answers from ${rows} rows`
  const lines = Object.entries(properties).map(([property, promise]) => {
    const broken = findings.filter((finding) => finding.property === property)
    return [
      `${broken.length === 0 ? '✓' : '✗'} ${promise}`,
      ...broken.map(({ where, message }) => `  - ${where}: ${message}`),
    ].join('\n')
  })
  return `## ${workflow}\n\n${size}\n\n${bullets(lines)}\n`
}
