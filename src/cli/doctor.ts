import { bullets, code, inline, paragraphs } from '../answer/markdown'
import { examine } from '../doctor'
import { exit } from '../failure'
import type { Finding } from '../finding'
import { repair } from '../repair'
import { engineer } from '../workflows/engineer'
import type { Command } from './command'
import { edgeOf } from './edge'
import { waitOption } from './options'

/** Looks after what spell keeps. */
export const command: Command = {
  name: 'doctor',
  summary: 'looks whether state, history and files fit together; --fix repairs',
  options: [
    { key: 'fix', flag: '--fix', help: 'repair what can be repaired; what is broken is kept' },
    { key: 'dryRun', flag: '--dry-run', help: 'only say what --fix would do' },
    waitOption,
  ],
  async run(_, setting) {
    const edge = edgeOf(setting)
    const look = () => examine(edge.root, engineer, edge.env, edge.now)
    const found = await look()
    const { fix, dryRun } = setting.options
    // Where nothing can be written to, a person has to act first.
    const blocked = found.some(({ code: name }) => name === 'in-the-way' || name === 'link-outside')
    const repairable = !blocked && found.some((finding) => finding.repair)
    const repairs = fix && !dryRun && repairable ? await repair(engineer, edge) : []
    const findings = repairs.length > 0 || fix ? await look() : found
    return {
      document: {
        schemaVersion: 1,
        kind: 'doctor',
        ok: findings.length === 0,
        workflow: 'engineer',
        findings,
        repairs,
        warnings: [],
      },
      markdown: `${paragraphs(bullets(repairs.map(inline)), describe(findings, repairs.length > 0), nextStep(findings, dryRun))}\n`,
      exitCode: findings.length === 0 ? exit.done : exit.found,
    }
  },
}

function describe(findings: readonly Finding[], repaired: boolean): string {
  if (findings.length === 0)
    return repaired ? 'All is well now.' : 'All is well: state, history and files fit together.'
  return bullets(
    findings.map(({ code: name, message, repair: does, advice }) => {
      const help = does ? `\`spell doctor --fix\` ${does}.` : advice && code(advice)
      return [`${code(name)}: ${inline(message)}`, help].filter(Boolean).join(' ')
    }),
  )
}

const nextStep = (findings: readonly Finding[], dryRun: true | undefined): string | false =>
  findings.some((finding) => finding.repair) && (dryRun ? 'Nothing was written.' : 'To repair: `spell doctor --fix`')
