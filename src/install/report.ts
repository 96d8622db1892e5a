import { isAbsolute, relative, sep } from 'node:path'
import { createTwoFilesPatch } from 'diff'
import { documentOutput, type Output } from '../cli/command'
import { getOrInsert } from '../engine/records'
import { exit } from '../text/failure'
import { bullets, code, inline, paragraphs } from '../text/markdown-parts'
import type { Kept, Planned } from './pieces/planned'

interface Act {
  readonly do: 'create' | 'change' | 'remove' | 'rename'
  readonly path: string
  /** For `rename`. */
  readonly to?: string
}

export interface InstallReport {
  readonly acts: readonly Act[]
  /** Files that were kept, with the difference to what was wanted. */
  readonly kept: readonly Stays[]
  /** The commands that activate what was installed. */
  readonly commands: readonly (readonly string[])[]
  /** The title of the agent or hook manager that a file is for, by its path. */
  readonly owners?: ReadonlyMap<string, string>
}

interface Stays {
  readonly path: string
  readonly why: string
  readonly diff?: string
  /** A command that helps. */
  readonly fix?: string
  /** The code of the failure, if it should have changed. */
  readonly code?: string
}

const notWritten = 'not-written'

/** @returns what a file lacks that was to be written into it */
export const lackingIn = ({ kept }: InstallReport): readonly Stays[] => kept.filter(({ code }) => code === notWritten)

function actsOf({ path, before, after, chain, back }: Planned): Act[] {
  const acts: Act[] = []
  if (chain) acts.push({ do: 'rename', path, to: chain })
  if (before === undefined && after !== undefined) acts.push({ do: 'create', path })
  if (before !== undefined && after === undefined) acts.push({ do: 'remove', path })
  if (before !== undefined && after !== undefined && before !== after) acts.push({ do: 'change', path })
  if (back) acts.push({ do: 'rename', path: back, to: path })
  return acts
}

type Plan = Omit<InstallReport, 'acts' | 'kept'> & { readonly files: readonly Planned[] }

export const reportOf = ({ files, commands, owners }: Plan): InstallReport => ({
  acts: files.flatMap(actsOf),
  kept: files.flatMap(({ path, kept, refused }) => [
    ...kept.map(explain),
    ...(refused ? [{ path, why: refused.message, fix: refused.fix, code: refused.code }] : []),
  ]),
  commands,
  ...(owners && { owners }),
})

function explain(kept: Kept): Stays {
  const { path, fix, isLacking } = kept
  const help = { ...(fix && { fix }), ...(isLacking && { code: notWritten }) }
  if (kept.kept === 'refused') return { path, why: kept.why, ...help }
  const why = kept.kept === 'edited' ? 'It was changed since, and stays.' : 'Something else is there, and stays.'
  return { path, why, ...help, diff: createTwoFilesPatch('as it is', 'as spell would have it', kept.there, kept.ours) }
}

const words: Readonly<Record<Act['do'], string>> = {
  create: 'new',
  change: 'changed',
  remove: 'removed',
  rename: 'renamed',
}

/** Reports what was or would be done to the files of a repository; `first` is about the whole, `last` the next step. */
export function outputOf(
  kind: string,
  whole: InstallReport,
  root: string,
  dry: boolean,
  first: string,
  last?: string,
): Output {
  const { acts, kept, commands } = seenFrom(root, whole)
  const files = bullets(byOwner(root, whole))
  const markdown = `${paragraphs(first, files, describe(kept), last)}\n`
  const ok = !kept.some(({ code: failure }) => failure)
  const sign = ok && !dry && acts.length > 0 ? '✓ ' : ''
  const signs = describe(kept, ({ code: failure }) => (failure ? '✗ ' : '! '))
  const terminal = { main: paragraphs(`${sign}${first}`, files, signs, last), aside: '' }
  const output = { ...documentOutput(kind, ok, { dryRun: dry, acts, kept, commands }, markdown), terminal }
  return ok ? output : { ...output, exitCode: exit.system }
}

/** @returns a report with paths relative to the root, with `/` */
function seenFrom(root: string, { acts, kept, commands }: InstallReport): InstallReport {
  return {
    acts: acts.map(({ path, to, ...act }) => ({ ...act, path: short(root, path), ...(to && { to: short(root, to) }) })),
    kept: kept.map(({ path, ...rest }) => ({ ...rest, path: short(root, path) })),
    commands,
  }
}

function short(root: string, path: string): string {
  const inside = relative(root, path)
  return !isAbsolute(path) || inside.startsWith('..') || isAbsolute(inside) ? path : inside.split(sep).join('/')
}

function describe(kept: readonly Stays[], sign: (stays: Stays) => string = () => ''): string {
  return paragraphs(
    ...inGroups(kept).flatMap(({ paths, ...stays }) => {
      const { why, fix, diff } = stays
      return [
        `${sign(stays)}${paths.map(code).join(', ')}: ${inline(why)}${fix ? ` ${fix.endsWith('.') ? fix : code(fix)}` : ''}`,
        diff && `\`\`\`\`diff\n${diff.trimEnd()}\n\`\`\`\``,
      ]
    }),
  )
}

/** An item for each agent or hook manager, else for each folder at the top, for all that happens to its files in the same way. */
function byOwner(root: string, { acts, owners }: InstallReport): string[] {
  const folderOf = ({ path, to }: Act) => (to ? path : path.slice(0, path.indexOf('/') + 1) || path)
  const kindOf = (act: Act) => `${act.do} ${owners?.get(act.path) ?? folderOf(act)}`
  return [...new Set(acts.map(kindOf))].map((kind) => {
    const these = acts.filter((act) => kindOf(act) === kind)
    const shown = (path: string) => code(short(root, path))
    const paths = these.map(({ path, to }) => (to ? `${shown(path)} → ${shown(to)}` : shown(path)))
    const [{ do: what, path } = { do: 'create', path: '' } as const] = these
    return `${[owners?.get(path), words[what]].filter(Boolean).join(', ')}: ${paths.join(', ')}`
  })
}

/** A reason that applies to many files is reported once. */
function inGroups(all: readonly Stays[]): (Stays & { readonly paths: string[] })[] {
  const groups = new Map<string, Stays & { readonly paths: string[] }>()
  for (const one of all)
    getOrInsert(groups, JSON.stringify([one.why, one.diff]), () => ({ ...one, paths: [] })).paths.push(one.path)
  return [...groups.values()]
}
