import { existsSync, readlinkSync, realpathSync } from 'node:fs'
import { basename, dirname, isAbsolute, join, posix, relative, resolve, sep } from 'node:path'
import { isFolder } from '../disk/read'
import { findRoot } from '../disk/root'
import type { Objection } from '../install/agents/agent'
import { attemptAsync, attemptOr, Failure } from '../text/failure'
import { loadSettings } from '../work/settings/settings'
import type { Texts } from '../workflow/texts'
import { castable, judgeAll, ownWorks, spellWorks } from './guard'
import type { ToolCall } from './tool-call'

interface ToolGate {
  /** Absolute; the agent's folder, if the call names none. */
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
  /** Called only if there is an objection. */
  readonly texts: () => Texts
}

/**
 * @returns the objection to a commit that the guard would refuse, to an edit in a state that allows none, and to what is the
 *   developer's: their words and consents, the files that spell keeps, and, for a subagent, every step
 */
export async function judgeTool(call: ToolCall, gate: ToolGate): Promise<Objection | undefined> {
  const cwd = resolve(gate.cwd, call.cwd ?? '.')
  if (call.do === 'edit') return edit(call.paths, cwd, gate)
  const { command, isSubagents } = call
  const line = bare(command)
  return (
    (isSubagents && line.includes('spell') ? await subagent(command) : undefined) ??
    (line.includes('commit') ? await commit(command, cwd, gate) : undefined) ??
    (/spell|claude|codex|copilot|cursor-agent|gemini|opencode/.test(line) ? await consent(command) : undefined) ??
    (mentionsKept(line) ? writing(command, cwd, gate) : undefined)
  )
}

async function subagent(command: string): Promise<Objection | undefined> {
  const { stepIn } = await import('./consents')
  const step = stepIn(command)
  if (step === undefined) return undefined
  const reason = `\`${step}\` is not for a subagent: what the developer says counts for the agent that they talk to. Report to that one.`
  const developer = `A subagent wants to run \`${step}\`. What you say counts for the agent that you talk to.`
  return { decision: 'deny', reason, developer }
}

/** Consent is the developer's, also if nothing else is asked. */
async function consent(command: string): Promise<Objection | undefined> {
  const found = (await import('./consents')).consentIn(command)
  return found && theirs('run', `\`${found.words}\``, found.because)
}

/** @returns the objection to what only the developer does, or has done; `what` completes “`spell allow` …” */
const theirs = (act: string, thing: string, what: string): Objection => ({
  decision: 'ask',
  reason: `${thing} ${what}. That is the developer's: leave it, or tell them why you want it.`,
  developer: `The agent wants to ${act} ${thing}, which ${what}.`,
})

async function commit(command: string, cwd: string, gate: ToolGate): Promise<Objection | undefined> {
  const { commitsIn } = await import('./commits')
  const { SPELL_GUARD: _, ...env } = gate.env
  for (const { folders, skips } of commitsIn(command)) {
    const at = folderAt(cwd, folders, gate)
    const root = findRoot(existsSync(at) ? at : cwd)
    const verdict = await attemptAsync(async () =>
      judgeAll([...(await spellWorks(root)), ...(await ownWorks(root))], { prefix: '', env, texts: gate.texts() }),
    )
    if (verdict instanceof Failure) {
      const { message: developer, fix } = (await import('../cli/launcher')).failureHere(verdict)
      return { decision: 'deny', reason: `${developer} Tell the developer; the way out: ${fix}`, developer }
    }
    if (verdict.verdict !== 'blocked') continue
    const waits = `State: ${verdict.title}. Commits wait until it is over.`
    const reason = `${waits} Ask the developer to cast ${castable(verdict)} first; do not cast it yourself.`
    const developer = `The agent wants to commit${skips ? ' past the guard' : ''}. ${waits}`
    if (!skips) return { decision: 'deny', reason, developer }
    const more = "This commit would skip the guard, which takes the developer's word."
    return { decision: 'ask', reason: `${reason} ${more}`, developer }
  }
  return undefined
}

async function writing(command: string, cwd: string, gate: ToolGate): Promise<Objection | undefined> {
  const { writesIn } = await import('./writes')
  for (const { path, folders, isGone } of writesIn(command)) {
    const objection = keeping(withoutLinks(folderAt(cwd, [...folders, path], gate)), cwd, isGone)
    if (objection) return objection
  }
  return undefined
}

/** Where a line has gone to, or what it names there. */
const folderAt = (cwd: string, folders: readonly string[], { env }: ToolGate): string =>
  resolve(cwd, ...folders.map((folder) => folder.replace(/^(?:~|\$HOME|\$\{HOME\})(?=\/|$)/, env.HOME ?? '~')))

