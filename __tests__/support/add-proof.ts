import { type NewProof, proofTextOf, withProof } from '../../src/work/proof-log'
import { workIn } from '../../src/work/work'
import type { Proof } from '../../src/workflow/criteria/status'
import type { Workflow } from '../../src/workflow/flow'

export function addProof(root: string, workflow: Workflow, proof: NewProof): Proof {
  const text = proofTextOf(withProof(workIn(root, workflow), proof)) ?? ''
  return JSON.parse(text.slice(text.lastIndexOf('\n', text.length - 2) + 1))
}

export const sampleProof: NewProof = {
  time: '2026-01-01T00:00:00.000Z',
  work: '0123abcd',
  criterion: '0123456789abcdef',
  commands: 'fedcba9876543210',
  command: 1,
  of: 1,
  argv: ['npm', 'test'],
  outcome: 'passed',
  exit: 0,
  ms: 12,
  output: 'a'.repeat(64),
  node: 'v20.0.0',
  os: 'linux x64',
}
