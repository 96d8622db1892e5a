import type { ProofSettings } from './criteria/proofs-now'

/** The settings for all workflows, from `.ai/spell.json` and the environment. */
export interface Settings {
  readonly workflow: string
  readonly atlassian: { readonly hosts: readonly string[] }
  readonly guard: { readonly blockIn: readonly string[]; readonly editsOnlyIn: readonly string[] }
  /** Whether Reparo fetches comments by default. */
  readonly review: { readonly fetch: boolean }
  readonly proof: ProofSettings
  /** What happens between two items of a session, and before building: the agent asks, nothing, or the context is cleared each time. */
  readonly collab: { readonly clear: 'ask' | 'never' | 'always' }
  /** Paths, and folders with `/` at the end, whose change needs no work: `spell check --require-work`. */
  readonly check: { readonly withoutWork: readonly string[] }
  /** Whether a step needs a word that spell has seen: `auto` if an agent's host has reported one lately. */
  readonly word: 'auto' | 'required' | 'recorded'
  /** Which name of a spell comes first where a person reads. */
  readonly words: 'magic' | 'plain'
}
