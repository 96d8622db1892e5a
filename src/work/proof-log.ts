import { dirname, join } from 'node:path'
import { disk } from '../disk/disk'
import { onDisk } from '../disk/disk-failure'
import { readListed } from '../disk/listing'
import { writeDerived } from '../disk/replace-file'
import { exit, Failure, ifPossible } from '../text/failure'
import { fromJson, isRecord } from '../text/json'
import { outcomes, type Proof } from '../workflow/criteria/status'
import type { Workflow } from '../workflow/flow'
import { digestOfLine, endsWithDigest } from './history/entry-digest'
import { statePath } from './history/history-line'
import { isBlank, lineTextsOf } from './history/text-lines'
import { idOf } from './history/work-id'
import { type State, versionOf } from './state/state'
import { printState } from './state/state-document'
import { archivedState, type Work } from './work'

export const proofsPath = ({ folder }: Pick<Workflow, 'folder'>): string => `${folder}/proofs.jsonl`

/**
 * What is wrong with a line of the log: it says something else than it did, belongs to other work, or does not follow the
 * one before; or the newest run should follow it, and is gone.
 */
type LogFault = 'changed' | 'of other work' | 'replaced' | 'cut off'

interface ProofLog {
  /** The oldest first; none of a log with a fault, as an older pass must not count for a newer failure that is gone. */
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
  linked(lineTextsOf(root, proofsPath(workflow)), work)

/**
 * The same, of a piece of work, read once; the newest proof that its state names has to be there.
 *
 * @param known the text of the log, if that was read
 */
export const proofLogOf = (work: Work, known?: { readonly proofs: string | undefined }): ProofLog =>
  work.once('proof log', () => {
    if (known) return upTo(newestOf(work), proofsIn(known.proofs ?? '', idOf(work)))
    const isThere = work.listing.kindOf(proofsPath(work.flow)) !== undefined
    return upTo(newestOf(work), isThere ? readProofs(work.root, work.flow, idOf(work)) : { proofs: [] })
  })

/** @returns the digest of the newest proof, as the state names it; undefined before the first one, and if it cannot be read */
export const newestOf = (work: Work): string | undefined => ifPossible(() => keptState(work))?.proof

/** The state as its file has it, which names the newest proof; that of an archive may be of an older table. */
const keptState = (work: Work): State => (work.isArchived ? archivedState(work) : (work.saved.archiving ?? work.saved))

/** A stop between the log and the state leaves one more in the log. */
function upTo(newest: string | undefined, log: ProofLog): ProofLog {
  const { proofs, fault } = log
  if (fault || newest === undefined || proofs.some(({ digest }) => digest === newest)) return log
  return { proofs: [], fault: { line: Math.max(proofs.length, 1), because: 'cut off' } }
}

/** @returns the text of a log, read once; undefined before the first proof. Throws Failure if it cannot be read */
export const proofTextOf = (work: Work): string | undefined =>
  work.once('proofs', () => readListed(work.root, work.listing, proofsPath(work.flow)))

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
    if (!proof || because) return { proofs: [], fault: { line: proofs.length + 1, because: because ?? 'changed' } }
    proofs.push(proof)
  }
  return { proofs }
}

/**
 * @param shared texts that many proofs have, each kept once: most of a long log says the same again
 * @returns the proof that a text of one line is; undefined if it says something else than when it was written
 */
function proofIn(text: string, shared: Map<string, string>): Proof | undefined {
  if (!endsWithDigest(text)) return undefined
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
  const { proofs, fault } = upTo(newestOf(work), proofsIn(before, proof.work))
  if (fault) throw brokenLog(path, fault)
  const whole = before.trimEnd()
  const line = chainedText(proof, proofs.at(-1)?.digest)
  const text = `${whole}${whole === '' ? '' : '\n'}${line}\n`
  writeDerived(root, path, text, Buffer.from(before), safe)
  const kept = proofIn(line, new Map())
  const named = withNewest(work, kept?.digest, safe)
  // Otherwise what was synced for the state has taken the log along.
  if (named === work) onDisk('write', path, () => disk.sync(dirname(join(root, path))))
  const log: ProofLog = { proofs: [...proofs, ...(kept ? [kept] : [])] }
  return named.beside({ plan, proofs: text, 'proof log': log })
}

/**
 * Names the newest proof in the state, if there is one, so that it cannot be taken out unnoticed. Needs the lock of the work.
 *
 * @returns the work after it; the same value if nothing was written
 */
export function withNewest(work: Work, proof: string | undefined, safe?: Set<string>): Work {
  const { root, flow, isArchived } = work
  // That of an archive which cannot be read is found as that.
  const state = isArchived ? ifPossible(() => keptState(work)) : work.saved
  if (!state || state.proof === proof || (!isArchived && work.saved.version === '')) return work
  // No step, so no entry and no backup. What the state says now is known: its text is only to be replaced.
  writeDerived(root, statePath(flow), printState({ ...state, proof }, flow), Buffer.alloc(0), safe)
  return work.beside({}, isArchived ? undefined : { ...work.saved, proof, version: versionOf(root, flow) })
}

export const brokenLog = (path: string, { line, because }: NonNullable<ProofLog['fault']>): Failure =>
  new Failure(exit.unreadable, 'proofs-broken', `${path}:${line} ${faultText[because]}.`, 'spell doctor --fix')

export const faultText: Readonly<Record<LogFault, string>> = {
  changed: 'is not what spell wrote there',
  'of other work': 'belongs to another piece of work',
  replaced: 'does not follow the line before it',
  'cut off': 'should be followed by the newest run, which the state names and which is gone',
}

/** @returns whether a proof has room in a line, however long its command is: names of files are not cut */
export const fitsLine = (proof: NewProof): boolean => fits(chainedText(proof, '0'.repeat(digestLength)))

const digestLength = 64
const fits = (line: string): boolean => Buffer.byteLength(line) <= maxProofBytes

/** Of a command that is too long for a line only the beginning stands in it; what it is known by has all of it. */
function chainedText(
  { argv, shell, in: folder, expect, touched, ...rest }: NewProof,
  previous: string | undefined,
): string {
  let cuts: Started = { argv, shell, in: folder, expect, touched }
  for (;;) {
    const line = JSON.stringify({ ...rest, ...cuts, ...(previous && { previous }) }).slice(0, -1)
    const whole = `${line},"digest":"${digestOfLine(line)}"}`
    const shorter = fits(whole) ? undefined : shortened(cuts)
    if (!shorter) return whole
    cuts = shorter
  }
}

type Started = { readonly [Key in 'argv' | 'shell' | 'in' | 'expect' | 'touched']: NewProof[Key] | undefined }

/** @returns less of what was started, and first of what was expected; undefined if there is hardly anything left */
function shortened(cuts: Started): Started | undefined {
  const { argv = [], shell = '', in: folder = '', expect = [], touched = [] } = cuts
  const [program = ''] = argv
  if (touched.length > 1) return { ...cuts, touched: touched.slice(0, 1) }
  if (expect.length > 0) return { ...cuts, expect: expect.length > 1 ? expect.slice(0, -1) : undefined }
  const bare = { ...cuts, expect: undefined, touched: undefined }
  if (argv.length > 1) return { ...bare, argv: argv.slice(0, -1) }
  if (program.length > 1) return { ...bare, argv: [cut(program)] }
  if (shell.length > 1) return { ...bare, shell: cut(shell) }
  return folder.length > 1 ? { ...bare, in: cut(folder) } : undefined
}

const cut = (text: string): string => [...text].slice(0, Math.floor([...text].length * 0.8)).join('')