/** For a quick check before parsing, however a word is quoted: most command lines mention nothing of it. */
export const bare = (line: string): string => line.replace(/["'\\$\r\n]/g, '')

async function edit(paths: readonly string[], cwd: string, gate: ToolGate): Promise<Objection | undefined> {
  let asks: Objection | undefined
  for (const path of paths.map((name) => withoutLinks(resolve(cwd, name)))) {
    asks ??= keeping(path, cwd)
    const root = findRoot(dirname(path))
    if (!isFolder(root, '.ai') || !isBelow(root, path) || isBelow(join(root, '.ai'), path)) continue
    const settings = await attemptAsync(() => loadSettings(root, gate.env))
    if (settings instanceof Failure || settings.guard.editsOnlyIn.length === 0) continue
    const { whyNoEdit } = await import('./edit-states')
    const objection = await whyNoEdit(root, settings, gate.texts)
    if (objection) return objection
  }
  return asks
}

/** The objection to a change of what spell keeps, or of what calls it, where it is used. */
function keeping(path: string, cwd: string, isGone = false): Objection | undefined {
  const root = [findRoot(dirname(path)), findRoot(cwd)].find((each) => isFolder(each, '.ai'))
  if (root === undefined) return undefined
  if (isGone && (path === root || isBelow(path, root))) return theirs('change', '.ai', hasKept)
  const what = whatIsKept(path, isGone)
  if (what === undefined) return undefined
  return theirs('change', isBelow(root, path) ? relative(root, path).split(sep).join('/') : path, what)
}

/** Resolves links; a path that does not exist yet is resolved as far as it exists. */
function withoutLinks(path: string, followed = 0): string {
  const real = attemptOr(undefined, () => realpathSync(path))
  if (real !== undefined) return real
  const link = followed < maxLinks ? attemptOr(undefined, () => readlinkSync(path)) : undefined
  if (link !== undefined) return withoutLinks(resolve(dirname(path), link), followed + 1)
  return dirname(path) === path ? path : join(withoutLinks(dirname(path), followed), basename(path))
}

/** The limit of Linux. */
const maxLinks = 40

/** As `isInside` of the disk, which brings along all that writes. */
function isBelow(folder: string, path: string): boolean {
  const way = relative(folder, path)
  return way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way)
}

/** What only the developer has an agent change, by the path with `/`; each says what it is, as a clause. */
const kept: readonly (readonly [path: RegExp, what: string])[] = [
  [/\/\.ai\/(?:.*\/)?(?:state\.json|(?:history|proofs)\.jsonl)$/i, 'is where spell keeps what was done'],
  [/\/\.ai\/spell\.json$/i, 'says what an agent may do here'],
  [/\/core\.hooksPath$/, 'says which hooks git runs'],
  [/\/(?:\.git\/(?:.*\/)?|\.ai\/\.local\/)spell-[\w-]+$/i, 'says whether words of the developer are seen'],
  [/\/state\/spell(?:\/.*)?$|\/spell\/\w+\/[\da-f]{32}\.json$/i, 'keeps what the developer has said and allowed'],
  [
    /\/(?:\.claude\/settings(?:\.local)?\.json|\.(?:codex|cursor)\/hooks\.json|\.github\/hooks\/[^/]+|\.gemini\/settings\.json|\.opencode\/plugins\/spell\.js|pre-commit(?:\.before-spell)?)$/i,
    'calls spell when something is about to be done',
  ],
]
const names = ['state.json', 'history.jsonl', 'proofs.jsonl', 'spell.json']
/** Those that have such files in them. */
const folders = /\/\.ai(?:\/[^/.]+){0,2}$/i
const hasKept = 'has what spell keeps'

/** Quick check of a command line, before it is read. */
const mentionsKept = (line: string): boolean =>
  /\.ai(?![\w-])|state\.json|\.jsonl|spell|settings|hooks|husky|pre-commit|prepare-commit|(?:rm|mv) | (?:checkout|clean|reset|restore|stash|switch)/i.test(
    line,
  )

/**
 * @param path absolute; of a command line also a pattern
 * @param isGone whether it is removed, with all that is in it
 * @returns what it is, if an agent does not change it of its own accord
 */
function whatIsKept(path: string, isGone = false): string | undefined {
  const at = path.split(sep).join('/')
  const fits = new RegExp(
    `^${posix
      .basename(at)
      .replace(/[.+^${}()|\\]/g, '\\$&')
      .replace(/[*?]/g, '.*')}$`,
  )
  const meant = /[*?]/.test(at)
    ? names.filter((name) => fits.test(name)).map((name) => `${posix.dirname(at)}/${name}`)
    : [at]
  const found = kept.find(([pattern]) => meant.some((one) => pattern.test(one)))?.[1]
  return found ?? (isGone && folders.test(at) ? hasKept : undefined)
}
