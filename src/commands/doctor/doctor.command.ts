import { castContextOf } from '../../cli/cast-context'
import { defineCommand } from '../../cli/command'
import { waitOption } from '../../cli/options'
import type { Workflow } from '../../workflows/workflow'
import { usedIn } from '../../works/in-use'
import { installContextOf } from '../init/install-context'
import { examine } from './doctor'
import { outputOfDoctor } from './doctor-output'
import type { Finding } from './finding'
import { examineInstalled } from './installation'
import { repair } from './repair'

/** Looks after what spell keeps. */
export const command = defineCommand({
  name: 'doctor',
  summary: 'looks whether state, history and files fit together; --fix repairs',
  options: [
    { key: 'fix', flag: '--fix', help: 'repair what can be repaired; what is broken is kept' },
    { key: 'dryRun', flag: '--dry-run', help: 'only say what --fix would do' },
    waitOption,
  ],
  async run(_, cli) {
    const ctx = castContextOf(cli)
    const ground = await installContextOf(cli)
    const workflows = await usedIn(ctx.root)
    const ofWork = (workflow: Workflow) => examine(ctx.root, workflow, ctx.env, ctx.now)
    const look = async () => {
      const found: Finding[] = []
      for (const workflow of workflows) found.push(...(await ofWork(workflow)))
      return distinct([...found, ...(await examineInstalled(ground))])
    }
    const found = await look()
    const { fix, dryRun } = cli.options
    // Where nothing can be written to, a person has to act first.
    const blocked = found.some(({ code: name }) => name === 'in-the-way' || name === 'link-outside')
    const repairable = !blocked && found.some((finding) => finding.repair)
    if (!fix || dryRun || !repairable) return outputOfDoctor('engineer', found, [], nextStep(found, blocked, dryRun))
    const repairs = new Set<string>()
    for (const workflow of workflows) {
      const isBroken = (await ofWork(workflow)).some((finding) => finding.repair)
      for (const said of isBroken ? await repair(workflow, ctx) : []) repairs.add(said)
    }
    // A long history takes its time: it is looked at again only where something was done.
    const findings = await look()
    return outputOfDoctor('engineer', findings, [...repairs], nextStep(findings, blocked, dryRun))
  },
})

/** What all workflows share is found with each of them. */
const distinct = (findings: readonly Finding[]): Finding[] => [
  ...new Map(findings.map((finding) => [JSON.stringify(finding), finding])).values(),
]

function nextStep(findings: readonly Finding[], blocked: boolean, dryRun: true | undefined): string | undefined {
  if (!findings.some((finding) => finding.repair)) return undefined
  if (dryRun) return 'Nothing was written.'
  return blocked ? 'First what is in the way has to go, then: `spell doctor --fix`' : 'To repair: `spell doctor --fix`'
}
