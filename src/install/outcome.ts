import { createTwoFilesPatch } from 'diff'
import type { Kept, Planned } from './pieces/plan'

/** A change to a file, done or previewed. */
export interface Act {
  readonly do: 'create' | 'change' | 'remove' | 'rename'
  readonly path: string
  /** For `rename`. */
  readonly to?: string
}

export interface Report {
  readonly acts: readonly Act[]
  /** Files that were kept, with the difference to what was wanted. */
  readonly kept: readonly Stays[]
  /** The commands that activate what was installed. */
  readonly commands: readonly (readonly string[])[]
}

export interface Stays {
  readonly path: string
  readonly why: string
  readonly diff?: string
  /** A command that helps. */
  readonly fix?: string
  /** The code of the failure, if it should have changed. */
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

/** @param files the planned or completed changes */
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
