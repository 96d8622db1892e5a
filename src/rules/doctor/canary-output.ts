import { bullets, code, paragraphs } from '../../answer/markdown'
import type { CastContext } from '../../cast/context'
import type { Output } from '../../cli/command'
import { exit } from '../../failure/failure'
import type { Finding } from './finding'

/** What may refuse something: the spell, git's hook, `spell guard`, the guard of an agent's tools, or a rule of the check. */
export type Door = 'accio' | 'hook' | 'guard' | 'tool' | `check ${string}`

/** A known violation, planted in a throw-away copy. */
export interface Planted {
  /** What was done, a noun phrase. */
  readonly name: string
  /** Each that should have refused it, and whether it did. */
  readonly doors: readonly { readonly door: Door; readonly refused: boolean }[]
}

/** What came of all of them. */
export interface Flight {
  readonly planted: readonly Planted[]
  /** What refused or found something in honest work; empty if nothing did. */
  readonly honest: readonly Door[]
}

/**
 * Plants the violations. It does not read the work at hand, and nothing of a plan runs.
 *
 * @param program what the hook is to call: a program and its first arguments
 */
export type SendCanary = (ctx: CastContext, program: readonly string[]) => Promise<Flight>

const isRefused = ({ doors }: Planted): boolean => doors.every(({ refused }) => refused)

const words: Readonly<Record<Exclude<Door, `check ${string}`>, string>> = {
  accio: '`spell accio`',
  hook: 'the hook at the commit',
  guard: '`spell guard pre-commit`',
  tool: '`spell guard tool`',
}
const inWords = (door: Door): string =>
  door in words ? words[door as keyof typeof words] : `\`spell check\` (${code(door.slice('check '.length))})`

/**
 * @param installed what is wrong with what is installed here; undefined if nothing was
 */
export function outputOfCanary({ planted, honest }: Flight, installed: readonly Finding[] | undefined): Output {
  const missed = planted.filter((each) => !isRefused(each))
  const ok = missed.length === 0 && honest.length === 0 && !installed?.length
  const count = `${planted.length - missed.length} of ${planted.length}`
  const verdict = ok
    ? `All ${planted.length} violations were refused, and honest work was not.`
    : `${count} violations were refused: here, what should protect the work does not.`
  return {
    document: { schemaVersion: 1, kind: 'canary', ok, planted, honest, installed: installed ?? null, warnings: [] },
    markdown: `${paragraphs(
      bullets([
        ...planted.map(lineOf),
        honest.length === 0
          ? '✓ Honest work: refused by nothing'
          : `✗ Honest work: **refused** by ${honest.map(inWords).join(', ')}`,
        ...(installed ?? []).map(({ message, advice = '' }) => `✗ ${message} ${code(advice)}`),
      ]),
      !installed && 'Nothing is installed here, so the guard was tried as `spell init` would install it.',
      verdict,
    )}\n`,
    exitCode: ok ? exit.done : exit.found,
  }
}

function lineOf(each: Planted): string {
  const { name, doors } = each
  const named = (refused: boolean) => doors.filter((door) => door.refused === refused).map(({ door }) => inWords(door))
  const [by, not] = [named(true).join(', '), named(false).join(', ')]
  if (isRefused(each)) return `✓ ${name}: refused by ${by}`
  return `✗ ${name}: **not refused** by ${not}${by && `, only by ${by}`}`
}
