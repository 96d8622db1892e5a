import { hash } from '@stablelib/sha256'
import type { Definition } from '../../engine/definition'
import { tableDigests } from '../../workflows/table-digests'

/** In hexadecimal digits: tables are told apart, not sealed. */
const digestLength = 12

const known = new WeakMap<Definition, string>()

/** @returns what tells a workflow's table apart from every other version of it */
export function tableDigest(definition: Definition): string {
  const digest = tableDigests[definition.name] ?? known.get(definition) ?? digestOfTable(definition)
  known.set(definition, digest)
  return digest
}

/** @returns the same, worked out from its states and rows */
export function digestOfTable({ states, routers, regions, rows }: Definition): string {
  const text = JSON.stringify([states, routers, regions, [...rows]])
  return Buffer.from(hash(Buffer.from(text)))
    .toString('hex')
    .slice(0, digestLength)
}
