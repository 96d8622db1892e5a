import { join } from 'node:path'
import { cast } from '../../cast/cast'
import { titleOf } from '../../cli/title'
import { readText } from '../../disk/read'
import { copyFolder, makeExecutable, withThrowawayFolder } from '../../disk/throwaway'
import { engineer } from '../../flows/engineer'
import { mergeBaseWith } from '../../git/base'
import { isCommitRefused } from '../../git/trial-commit'
import { judgeCommit } from '../../guard/guard'
import { scriptOf } from '../../install/hook-managers/hook-line'
import { loadHookTexts } from '../../install/hook-managers/texts'
import type { Base } from '../../rules/check/base'
import { check } from '../../rules/check/check'
import { isHistoryOfPiece } from '../../rules/check/pieces'
import type { Rule } from '../../rules/check/rules'
import type { Door, Flight, Planted, SendCanary } from '../../rules/doctor/canary-output'
import { loadSettings } from '../../settings/settings'
import { type CanaryWork, finish, makeWork, paths } from './planted-work'
import { violations } from './violations'

/**
 * Plants known violations in a folder that is thrown away, each in its own copy of a small piece of work, and tries what has
 * to refuse them. The guard is tried with the settings of the repository. Nothing of the repository is changed, and no
 * command of a plan runs.
 *
 * @throws Failure if the settings have a mistake, or git fails
 */
export const sendCanary: SendCanary = async (ctx, program): Promise<Flight> => {
  // Throws for a mistake in them.
  await loadSettings(ctx.root, ctx.env)
  const settings = readText(ctx.root, paths.settings)
  return await withThrowawayFolder(async (folder, write) => {
    const workAt = (name: string): CanaryWork => {
      const root = join(folder, name)
      return { root, ctx: { ...ctx, root }, write: (path, text) => write(`${name}/${path}`, text) }
    }
    write('hooks/pre-commit', scriptOf('pre-commit', loadHookTexts()))
    makeExecutable(join(folder, 'hooks', 'pre-commit'))
    write('work/.gitkeep', '')
    await makeWork(workAt('work'), settings, program.map(quotedForShell).join(' '))
    const copy = (name: string): CanaryWork => {
      const work = workAt(name)
      copyFolder(join(folder, 'work'), work.root)
      return work
    }
    const hooks = join(folder, 'hooks')
    const base = await baseOf(join(folder, 'work'))
    const planted: Planted[] = []
    for (const [index, { name, plant, doors }] of violations.entries()) {
      const work = copy(`${index}`)
      await plant(work)
      const closed = await closedIn(work, base, hooks, doors)
      planted.push({ name, doors: doors.map((door) => ({ door, refused: closed.includes(door) })) })
    }
    const work = copy('honest')
    await finish(work)
    return { planted, honest: await closedIn(work, base, hooks, ['hook', 'guard', 'tool', 'accio']) }
  })
}

const quotedForShell = (word: string): string => `'${word.replaceAll("'", "'\\''")}'`

/** @returns which of the doors, and which rules of the check, refuse the work as it is */
async function closedIn(work: CanaryWork, base: Base, hooks: string, doors: readonly Door[]): Promise<Door[]> {
  const { root, ctx } = work
  const { env, texts } = ctx
  const isClosed: Readonly<Record<Exclude<Door, `check ${string}`>, () => Promise<boolean>>> = {
    hook: () => isCommitRefused(root, hooks, env),
    guard: async () => (await judgeCommit(engineer, { root, prefix: '', env, texts })).verdict === 'blocked',
    tool: async () => {
      const { judgeTool } = await import('../../guard/tool-guard')
      const call = { do: 'run', command: 'git commit --message work' } as const
      return (await judgeTool(call, { cwd: root, env, texts: () => texts }))?.decision === 'deny'
    },
    accio: async () => (await cast(engineer, 'accio', ctx)).outcome === 'blocked',
  }
  const closed: Door[] = (await rulesFound(work, base)).map((rule): Door => `check ${rule}`)
  // Accio comes last, as it changes the work if nothing refuses it.
  for (const door of ['hook', 'guard', 'tool', 'accio'] as const)
    if (doors.includes(door) && (await isClosed[door]())) closed.push(door)
  return closed
}

/** What a check compares each copy with: they have it in common. */
async function baseOf(root: string): Promise<Base> {
  const { commit, filesNamed } = await mergeBaseWith(root, 'HEAD')
  const histories = new Map([...(await filesNamed('.ai', 'history.jsonl'))].filter(([path]) => isHistoryOfPiece(path)))
  const settings = (await filesNamed('.ai', 'spell.json')).get(paths.settings)
  return { name: 'HEAD', commit, histories, ...(settings && { settings }) }
}

async function rulesFound({ root, ctx }: CanaryWork, base: Base): Promise<Rule[]> {
  // Strict about proofs, as on a pull request.
  const request = { requirement: 'any', noOverrides: false, base, head: 'HEAD' } as const
  const { findings } = await check(root, ctx.env, ctx.now, request, titleOf)
  return [...new Set(findings.map(({ rule }) => rule))]
}
