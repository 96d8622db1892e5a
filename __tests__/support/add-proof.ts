import type { Workflow } from '../../src/flows/flow'
import type { Proof } from '../../src/proof/criteria/proof'
import { type NewProof, proofTextOf, withProof } from '../../src/work/proof-log'
import { workIn } from '../../src/work/work'

/** Adds a proof to the log of a piece of work, as `spell prove` does. @returns the proof as it stands there */
export function addProof(root: string, workflow: Pick<Workflow, 'folder'>, proof: NewProof): Proof {
  const text = proofTextOf(withProof(workIn(root, workflow as Workflow), proof)) ?? ''
  return JSON.parse(text.slice(text.lastIndexOf('\n', text.length - 2) + 1))
}
