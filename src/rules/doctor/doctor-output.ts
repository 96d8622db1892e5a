import { bullets, code, inline, paragraphs } from '../../answer/markdown'
import { documentOutput } from '../../cli/answer-output'
import type { Output } from '../../cli/command'
import { namedAs, whose } from '../../work/whose'
import type { Work } from '../../work/work'
import type { Finding } from '../finding'
import { tellsOfLoss } from './recover'

/** Reports findings and repairs. A repair that could not restore everything has the exit code of a finding. */
export function outputOfDoctor(
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
