import { dirname, join } from 'node:path'
import { disk } from '../disk/disk'
import { onDisk } from '../disk/disk-failure'
import { readText } from '../disk/read'
import { writeDerived } from '../disk/replace-file'
import { exit, Failure } from '../failure/failure'
import { fromJson, isRecord } from '../failure/json'
import type { Workflow } from '../flows/flow'
import { outcomes, type Proof } from '../proof/criteria/proof'
import { digestOfLine, isSealedText } from './history/sealed-text'
import { isBlank, textsOf } from './history/text-lines'
import { idOf } from './history/work-id'
import type { Work } from './work'

export const proofsPath = ({ folder }: Pick<Workflow, 'folder'>): string => `${folder}/proofs.jsonl`

/** Why a line of the log is none: it says something else than it did, belongs to other work, or does not follow the one before. */
export type LogFault = 'changed' | 'of other work' | 'replaced'

export interface ProofLog {
  /** The oldest first; those from the first fault on do not count. */
  readonly proofs: readonly Proof[]
  readonly fault?: { readonly line: number; readonly because: LogFault }
}

/** No line is longer, in bytes. */
export const maxProofBytes = 1024

/**
 * Reads a log line by line, however long it is.
 *
 * @param work the id of the piece of work; a proof of another one is none. Throws Failure if the log cannot be read
 */
export const readProofs = (root: string, workflow: Pick<Workflow, 'folder'>, work: string | undefined): ProofLog =>
  linked(textsOf(root, proofsPath(workflow)), work)

/** The same, of a piece of work, read once. */
export const proofLogOf = (work: Work): ProofLog =>
  work.once('proof log', () => readProofs(work.root, work.flow, idOf(work)))

/** @returns the text of a log, read once; undefined before the first proof. Throws Failure if it cannot be read */
export const proofTextOf = (work: Work): string | undefined =>
  work.once('proofs', () => readText(work.root, proofsPath(work.flow)))

/** The same, given the text of the log. */
export function proofsIn(text: string, work: string | undefined): ProofLog {
  const lines = text.split(/\r?\n/)
  while (isBlank(lines.at(-1) ?? 'none')) lines.pop()
  return linked(lines, work)
}

/** @param lines without blank ones at the end; a last one without an end was written by hand: nothing of ours is ever cut off */
function linked(lines: Iterable<string>, work: string | undefined): ProofLog {
  const proofs: Proof[] = []
  const shared = new Map<string, string>()
  for (const line of lines) {
    const proof = proofIn(proofs.length === 0 ? line.replace(/^\uFEFF/, '') : line, shared)
    const because = proof ? breakOf(proof, proofs.at(-1), work) : 'changed'
    if (!proof || because) return { proofs, fault: { line: proofs.length + 1, because: because ?? 'changed' } }
    proofs.push(proof)
  }
  return { proofs }
}

/**
 * @param shared texts that many proofs have, each kept once: most of a long log says the same again
 * @returns the proof that a text of one line is; undefined if it says something else than when it was sealed
 */
function proofIn(text: string, shared: Map<string, string>): Proof | undefined {
  if (!isSealedText(text)) return undefined
  const value = fromJson(text)
  if (!isRecord(value) || !isProof(value)) return undefined
  const kept: Record<string, unknown> = value
  for (const [key, part] of Object.entries(value)) {
    if (typeof part !== 'string' || key === 'time' || key === 'output') continue
    kept[key] = shared.get(part) ?? part
    // The next proof names the digest of this one, and none after that.
    if (key === 'previous') shared.delete(part)
    else shared.set(part, String(kept[key]))
  }
  return value
}

const isProof = (value: unknown): value is Proof =>
  isRecord(value) &&
  [value.time, value.criterion, value.commands, value.output].every(isText) &&
  [value.command, value.of, value.ms].every(Number.isSafeInteger) &&
  outcomes.some((outcome) => outcome === value.outcome) &&
  (value.tests === undefined || isCounts(value.tests)) &&
  (value.files === undefined || (isRecord(value.files) && Object.values(value.files).every(isText)))

