import { hash } from '@stablelib/sha256'
import type { Definition } from '../../engine/definition'

/** In hexadecimal digits: enough to distinguish versions of a table; it is no proof against changes. */
const digestLength = 12

const known = new WeakMap<Definition, string>()

/** @returns the digest that identifies this version of a workflow's table */
export function tableDigest(definition: Definition): string {
  const digest = tableDigests[definition.name] ?? known.get(definition) ?? digestOfTable(definition)
  known.set(definition, digest)
  return digest
}

/** @returns the same, computed from its states and rows */
export function digestOfTable({ states, routers, regions, rows }: Definition): string {
  const text = JSON.stringify([states, routers, regions, [...rows]])
  return Buffer.from(hash(Buffer.from(text)))
    .toString('hex')
    .slice(0, digestLength)
}

/** The digest of each workflow's table, by its name. The build fills it in, as hashing takes longer than a step. */
const tableDigests: Readonly<Record<string, string>> = {}
