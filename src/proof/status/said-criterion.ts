import { code, codeSpan } from '../../text/markdown/code'
import { beginningOf } from '../../text/markdown-parts'
import type { PlannedCriterion } from '../../workflow/criteria/criterion'
import { expectedOf } from '../../workflow/criteria/planned-command'

/** The longest line that is kept, in characters. */
const mostCharacters = 200

export const lines = (all: readonly string[]): string =>
  all.map((line) => beginningOf(line.replaceAll('\n', ' '), mostCharacters)).join('\n')

/** @returns what a criterion asks for, a line each: its text, and what has to show it, as a plan says it */
export const saidOf = ({ text, commands, redFirst, byDeveloper, files }: PlannedCriterion): string =>
  lines([
    text,
    ...commands.flatMap((command) => [
      `${command.kind}: ${code(command.text)}`,
      ...inFolder(command.folder),
      ...(command.withinMs === undefined ? [] : [`within: ${command.withinMs / 1_000}s`]),
      ...expectedOf(command).map((expected) => `expect: ${expected}`),
    ]),
    ...(redFirst ? ['red: first'] : []),
    ...(byDeveloper ? [['by: developer', files.map(code).join(', ')].filter(Boolean).join(' of ')] : []),
  ])

export const inFolder = (folder: string): string[] => (folder === '' ? [] : [`in: ${code(folder)}`])

/** @returns what differs between two of them: `expect: stdout contains a → b`; empty if nothing that is kept does */
export function differenceOf(was: string, now: string): string {
  const [old, fresh] = [linesOnlyIn(was, now), linesOnlyIn(now, was)]
  const [[text], [another]] = [was.split('\n'), now.split('\n')]
  const parts = old.map((line) => {
    if (line === text && another !== undefined && fresh[0] === another) {
      const [one, next] = differing(line, fresh.shift() ?? '')
      return `“${one}” → “${next}”`
    }
    const word = /^\w+: /.exec(line)?.[0] ?? ''
    const at = fresh.findIndex((other) => word !== '' && other.startsWith(word))
    const [other] = at < 0 ? [] : fresh.splice(at, 1)
    if (other === undefined) return `without ${line}`
    const words = sharedWords(line, other)
    return `${words}${changedCode(line.slice(words.length), other.slice(words.length))}`
  })
  return [...parts, ...fresh.map((line) => `with ${line}`)].join(', ')
}

function changedCode(was: string, now: string): string {
  const [old, fresh] = [codeSpan(was), codeSpan(now)]
  if (old === undefined || fresh === undefined) return differing(was, now).join(' → ')
  return differing(old, fresh).map(code).join(' → ')
}

/** So many shared words, and more, are left out. */
const mostShared = 4

/** @returns what differs, with a word on either side, of texts that have much in common; others whole */
function differing(was: string, now: string): [was: string, now: string] {
  const [old, fresh] = [was.split(' '), now.split(' ')]
  const shorter = Math.min(old.length, fresh.length)
  let before = 0
  while (before < shorter && old[before] === fresh[before]) before++
  let behind = 0
  while (behind < shorter - before && old.at(-1 - behind) === fresh.at(-1 - behind)) behind++
  const part = (words: readonly string[]): string => {
    const [from, to] = [before > mostShared ? before - 1 : 0, behind > mostShared ? behind - 1 : 0]
    const shown = words.slice(from, words.length - to)
    return [...(from > 0 ? ['…'] : []), ...shown, ...(to > 0 ? ['…'] : [])].join(' ')
  }
  return [part(old), part(fresh)]
}

/** The words that both begin with, up to what is in backticks. */
function sharedWords(line: string, other: string): string {
  const words = /^[^`]* /.exec(line)?.[0] ?? ''
  return other.startsWith(words) ? words : (/^\w+: /.exec(line)?.[0] ?? '')
}

const linesOnlyIn = (some: string, others: string): string[] => {
  const known = others.split('\n')
  return some.split('\n').filter((line) => !known.includes(line))
}
