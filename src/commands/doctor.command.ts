import { bullets, code } from '../answer/markdown'
import type { CastContext } from '../cast/cast'
import { outputOf } from '../cli/answer-output'
import { picked } from '../cli/ask'
import { castContextOf } from '../cli/cast-context'
import { type CommandContext, defineCommand, type Output } from '../cli/command'
import { waitOption } from '../cli/options'
import { titleOf } from '../cli/title'
import { workMeant } from '../cli/work-meant'
import { isFolder } from '../disk/read'
import { attemptAsync, exit, Failure } from '../failure/failure'
import { standardFlow } from '../flows/registry'
import { type Git, withGit } from '../git/git'
import type { InstallContext } from '../install/init'
import { installContextOf } from '../install/install-context'
import { checkRoots } from '../rules/check/roots'
import { outputOfDoctor } from '../rules/doctor/doctor-output'
import { examineInstalled } from '../rules/doctor/installation'
import { lostWords } from '../rules/doctor/lost-words'
import { type Side, sides } from '../rules/doctor/merge/decide'
import { chosenIn } from '../rules/doctor/merge/rebase-choice'
import { type MergeSeen, type OpenMerge, seeMerge } from '../rules/doctor/merge/see-merge'
import { finishSettling, nameAfterRebase, settleMerge } from '../rules/doctor/merge/settle-merge'
import { needsSide, tellOpen } from '../rules/doctor/merge/words'
import { repair } from '../rules/doctor/repair'
import { examine, settingsRight } from '../rules/examine'
import { distinct, type Finding, finding, type Rule, repairs } from '../rules/finding'
import { changedInArchive } from '../rules/kept-files'
import { withWord } from '../word/permission'
import { allWork } from '../work/open'
import type { Work } from '../work/work'

export const command = defineCommand({
  name: 'doctor',
  summary: 'Find damage in the records; --fix repairs it',
  options: [
    { key: 'fix', flag: '--fix', help: 'repair what can be repaired; broken files are kept' },
    { key: 'side', flag: '--side', value: 'SIDE', help: 'with --fix: which side of a merge goes on', choices: sides },
    { key: 'dryRun', flag: '--dry-run', help: 'only say what --fix would do' },
    {
      key: 'set',
      flag: '--set',
      value: 'STATE',
      help: 'set the state by hand; the reason stays in the history',
      known: standardFlow.definition.states,
    },
    { key: 'because', flag: '--because', value: 'TEXT', help: 'with --set: why; at most 2,000 characters' },
    waitOption,
  ],
  async run(_, cli) {
    const { set, because } = cli.options
    if (set !== undefined) return setState(set, cli)
    if (because !== undefined)
      throw new Failure(exit.usage, 'usage', '--because goes with --set.', 'spell doctor --help')
    const ctx = castContextOf(cli)
    return await withGit(ctx.root, ctx.env, async (git) => {
      const ground = await installContextOf(cli, git)
      const { fix, dryRun, side } = cli.options
      if (side !== undefined && !fix)
        throw new Failure(exit.usage, 'usage', '--side goes with --fix.', `spell doctor --fix --side ${side}`)
      const seen = await look(ctx, ground, git)
      const found = seen.findings
      const works = found.length > 0 ? [...seen.works, ...(await allWork(ctx.root, 'archives'))] : seen.works
      const hasWork = seen.works.some(({ folder }) => isFolder(ctx.root, folder))
      const clean = hasWork ? undefined : 'There is no work here yet, and nothing is damaged.'
      // If nothing can be written, the user has to act first.
      const blocked = found.some(({ code: name }) => name === 'in-the-way' || name === 'link-outside')
      const repairable = !blocked && found.some((finding) => finding.repair)
      if (!fix || dryRun || !repairable)
        return outputOfDoctor(works, found, [], nextStep(found, blocked, dryRun), clean)
      return withWord({ word: 'doctor' }, ctx, async (passing) => {
        const settled = await settleFound(seen.merge, passing, git, cli)
        const done = new Set(settled.said)
        const { broken } = done.size > 0 ? await look(ctx, ground, git) : seen
        for (const work of broken) for (const sentence of await repair(work, passing)) done.add(sentence)
        const { findings } = await look(ctx, ground, git)
        return outputOfDoctor(works, findings, [...done], nextStep(findings, blocked, dryRun) ?? goOn(settled.next))
      })
    })
  },
})

async function setState(state: string, cli: CommandContext<{ readonly because?: string }>): Promise<Output> {
  const { override } = await import('../steps/override')
  const { work, ctx } = await workMeant(cli)
  return outputOf(await override(work, ctx, state, cli.options.because), cli.options.for)
}

/** What is not there yet, rather than wrong. */
const unfinished: readonly Rule[] = [
  'error-state',
  'pending-archive',
  'criterion-not-proven',
  'criterion-without-command',
]

/** What a check finds here and below without a base. */
async function wrongIn({ env, now }: CastContext, git: Git): Promise<Finding[]> {
  const { findings } = await checkRoots(git, env, now, { requirement: 'any' })
  const wrong = findings.filter(({ rule }) => !unfinished.includes(rule))
  return wrong.map(({ rule, message, fix, ...place }) => finding(rule, place, message, fix, ''))
}

interface Look {
  readonly findings: readonly Finding[]
  readonly merge: MergeSeen
  readonly works: readonly Work[]
  /** Those of them that a repair can help. */
  readonly broken: readonly Work[]
}

async function look(ctx: CastContext, ground: InstallContext, git: Git): Promise<Look> {
  const { root, env, now } = ctx
  const merge = await seeMerge(git, titleOf)
  const findings = [...merge.findings]
  const works = await allWork(root)
  const broken: Work[] = []
  // In what is mixed nothing else can be found.
  for (const work of merge.isMixed ? [] : works) {
    const found = await examine(work, { env, now, title: (state) => titleOf(work.flow, state) })
    findings.push(...found)
    if (found.some((finding) => finding.repair)) broken.push(work)
  }
  for (const work of merge.isMixed ? [] : await allWork(root, 'archives'))
    findings.push(...(await changedInArchive(work, env)))
  // What it cannot read is among the findings.
  const isDamaged = merge.isMixed || broken.length > 0
  const asked = isDamaged || ground.refusedByGit ? [] : await attemptAsync(() => wrongIn(ctx, git))
  if (asked instanceof Failure && findings.length === 0) throw asked
  const told = new Set(findings.map(({ code: name, where }) => `${name} ${where}`))
  if (!(asked instanceof Failure))
    findings.push(...asked.filter(({ code: name, where }) => !told.has(`${name} ${where}`)))
  const around = [
    ...(merge.isMixed ? [] : await settingsRight(root, env)),
    // A guard that finds damage says that, and not that it works.
    ...(await examineInstalled(ground, env, !isDamaged)),
    ...(await lostWords(root, env, git)),
  ]
  return { findings: distinct([...findings, ...around]), merge, works, broken }
}

/** Settles what git is putting together; no side is chosen without the user. */
async function settleFound(
  seen: MergeSeen,
  ctx: CastContext,
  git: Git,
  cli: Asking,
): Promise<{ said: readonly string[]; next: readonly string[] }> {
  const finished = await finishSettling(ctx, git)
  const isOther = seen.isMixed && !seen.open
  const { open, toName } = isOther ? await seeMerge(git, titleOf) : seen
  const named = toName ? await nameAfterRebase(toName, ctx, git) : []
  if (!open) return { said: [...finished, ...named], next: [] }
  const said = await settleMerge(open, await sideOf(open, cli), ctx, git)
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
