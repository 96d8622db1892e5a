import { existsSync, readlinkSync, realpathSync } from 'node:fs'
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'
import type { Objection } from '../agents/agent'
import { isFolder } from '../disk/read'
import { findRoot } from '../disk/root'
import { attemptAsync, Failure } from '../failure/failure'
import type { Texts } from '../flows/texts'
import { loadSettings } from '../settings/settings'
import { castable, judgeAll } from './guard'
import type { ToolCall } from './tool-call'
import { ownWorks, spellWorks } from './work-judged'

export interface ToolGate {
  /** Absolute; the agent's folder, if the call names none. */
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
  /** Called only if there is an objection. */
  readonly texts: () => Texts
}

/** @returns the objection to a commit that the guard would refuse, or to an edit in a state that allows none */
export async function judgeTool(call: ToolCall, gate: ToolGate): Promise<Objection | undefined> {
  const cwd = resolve(gate.cwd, call.cwd ?? '.')
  if (call.do === 'edit') return edit(call.paths, cwd, gate)
  return (await commit(call.command, cwd, gate)) ?? consent(call.command)
}

/** Consent is the developer's, also if nothing else is asked. */
async function consent(command: string): Promise<Objection | undefined> {
  if (!mentions(command, 'spell')) return undefined
  const { consentIn } = await import('./consents')
  const consent = consentIn(command)
  if (!consent) return undefined
  const { words, because } = consent
  return { decision: 'ask', reason: `\`${words}\` ${because}. Only the developer runs it: ask them to.` }
}

async function commit(command: string, cwd: string, gate: ToolGate): Promise<Objection | undefined> {
  if (!mentions(command, 'commit')) return undefined
  const { commitsIn } = await import('./commits')
  const { SPELL_GUARD: _, ...env } = gate.env
  for (const { folders, skips } of commitsIn(command)) {
    const at = resolve(cwd, ...folders.map((folder) => folder.replace(/^~(?=\/|$)/, gate.env.HOME ?? '~')))
    const root = findRoot(existsSync(at) ? at : cwd)
    const verdict = await attemptAsync(async () =>
      judgeAll([...(await spellWorks(root)), ...(await ownWorks(root))], { prefix: '', env, texts: gate.texts() }),
    )
    if (verdict instanceof Failure) {
      return { decision: 'deny', reason: `${verdict.message} Tell the developer; the way out: ${verdict.fix}` }
    }
    if (verdict.verdict !== 'blocked') continue
    const reason = `State: ${verdict.title}. Commits wait until it is over. Ask the developer to cast ${castable(verdict)} first; do not cast it yourself.`
    if (!skips) return { decision: 'deny', reason }
    return { decision: 'ask', reason: `${reason} This commit would skip the guard, which takes the developer's word.` }
  }
  return undefined
}

/** Quick check before parsing, however the word is quoted: most command lines mention neither. */
export const mentions = (line: string, word: string): boolean => line.replace(/["'\\$\r\n]/g, '').includes(word)

async function edit(paths: readonly string[], cwd: string, { env, texts }: ToolGate): Promise<Objection | undefined> {
  let asks: Objection | undefined
  for (const path of paths.map((name) => withoutLinks(resolve(cwd, name)))) {
    const root = findRoot(nearestFolder(path))
    if (!isFolder(root, '.ai') || !isBelow(root, path)) continue
    const settings = await attemptAsync(() => loadSettings(root, env))
    if (settings instanceof Failure || settings.guard.editsOnlyIn.length === 0) continue
    const inside = relative(join(root, '.ai'), path).split(sep).join('/')
    if (isOwn(inside)) {
      const reason = `.ai/${inside} says which edits are allowed, or what the state is; spell writes it. Whether you may edit it is the developer's word.`
      asks = { decision: 'ask', reason }
    }
    if (!inside.startsWith('../')) continue
    const { whyNoEdit } = await import('./edit-states')
    const reason = await whyNoEdit(root, settings, texts)
    if (reason !== undefined) return { decision: 'deny', reason }
  }
  return asks
}

/** Whether a file of `.ai/` controls what agents may do. */
const isOwn = (inside: string): boolean =>
  inside === 'spell.json' || /^(?!\.\.\/)(?:.*\/)?(?:state\.json|history\.jsonl)$/.test(inside)

/** Resolves links; a path that does not exist yet is resolved as far as it exists. */
function withoutLinks(path: string, followed = 0): string {
  try {
    return realpathSync(path)
  } catch {
    const link = followed < maxLinks ? linkAt(path) : undefined
    if (link !== undefined) return withoutLinks(resolve(dirname(path), link), followed + 1)
    return dirname(path) === path ? path : join(withoutLinks(dirname(path), followed), basename(path))
  }
}

/** The limit of Linux. */
const maxLinks = 40

function linkAt(path: string): string | undefined {
  try {
    return readlinkSync(path)
  } catch {
    return undefined
  }
}

function nearestFolder(path: string): string {
  let folder = dirname(path)
  while (!existsSync(folder) && folder !== dirname(folder)) folder = dirname(folder)
  return folder
}

function isBelow(folder: string, path: string): boolean {
  const way = relative(folder, path)
  return way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way)
}
