import { relative, sep } from 'node:path'
import { bullets, code, inline, paragraphs } from '../../answer/markdown'
import { documentOutput } from '../../cli/answer-output'
import type { Output } from '../../cli/command'
import type { Act, Report } from './init'

const words: Readonly<Record<Act['do'], string>> = {
  create: 'new',
  change: 'changed',
  remove: 'removed',
  rename: 'renamed',
}

/**
 * Says what was done, or would be done, to the files of a repository.
 *
 * @param kind the verb
 * @param root absolute
 * @param first a sentence about the whole
 * @param last what comes next
 */
export function outputOf(
  kind: string,
  whole: Report,
  root: string,
  dry: boolean,
  first: string,
  last?: string,
): Output {
  const report = seenFrom(root, whole)
  const { acts, kept, commands } = report
  const markdown = `${paragraphs(first, describe(report), last)}\n`
  return documentOutput(kind, true, { dryRun: dry, acts, kept, commands }, markdown)
}

/** @returns a report with the paths of what lies below the root relative to it, with `/` */
export function seenFrom(root: string, { acts, kept, commands }: Report): Report {
  const short = (path: string) => (path.startsWith(root + sep) ? relative(root, path).split(sep).join('/') : path)
  return {
    acts: acts.map(({ path, to, ...act }) => ({ ...act, path: short(path), ...(to && { to: short(to) }) })),
    kept: kept.map(({ path, ...rest }) => ({ ...rest, path: short(path) })),
    commands,
  }
}

/** @returns the list of what is done and what is left alone */
export function describe({ acts, kept }: Report): string {
  return paragraphs(
    bullets(acts.map((act) => `${words[act.do]}: ${code(act.path)}${act.to ? ` → ${code(act.to)}` : ''}`)),
    ...kept.flatMap(({ path, why, diff }) => [`${code(path)}: ${inline(why)}`, diff && fenced(diff)]),
  )
}

const fenced = (text: string): string => `\`\`\`\`diff\n${text.trimEnd()}\n\`\`\`\``
