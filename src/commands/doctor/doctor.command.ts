import { bullets, code } from '../../answer/markdown'
import type { CastContext } from '../../cast/cast'
import { picked } from '../../cli/ask'
import { castContextOf } from '../../cli/cast-context'
import { type CommandContext, defineCommand } from '../../cli/command'
import { waitOption } from '../../cli/options'
import { titleOf } from '../../cli/title'
import { exit, Failure } from '../../failure/failure'
import { isFolder } from '../../store/disk/read'
import type { Workflow } from '../../workflows/workflow'
import { archivedOnly, usedIn } from '../../works/in-use'
import { installContextOf } from '../init/install-context'
import { changedArchives } from './archived-texts'
import type { SendCanary } from './canary-output'
import { examine } from './doctor'
import { outputOfDoctor } from './doctor-output'
import { type Finding, repairs } from './finding'
import { examineIfInstalled, examineInstalled } from './installation'
import type { Side } from './merge/decide'
import type { OpenMerge } from './merge/open-merge'
import { chosenIn } from './merge/rebase-choice'
import { seeMerge } from './merge/see-merge'
import { finishSettling, nameAfterRebase, settleMerge } from './merge/settle-merge'
import { needsSide, tellOpen } from './merge/words'
import { repair } from './repair'

const sides = ['mine', 'theirs'] as const satisfies readonly Side[]

/**
 * Examines and repairs the files of spell.
 *
 * @param canary loads what plants violations, which knows the check
 */
export const command = (canary: () => Promise<SendCanary>) =>
  defineCommand({
    name: 'doctor',
    summary: 'Find damage in state, history and files; --fix repairs it',
    options: [
      { key: 'fix', flag: '--fix', help: 'repair what can be repaired; broken files are kept' },
      { key: 'side', flag: '--side', value: 'SIDE', help: 'with --fix: which side of a merge goes on', choices: sides },
      { key: 'dryRun', flag: '--dry-run', help: 'only say what --fix would do' },
      { key: 'canary', flag: '--canary', help: 'plant known violations in a throw-away copy, and see each refused' },
      waitOption,
    ],
    async run(_, cli) {
      const ctx = castContextOf(cli)
      const ground = await installContextOf(cli)
      const { fix, dryRun, side } = cli.options
      if (side !== undefined && !fix)
        throw new Failure(exit.usage, 'usage', '--side goes with --fix.', `spell doctor --fix --side ${side}`)
      if (cli.options.canary) {
        if (fix || dryRun) throw new Failure(exit.usage, 'usage', '--canary repairs nothing.', 'spell doctor --canary')
        const { outputOfCanary } = await import('./canary-output')
        const send = await canary()
        return outputOfCanary(
          await send(ctx, [process.execPath, process.argv[1] ?? '']),
          await examineIfInstalled(ground),
        )
      }
      const look = async () => {
        const { findings, isMixed } = await seeMerge(ctx.root, ctx.env, titleOf)
        const found = [...findings]
        for (const workflow of isMixed ? [] : await examinedIn(ctx.root))
          found.push(...(await examine({ ...ctx, workflow })))
        return distinct([...found, ...(await examineInstalled(ground))])
      }
      const found = await look()
      const hasWork = (await usedIn(ctx.root)).some(({ folder }) => isFolder(ctx.root, folder))
      const clean = hasWork ? undefined : 'There is no work here yet, and nothing is damaged.'
      // If nothing can be written, the user has to act first.
      const blocked = found.some(({ code: name }) => name === 'in-the-way' || name === 'link-outside')
      const repairable = !blocked && found.some((finding) => finding.repair)
      if (!fix || dryRun || !repairable)
        return outputOfDoctor('engineer', found, [], nextStep(found, blocked, dryRun), clean)
      const { said, next } = await settleFound(ctx, cli)
      const done = new Set(said)
      for (const workflow of await examinedIn(ctx.root)) {
        const isBroken = (await examine({ ...ctx, workflow })).some((finding) => finding.repair)
        for (const sentence of isBroken ? await repair(workflow, ctx) : []) done.add(sentence)
      }
      // Reading a long history takes time, so examine it again only after a repair.
      const findings = await look()
      const last = nextStep(findings, blocked, dryRun) ?? goOn(next)
      return outputOfDoctor('engineer', findings, [...done], last)
    },
  })

/** The pieces of work to examine. Those of which only an archive is left are, if that was changed. */
async function examinedIn(root: string): Promise<readonly Workflow[]> {
  const changed: Workflow[] = []
  for (const workflow of await archivedOnly(root))
    if ((await changedArchives(root, workflow)).length > 0) changed.push(workflow)
  return [...(await usedIn(root)), ...changed]
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
