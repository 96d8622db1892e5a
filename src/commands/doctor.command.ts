import { bullets, code } from '../answer/markdown'
import type { CastContext } from '../cast/context'
import { picked } from '../cli/ask'
import { castContextOf } from '../cli/cast-context'
import { type CommandContext, defineCommand } from '../cli/command'
import { waitOption } from '../cli/options'
import { titleOf } from '../cli/title'
import { isFolder } from '../disk/read'
import { exit, Failure } from '../failure/failure'
import type { Workflow } from '../flows/flow'
import { installContextOf } from '../install/install-context'
import { changedArchives } from '../rules/doctor/archived-texts'
import { examine } from '../rules/doctor/doctor'
import { outputOfDoctor } from '../rules/doctor/doctor-output'
import { type Finding, repairs } from '../rules/doctor/finding'
import { examineInstalled } from '../rules/doctor/installation'
import type { Side } from '../rules/doctor/merge/decide'
import type { OpenMerge } from '../rules/doctor/merge/open-merge'
import { chosenIn } from '../rules/doctor/merge/rebase-choice'
import { seeMerge } from '../rules/doctor/merge/see-merge'
import { finishSettling, nameAfterRebase, settleMerge } from '../rules/doctor/merge/settle-merge'
import { needsSide, tellOpen } from '../rules/doctor/merge/words'
import { repair } from '../rules/doctor/repair'
import { archivedOnly } from '../work/in-use'
import { allWork } from '../work/open'

const sides = ['mine', 'theirs'] as const satisfies readonly Side[]

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
    const look = async () => {
      const { findings, isMixed } = await seeMerge(ctx.root, ctx.env, titleOf)
      const found = [...findings]
      for (const workflow of isMixed ? [] : await examinedIn(ctx.root))
        found.push(...(await examine({ ...ctx, workflow })))
      return distinct([...found, ...(await examineInstalled(ground))])
    }
    const found = await look()
    const here = await allWork(ctx.root)
    const works = found.length > 0 ? [...here, ...(await allWork(ctx.root, 'archives'))] : here
    const hasWork = here.some(({ folder }) => isFolder(ctx.root, folder))
    const clean = hasWork ? undefined : 'There is no work here yet, and nothing is damaged.'
    // If nothing can be written, the user has to act first.
    const blocked = found.some(({ code: name }) => name === 'in-the-way' || name === 'link-outside')
    const repairable = !blocked && found.some((finding) => finding.repair)
    if (!fix || dryRun || !repairable) return outputOfDoctor(works, found, [], nextStep(found, blocked, dryRun), clean)
    const { said, next } = await settleFound(ctx, cli)
    const done = new Set(said)
    for (const workflow of await examinedIn(ctx.root)) {
      const isBroken = (await examine({ ...ctx, workflow })).some((finding) => finding.repair)
      for (const sentence of isBroken ? await repair(workflow, ctx) : []) done.add(sentence)
    }
    // Reading a long history takes time, so examine it again only after a repair.
    const findings = await look()
    const last = nextStep(findings, blocked, dryRun) ?? goOn(next)
    return outputOfDoctor(works, findings, [...done], last)
  },
})

/** The pieces of work to examine. Those of which only an archive is left are, if that was changed. */
async function examinedIn(root: string): Promise<readonly Workflow[]> {
  const changed: Workflow[] = []
  for (const { flow: workflow } of await archivedOnly(root))
    if ((await changedArchives(root, workflow)).length > 0) changed.push(workflow)
  return [...(await allWork(root)).map(({ flow }) => flow), ...changed]
}

/** Settles what git is putting together; no side is chosen without the user. */
async function settleFound(
  ctx: CastContext,
  cli: Asking,
): Promise<{ said: readonly string[]; next: readonly string[] }> {
  const finished = await finishSettling(ctx)
  const { open, toName } = await seeMerge(ctx.root, ctx.env, titleOf)
  const named = toName ? await nameAfterRebase(toName, ctx) : []
  if (!open) return { said: [...finished, ...named], next: [] }
  const said = await settleMerge(open, await sideOf(open, cli), ctx)
  const { next = 'git commit', rebase } = open.merge
  const after = rebase && !rebase.isLast ? ['spell doctor --fix   # when the rebase is over'] : []
  return { said: [...finished, ...said], next: ['git add --all .ai', next, ...after] }
}

type Asking = CommandContext<{ readonly side?: string }>

async function sideOf(open: OpenMerge, { options, canAsk }: Asking): Promise<Side> {
  const said = sides.find((name) => name === options.side) ?? (open.merge.rebase && chosenIn(open.merge.rebase))
  if (said || open.asked.size === 0) return said ?? 'mine'
  const message = (await tellOpen(open, titleOf)).map((finding) => finding.message).join('\n')
  if (!(await canAsk())) throw needsSide(message)
  const choices = sides.map((value) => ({ value, name: `${value}: ${open.merge[value].name}` }))
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
  const isSplit = findings.some(
    ({ code: name, repair: does }) => name === 'merge-conflict' && does === repairs['merge-conflict'],
  )
  return isSplit
    ? 'To go on with what this branch has: `spell doctor --fix --side mine`; with the other: `spell doctor --fix --side theirs`'
    : 'To repair: `spell doctor --fix`'
}
