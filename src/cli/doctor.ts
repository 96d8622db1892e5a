import { bullets, code, inline, paragraphs } from '../answer/markdown'
import { examine } from '../doctor'
import { exit } from '../failure'
import type { Finding } from '../finding'
import { examineInstalled } from '../installed'
import { repair } from '../repair'
import { engineer } from '../workflows/engineer'
import type { Command } from './command'
import { edgeOf } from './edge'
import { groundOf } from './ground'
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
    const ground = await groundOf(setting)
    const look = async () => [
      ...(await examine(edge.root, engineer, edge.env, edge.now)),
      ...(await examineInstalled(ground)),
    ]
    const found = await look()
    const { fix, dryRun } = setting.options
    // Where nothing can be written to, a person has to act first.
    const blocked = found.some(({ code: name }) => name === 'in-the-way' || name === 'link-outside')
    const repairable = !blocked && found.some((finding) => finding.repair)
    const repairs = fix && !dryRun && repairable ? await repair(engineer, edge) : []
    // A long history takes its time: it is looked at again only where something was done.
    const findings = fix && !dryRun && repairable ? await look() : found
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
      markdown: `${paragraphs(bullets(repairs.map(inline)), describe(findings, repairs.length > 0), nextStep(findings, blocked, dryRun))}\n`,
      exitCode: findings.length === 0 ? exit.done : exit.found,
    }
  },
}

function describe(findings: readonly Finding[], repaired: boolean): string {
  if (findings.length === 0)
    return repaired ? 'All is well now.' : 'All is well: state, history and files fit together.'
  return bullets(
    findings.map(({ code: name, message, repair: does, advice }) => {
      // A sentence is to be read, everything else to be pasted.
      const act = advice?.endsWith('.') ? advice : advice && code(advice)
      const help = does ? `\`spell doctor --fix\` ${does}.` : act
      return [`${code(name)}: ${inline(message)}`, help].filter(Boolean).join(' ')
    }),
  )
}

function nextStep(findings: readonly Finding[], blocked: boolean, dryRun: true | undefined): string | undefined {
  if (!findings.some((finding) => finding.repair)) return undefined
  if (dryRun) return 'Nothing was written.'
  return blocked ? 'First what is in the way has to go, then: `spell doctor --fix`' : 'To repair: `spell doctor --fix`'
}
