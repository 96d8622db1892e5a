import { bullets } from '../answer/markdown'
import type { Definition } from '../engine/definition'
import { properties, type Report, verify } from '../engine/verify'
import { exit, Failure } from '../failure'
import { engineer } from '../workflows/engineer'
import type { Command } from './command'

/** Each loaded only where it is proven. */
const workflows: Readonly<Record<string, () => Promise<Definition>>> = {
  engineer: async () => engineer.definition as Definition,
  discovery: async () => (await import('../workflows/discovery')).definition,
  collab: async () => (await import('../workflows/collab')).definition as Definition,
  hope: async () => (await import('../workflows/hope')).definition,
}

/** Proves the workflow's table. */
export const command: Command = {
  name: 'verify',
  summary: "proves that the workflow's table has no hole, no dead end and no trap",
  argument: {
    name: 'workflow',
    help: `one of: ${Object.keys(workflows).join(', ')}; else all`,
    choices: Object.keys(workflows),
  },
  options: [],
  async run(name) {
    const chosen = Object.entries(workflows).filter(([known]) => name === undefined || known === name)
    if (chosen.length === 0) {
      const known = Object.keys(workflows).join(', ')
      throw new Failure(
        exit.usage,
        'unknown-workflow',
        `There is no workflow "${name}"; there is ${known}.`,
        'spell verify',
      )
    }
    const reports = await Promise.all(chosen.map(async ([, load]) => verify(await load())))
    const ok = reports.every(({ findings }) => findings.length === 0)
    return {
      document: { schemaVersion: 1, kind: 'verification', ok, workflows: reports, warnings: [] },
      markdown: reports.map(describe).join('\n'),
      exitCode: ok ? exit.done : exit.found,
    }
  },
}

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