const isText = (value: unknown): boolean => typeof value === 'string'

const isCounts = (value: unknown): boolean =>
  isRecord(value) && [value.passed, value.failed, value.skipped].every(Number.isSafeInteger)

function breakOf(proof: Proof, before: Proof | undefined, work: string | undefined): LogFault | undefined {
  if (proof.work !== work) return 'of other work'
  return proof.previous === before?.digest ? undefined : 'replaced'
}

/** A proof that is not yet in a log. */
export type NewProof = Omit<Proof, 'previous' | 'digest'>

/**
 * Adds a proof to the log of a piece of work: it is there whole or not at all. Needs the lock of the work.
 *
 * @param work as it was read under the lock
 * @param safe what was looked at just now, see `refuseLinks`
 * @throws Failure `proofs-broken` (unreadable) if the log has a fault, or if the disk refuses
 */
export function withProof(work: Work, proof: NewProof, safe?: Set<string>): Work {
  const { root, flow, plan } = work
  const path = proofsPath(flow)
  const before = proofTextOf(work) ?? ''
  const { proofs, fault } = proofsIn(before, proof.work)
  if (fault) throw brokenLog(path, fault)
  const whole = before.trimEnd()
  const text = `${whole}${whole === '' ? '' : '\n'}${sealed(proof, proofs.at(-1)?.digest)}\n`
  writeDerived(root, path, text, Buffer.from(before), safe)
  onDisk('write', path, () => disk.sync(dirname(join(root, path))))
  return work.beside({ plan, proofs: text })
}

export const brokenLog = (path: string, { line, because }: NonNullable<ProofLog['fault']>): Failure =>
  new Failure(exit.unreadable, 'proofs-broken', `${path}:${line} ${faultText[because]}.`, 'spell doctor --fix')

export const faultText: Readonly<Record<LogFault, string>> = {
  changed: 'is not what spell wrote there',
  'of other work': 'belongs to another piece of work',
  replaced: 'does not follow the line before it',
}

/** @returns whether a proof has room in a line, however long its command is: names of files are not cut */
export const fitsLine = (proof: NewProof): boolean => fits(sealed(proof, '0'.repeat(digestLength)))

const digestLength = 64
const fits = (line: string): boolean => Buffer.byteLength(line) <= maxProofBytes

/** Of a command that is too long for a line only the beginning stands in it; what it is known by has all of it. */
function sealed({ argv, shell, in: folder, ...rest }: NewProof, previous: string | undefined): string {
  let cuts: Pick<NewProof, 'argv' | 'shell' | 'in'> = {
    ...(argv && { argv }),
    ...(shell !== undefined && { shell }),
    ...(folder !== undefined && { in: folder }),
  }
  for (;;) {
    const line = JSON.stringify({ ...rest, ...cuts, ...(previous && { previous }) }).slice(0, -1)
    const whole = `${line},"digest":"${digestOfLine(line)}"}`
    const shorter = fits(whole) ? undefined : shortened(cuts)
    if (!shorter) return whole
    cuts = shorter
  }
}

/** @returns less of what was started; undefined if there is hardly anything left */
function shortened({ argv, shell, in: folder, ...rest }: Pick<NewProof, 'argv' | 'shell' | 'in'>) {
  const kept = { ...rest, ...(argv && { argv }), ...(shell !== undefined && { shell }), ...(folder && { in: folder }) }
  const [program = ''] = argv ?? []
  if (argv && argv.length > 1) return { ...kept, argv: argv.slice(0, -1) }
  if (program.length > 1) return { ...kept, argv: [cut(program)] }
  if (shell && shell.length > 1) return { ...kept, shell: cut(shell) }
  return folder && folder.length > 1 ? { ...kept, in: cut(folder) } : undefined
}

const cut = (text: string): string => [...text].slice(0, Math.floor([...text].length * 0.8)).join('')
