import { createTwoFilesPatch } from 'diff'
import type { Kept, Planned } from './pieces/plan'

/** What is, or would be, done to one file. */
export interface Act {
  readonly do: 'create' | 'change' | 'remove' | 'rename'
  readonly path: string
  /** For `rename`. */
  readonly to?: string
}

export interface Report {
  readonly acts: readonly Act[]
  /** What stayed as it is, with the difference to what would be there now. */
  readonly kept: readonly Stays[]
  /** The commands after which what was put in counts. */
  readonly commands: readonly (readonly string[])[]
}

export interface Stays {
  readonly path: string
  readonly why: string
  readonly diff?: string
  /** A command that helps. */
  readonly fix?: string
  /** Of the failure, where it should not have stayed. */
  readonly code?: string
}

function actsOf({ path, before, after, chain, back }: Planned): Act[] {
  const acts: Act[] = []
  if (chain) acts.push({ do: 'rename', path, to: chain })
  if (before === undefined && after !== undefined) acts.push({ do: 'create', path })
  if (before !== undefined && after === undefined) acts.push({ do: 'remove', path })
  if (before !== undefined && after !== undefined && before !== after) acts.push({ do: 'change', path })
  if (back) acts.push({ do: 'rename', path: back, to: path })
  return acts
}

/** @param files what is to become of them, or has */
export const reportOf = ({ files, commands }: { files: readonly Planned[]; commands: Report['commands'] }): Report => ({
  acts: files.flatMap(actsOf),
  kept: files.flatMap(({ path, kept, refused }) => [
    ...kept.map(explain),
    ...(refused ? [{ path, why: refused.message, fix: refused.fix, code: refused.code }] : []),
  ]),
  commands,
})

function explain(kept: Kept): Stays {
  const { path, fix } = kept
  if (kept.kept === 'refused') return { path, why: kept.why, ...(fix && { fix }) }
  const why = kept.kept === 'edited' ? 'It was changed since, and stays.' : 'Something else is there, and stays.'
  return { path, why, diff: createTwoFilesPatch('as it is', 'as spell would have it', kept.there, kept.ours) }
}
