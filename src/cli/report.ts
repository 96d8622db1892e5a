import { bullets, code, inline, paragraphs } from '../answer/markdown'
import { exit } from '../failure'
import type { Act, Report } from '../init'
import type { Output } from './command'

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
 * @param first a sentence about the whole
 * @param last what comes next
 */
export function outputOf(kind: string, report: Report, dry: boolean, first: string, last: string | undefined): Output {
  const { acts, kept, commands } = report
  return {
    document: { schemaVersion: 1, kind, ok: true, dryRun: dry, acts, kept, commands, warnings: [] },
    markdown: `${paragraphs(first, describe(report), last)}\n`,
    exitCode: exit.done,
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
