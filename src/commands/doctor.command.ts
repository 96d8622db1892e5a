import { bullets, code } from '../answer/markdown'
import { picked } from '../cli/ask'
import { castContextOf } from '../cli/cast-context'
import { type CommandContext, defineCommand } from '../cli/command'
import { waitOption } from '../cli/options'
import { titleOf } from '../cli/title'
import { isFolder } from '../disk/read'
import { exit, Failure } from '../failure/failure'
import type { Workflow } from '../flows/flow'
import { standard } from '../flows/registry'
import { installContextOf } from '../install/install-context'
import { changedArchives } from '../rules/doctor/archived-texts'
import { examine } from '../rules/doctor/doctor'
import { outputOfDoctor } from '../rules/doctor/doctor-output'
import type { Finding } from '../rules/doctor/finding'
import { grownSides } from '../rules/doctor/grown-side'
import { examineInstalled } from '../rules/doctor/installation'
import { repair } from '../rules/doctor/repair'
import { nameGrown, settleSplit } from '../rules/doctor/settle-split'
import { type Split, splitIn } from '../rules/doctor/split'
import { type Chosen, needsSide, tellSplit } from '../rules/doctor/split-words'
import { archivedOnly } from '../work/in-use'
import { allWork } from '../work/open'

const sides = ['mine', 'theirs'] as const satisfies readonly Chosen[]

/** Examines and repairs the files of spell. */
export const command = defineCommand({
  name: 'doctor',
  summary: 'Find damage in state, history and files; --fix repairs it',
  options: [
    { key: 'fix', flag: '--fix', help: 'repair what can be repaired; broken files are kept' },
    { key: 'side', flag: '--side', value: 'SIDE', help: 'with --fix: which side of a merge goes on', choices: sides },
    { key: 'dryRun', flag: '--dry-run', help: 'only say what --fix would do' },
    waitOption,
  ],
  async run(_, cli) {
    const ctx = castContextOf(cli)
    const ground = await installContextOf(cli)
    const { fix, dryRun, side } = cli.options
    if (side !== undefined && !fix)
      throw new Failure(exit.usage, 'usage', '--side goes with --fix.', `spell doctor --fix --side ${side}`)
    const workflows = [...(await allWork(ctx.root)).map(({ flow }) => flow), ...(await changedAlone(ctx.root))]
    const ofWork = (workflow: Workflow) => examine({ ...ctx, workflow, titleOf })
    const look = async () => {
      const found: Finding[] = []
      for (const workflow of workflows) found.push(...(await ofWork(workflow)))
      return distinct([...found, ...(await examineInstalled(ground))])
    }
    const found = await look()
    const hasWork = workflows.some(({ folder }) => isFolder(ctx.root, folder))
    const clean = hasWork ? undefined : 'There is no work here yet, and nothing is damaged.'
    // If nothing can be written, the user has to act first.
    const blocked = found.some(({ code: name }) => name === 'in-the-way' || name === 'link-outside')
    const repairable = !blocked && found.some((finding) => finding.repair)
    if (!fix || dryRun || !repairable)
      return outputOfDoctor(standard, found, [], nextStep(found, blocked, dryRun), clean)
    const repairs = new Set<string>()
    const next: string[] = []
    for (const workflow of workflows) {
      // An octopus merge brings several splits. If no side is whole, it stays a conflict. Each split is settled once.
      const settled = new Set<string>()
      for (;;) {
        const split = await splitIn(ctx.root, workflow)
        if (!split || settled.has(split.sides.theirs.name)) break
        settled.add(split.sides.theirs.name)
        const chosen = await sideOf(split, cli)
        for (const said of await settleSplit(split, chosen, ctx)) repairs.add(said)
        next.push(...['git add --all .ai', split.sides.next ?? 'git commit'])
      }
    }
    for (const workflow of workflows) {
      const grown = await grownSides(ctx.root, workflow)
      for (const said of grown.length > 0 ? await nameGrown(workflow, grown, ctx) : []) repairs.add(said)
      const isBroken = (await ofWork(workflow)).some((finding) => finding.repair)
      for (const said of isBroken ? await repair(workflow, ctx) : []) repairs.add(said)
    }
    // Reading a long history takes time, so examine it again only after a repair.
    const findings = await look()
    const last = nextStep(findings, blocked, dryRun) ?? goOn([...new Set(next)])
    return outputOfDoctor(standard, findings, [...repairs], last)
  },
})

/** Finished work is examined if its archive was changed: two sides may have been merged in it. */
async function changedAlone(root: string): Promise<Workflow[]> {
  const changed: Workflow[] = []
  for (const { flow: workflow } of await archivedOnly(root))
    if ((await changedArchives(root, workflow)).length > 0) changed.push(workflow)
  return changed
}

/** No side is chosen without the user. */
async function sideOf(split: Split, { options, canAsk }: CommandContext<{ readonly side?: string }>): Promise<Chosen> {
  const said = sides.find((name) => name === options.side)
  if (said) return said
  const message = tellSplit(split, titleOf)
  if (!(await canAsk())) throw needsSide(message)
  const choices = sides.map((value) => ({ value, name: `${value}: ${split.sides[value].name}` }))
  const answer = await picked(`${message}\nWhich side goes on?`, choices)
  if (!answer) throw needsSide(message)
  return answer
}

const goOn = (commands: readonly string[]): string | undefined =>
  commands.length > 0 ? `Then:\n\n${bullets(commands.map(code))}` : undefined

/** What all workflows share is found once for each. */
const distinct = (findings: readonly Finding[]): Finding[] => [
  ...new Map(findings.map((finding) => [JSON.stringify(finding), finding])).values(),
]

function nextStep(findings: readonly Finding[], blocked: boolean, dryRun: true | undefined): string | undefined {
  if (!findings.some((finding) => finding.repair)) return undefined
  if (dryRun) return 'Nothing was written.'
  if (blocked) return 'First what is in the way has to go, then: `spell doctor --fix`'
  const isSplit = findings.some(({ code: name }) => name === 'merge-conflict')
  return isSplit
    ? 'To go on with what this branch has: `spell doctor --fix --side mine`; with the other: `spell doctor --fix --side theirs`'
    : 'To repair: `spell doctor --fix`'
}
