import { outputOf } from '../cast/answer/render'
import type { CastContext } from '../cast/cast'
import { castContextOf } from '../cast/cast-context'
import { chosenWork } from '../cast/chosen-work'
import { look } from '../check/doctor/look'
import { chosenIn, type Side, sides } from '../check/doctor/merge/choice'
import { type MergeSeen, type OpenMerge, seeMerge } from '../check/doctor/merge/see-merge'
import { finishSettling, nameAfterRebase, settleMerge } from '../check/doctor/merge/settle-merge'
import { needsSide, tellOpen } from '../check/doctor/merge/words'
import { tellsOfLoss } from '../check/doctor/recover'
import { repair } from '../check/doctor/repair'
import { type Finding, repairs } from '../check/finding'
import { namedAs, whose } from '../check/report'
import { picked } from '../cli/ask'
import { type CommandContext, defineCommand, documentOutput, type Output } from '../cli/command'
import { waitOption } from '../cli/options'
import { isFolder } from '../disk/read'
import { type Git, withGit } from '../git/git'
import { installContextOf } from '../install/install-context'
import { exit, Failure } from '../text/failure'
import { bullets, code, inline, paragraphs } from '../text/markdown-parts'
import { withWord } from '../word/permission'
import { allWork } from '../work/open'
import { titleOf } from '../work/texts'
import type { Work } from '../work/work'
import { standardFlow } from '../workflows/registry'

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
      const clean = hasWork ? undefined : 'No work is under way here, and nothing is damaged.'
      // If nothing can be written, the user has to act first.
      const blocked = found.some(({ code: name }) => name === 'in-the-way' || name === 'link-outside')
      const repairable = !blocked && found.some((finding) => finding.repair)
      const next = nextStep(found, blocked, dryRun) ?? (git.here ? undefined : untied)
      if (!fix || dryRun || !repairable) return outputOfDoctor(works, found, [], next, clean)
      return withWord({ word: 'doctor' }, ctx, async (permitted) => {
        const settled = await settleFound(seen.merge, permitted, git, cli)
        const done = new Set(settled.said)
        const { broken } = done.size > 0 ? await look(ctx, ground, git) : seen
        for (const work of broken) for (const sentence of await repair(work, permitted, git)) done.add(sentence)
        const { findings } = await look(ctx, ground, git)
        const then = settled.next.length > 0 ? `Then:\n\n${bullets(settled.next.map(code))}` : undefined
        return outputOfDoctor(works, findings, [...done], nextStep(findings, blocked, dryRun) ?? then)
      })
    })
  },
})

const untied =
  'Without a git repository no proof is tied to a version of the files, and no commit is guarded: `git init`'

async function setState(state: string, cli: CommandContext<{ readonly because?: string }>): Promise<Output> {
  const { override } = await import('./override')
  const { work, ctx } = await chosenWork(cli)
  return outputOf(await override(work, ctx, state, cli.options.because), cli.options.for)
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

/** Reports findings and repairs. A repair that could not restore everything has the exit code of a finding. */
function outputOfDoctor(
  works: readonly Work[],
  findings: readonly Finding[],
  repairs: readonly string[],
  last?: string,
  clean = 'All is well: state, history and files fit together.',
): Output {
  const isLossy = repairs.some(tellsOfLoss)
  const ok = findings.length === 0 && !isLossy
  const found = findings.map(({ code: kind, where, line, message, repair, fix }) => ({
    code: kind,
    where,
    ...(line !== undefined && { line }),
    message,
    ...(repair ? { repair } : fix && { advice: fix }),
    ...whose(where, works.map(namedAs)),
  }))
  const markdown = `${paragraphs(bullets(repairs.map(inline)), describe(findings, repairs, clean), last)}\n`
  return documentOutput('doctor', ok, { findings: found, repairs }, markdown)
}

function describe(findings: readonly Finding[], repairs: readonly string[], clean: string): string {
  if (findings.length === 0 && repairs.some(tellsOfLoss))
    return 'State, history and files fit together again, but not everything came back. git may have it: `git log -- .ai`'
  if (findings.length === 0) return repairs.length > 0 ? 'All is well now.' : clean
  return bullets(
    findings.map(({ code: name, where, line, message, repair: does, fix }) => {
      // A sentence is text, anything else a command to paste.
      const act = fix?.endsWith('.') ? fix : fix && code(fix)
      const help = does ? `\`spell doctor --fix\` ${does}.` : act
      const place = line === undefined || message.includes(where) ? '' : ` ${code(`${where}:${line}`)}`
      return [`${code(name)}${place}: ${inline(message)}`, help].filter(Boolean).join(' ')
    }),
  )
}
