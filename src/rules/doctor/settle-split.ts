import type { CastContext } from '../../cast/context'
import { digestOf } from '../../disk/digest'
import { disk } from '../../disk/disk'
import { onDisk } from '../../disk/disk-failure'
import { joinPosix } from '../../disk/join-posix'
import { refuseLinks } from '../../disk/links'
import { filesUnder, isFolder, isThere, readBytes } from '../../disk/read'
import { writeDerived } from '../../disk/replace-file'
import { timestampOf } from '../../disk/stamp'
import { removeEmpty } from '../../disk/tidy'
import { attempt, exit, Failure } from '../../failure/failure'
import type { Workflow } from '../../flows/flow'
import type { Side } from '../../git/sides'
import { type HistoryLine, printLine } from '../../work/history/history-line'
import { closeRepairs, noteRepair } from '../../work/history/repairs'
import { seal } from '../../work/history/seal'
import { commit } from '../../work/state/commit'
import { provenanceOf } from '../../work/state/context-seal'
import { loadState, printState } from '../../work/state/state'
import { changedByHand, settle, stampOf, withLock } from '../../work/writing'
import type { GrownSide } from './grown-side'
import { isOfStore, isSameText, isSettlement, type Meeting, mergedRow, type SideWork, workHere } from './side-work'
import { goesOnHere, type Split } from './split'
import { type Chosen, otherThan } from './split-words'

/**
 * Lets one side of each split continue with all its files, and keeps the other one complete beside it. Can be repeated
 * after a crash.
 *
 * @returns what was done, a sentence each
 * @throws Failure `side-damaged` (notPossible) if only the chosen side's history or state is damaged; if a write fails,
 *   a side cannot be read, or another process holds the lock for too long
 */
export async function settleSplit(split: Split, chosen: Chosen, ctx: CastContext): Promise<string[]> {
  const { workflow, sides, meetings, all, removed } = split
  const homes = new Set(meetings.map((meeting) => meeting[chosen]))
  const isWorse = (meeting: Meeting) => !meeting[chosen].isWhole && meeting[otherThan(chosen)].isWhole
  const [worse] = meetings.filter(isWorse)
  if (worse) throw damagedSide(worse[chosen].side.name, chosen)
  const folders = [...all.meetings.map((meeting) => meeting[chosen]), ...all.alone].map(({ folder }) => folder)
  const kept = new Set<SideWork>()
  return withLock(ctx.root, 'doctor', ctx.now, ctx.wait, async () => {
    if (removed) return [await settleRemoval(ctx.root, removed, sides[chosen])]
    const said: string[] = []
    for (const home of homes) {
      const met = meetings.filter((meeting) => meeting[chosen] === home).map((meeting) => meeting[otherThan(chosen)])
      // A side that was matched by its id is kept there.
      const others = met.filter((other) => !kept.has(other))
      for (const other of others) kept.add(other)
      said.push(...(await settleHome({ workflow, home, met, others, folders }, ctx)))
    }
    // git may have moved even a work that has no counterpart.
    for (const work of all.alone)
      if (!(await goesOnHere(ctx.root, workflow, work))) await restore(ctx.root, work, [], [])
    return said
  })
}

/** A work that one side has deleted is restored or removed as a whole; git has it. */
async function settleRemoval(root: string, work: SideWork, { name }: Side): Promise<string> {
  const { side, folder, names } = work
  if (side.name === name) {
    await restore(root, work, [], [])
    const beside = [...side.paths.keys()].filter((path) => /^\.ai\/[^/]+$/.test(path) && !isThere(root, path))
    for (const path of beside) writeDerived(root, path, await side.read(path))
    return `The work of ${name} goes on.`
  }
  removeFiles(
    root,
    names.map((file) => `${folder}/${file}`),
  )
  return `The work in ${folder} is removed, as on ${name}; ${side.name} has it in git.`
}

function damagedSide(name: string, chosen: Chosen): Failure {
  const message = `What ${name} has of this work is damaged itself: nothing can go on from it before that is repaired there.`
  return new Failure(exit.notPossible, 'side-damaged', message, `spell doctor --fix --side ${otherThan(chosen)}`)
}

/**
 * Records the new end of a kept side that has grown since.
 *
 * @returns what was done, a sentence each
 * @throws Failure if it cannot write, or another process holds the lock for too long
 */
export function nameGrown(workflow: Workflow, grown: readonly GrownSide[], ctx: CastContext): Promise<string[]> {
  const { root } = ctx
  return withLock(root, 'doctor', ctx.now, ctx.wait, async () => {
    const said: string[] = []
    for (const { folder, path, text, tip } of grown) {
      const note = `${path} has grown since it was kept.`
      const kept = [{ note, other: tip, path, text }]
      if (folder !== workflow.folder) await tellInArchive(workflow, await workHere(root, workflow, folder), kept, ctx)
      else {
        // The step that records it creates it again.
        removeFiles(root, [path])
        await tellAtHand(workflow, kept, ctx)
      }
      said.push(note)
    }
    return said
  })
}

/** A work that continues, and its other sides. */
interface Settlement {
  readonly workflow: Workflow
  readonly home: SideWork
  readonly met: readonly SideWork[]
  /** Those that must be kept here. */
  readonly others: readonly SideWork[]
  /** The folders of all works that continue. */
  readonly folders: readonly string[]
}

/** An entry's record of another side, and the history that it refers to. */
interface Kept {
  readonly note: string
  readonly other: string | undefined
  readonly path: string
  readonly text: string
}

async function settleHome(settlement: Settlement, ctx: CastContext): Promise<string[]> {
  const { workflow, home, met, others, folders } = settlement
  const { root } = ctx
  const repairs = { said: [] as string[] }
  const kept: Kept[] = []
  const added: string[] = []
  for (const other of others) {
    const all = [home, other].map(({ folder }) => folder)
    refuseLinks(root, [...all, ...all.flatMap((folder) => filesUnder(root, folder))])
    const before = settlementsOnly(home, other)
    const ways = before ? await carryOver(root, home, other, before) : [await keep(root, home, other, added, ctx.now)]
    for (const { note, other: tip } of ways) noteRepair(root, workflow, repairs, note, tip)
    kept.push(...ways)
    added.push(...ways.map(({ path }) => path.slice(0, path.lastIndexOf('/'))))
  }
  const isOfHome = (path: string) => folders.some((folder) => path.startsWith(`${folder}/`))
  for (const { folder, names } of others) {
    const left = names.map((name) => `${folder}/${name}`)
    removeFiles(
      root,
      left.filter((path) => !isOfHome(path)),
    )
  }
  await restore(root, home, met, added)
  await (home.folder === workflow.folder ? tellAtHand(workflow, kept, ctx) : tellInArchive(workflow, home, kept, ctx))
  closeRepairs(root, workflow)
  return kept.map(({ note }) => note)
}

/** @returns the entries of a side that only adds settlements: nothing else of it must be kept */
function settlementsOnly(home: SideWork, other: SideWork): readonly HistoryLine[] | undefined {
  const known = new Set(home.lines.map(({ digest }) => digest))
  const own = other.lines.filter(({ digest }) => !known.has(digest))
  return own.length > 0 && own.every(isSettlement) ? own : undefined
}

/** Takes over the sides that another side has kept. */
async function carryOver(
  root: string,
  home: SideWork,
  other: SideWork,
  lines: readonly HistoryLine[],
): Promise<Kept[]> {
  const kept: Kept[] = []
  for (const { note = '', other: tip, created = [] } of lines) {
    for (const { path } of created) {
      const folder = path.slice(other.folder.length + 1, path.lastIndexOf('/') + 1)
      for (const name of other.names.filter((one) => one.startsWith(folder))) {
        const bytes = await other.side.read(`${other.folder}/${name}`)
        const here = `${home.folder}/${name}`
        if (`${other.folder}/${name}` !== path) {
          writeDerived(root, here, bytes)
          continue
        }
        // The step that records it creates it again.
        removeFiles(root, [here])
        kept.push({ note, other: tip, path: here, text: bytes.toString() })
      }
    }
  }
  return kept
}

/** Keeps what another side has and this one lacks. */
async function keep(root: string, home: SideWork, other: SideWork, taken: readonly string[], now: Date): Promise<Kept> {
  const place = placeFor(root, home, other, taken, now)
  const history = `${other.folder}/history.jsonl`
  const read = (work: SideWork, name: string) => work.side.read(`${work.folder}/${name}`)
  for (const name of other.names) {
    const bytes = await read(other, name)
    const isHere = !isOfStore(name) && home.names.includes(name) && isSameText(bytes, await read(home, name))
    if (name !== 'history.jsonl' && !isHere) writeDerived(root, `${place}/${name}`, bytes)
  }
  for (const { folder } of new Set([home, other])) {
    for (const path of filesUnder(root, folder)) {
      const name = path.slice(folder.length + 1)
      const bytes = readBytes(root, path)
      if (!bytes || /^(?:merged|broken)-/.test(name) || !(await isMixed(name, bytes, home, other))) continue
      writeDerived(root, `${place}/as-found/${name}`, bytes)
    }
  }
  const names = [home.side.name, other.side.name]
  const mixed = isThere(root, `${place}/as-found`) ? ` What lay there mixed is in ${place}/as-found.` : ''
  const note = `The work of ${names[0]} goes on; that of ${names[1]} is kept in ${place}.${mixed}`
  const isNew = other.tip !== undefined && !home.lines.some(({ digest }) => digest === other.tip)
  return {
    note,
    other: isNew ? other.tip : undefined,
    path: `${place}/history.jsonl`,
    text: (await other.side.read(history)).toString(),
  }
}

/** Whether a text has parts from neither side; such a text was written by the developer. */
async function isMixed(name: string, bytes: Buffer, ...works: readonly SideWork[]): Promise<boolean> {
  const having = works.filter(({ names }) => names.includes(name))
  const known = new Set<string>()
  for (const { side, folder } of having)
    for (const line of linesOf(await side.read(`${folder}/${name}`))) known.add(line)
  return having.length > 0 && !linesOf(bytes).every((line) => known.has(line) || /^([<=>|])\1{6}/.test(line))
}

const linesOf = (bytes: Buffer): string[] => bytes.toString('latin1').split(/\r?\n/)

/** Named by the time at which the other side ended, so that a repetition uses the same folder. */
function placeFor(
  root: string,
  { folder, names }: SideWork,
  { lines }: SideWork,
  taken: readonly string[],
  now: Date,
): string {
  const left = new Date(lines.at(-1)?.timestamp ?? Number.NaN)
  const wanted = `merged-${stampOf(Number.isNaN(left.getTime()) ? now : left)}`
  for (let count = 1; ; count++) {
    const name = count === 1 ? wanted : `${wanted}-${count}`
    const place = `${folder}/${name}`
    const isOld = names.some((one) => one.startsWith(`${name}/`)) || isThere(root, `${place}/history.jsonl`)
    if (isThere(root, place) && !isFolder(root, place)) continue
    if (!isOld && !taken.includes(place)) return place
  }
}

/** Gives a work's folder the files of its side, and removes those that other sides have added. */
async function restore(
  root: string,
  { side, folder, names }: SideWork,
  others: readonly SideWork[],
  added: readonly string[],
): Promise<void> {
  const wanted = new Set(names.map((name) => `${folder}/${name}`))
  const brought: string[] = []
  for (const path of filesUnder(root, folder)) {
    if (wanted.has(path) || added.some((place) => path.startsWith(`${place}/`))) continue
    const name = path.slice(folder.length + 1)
    const bytes = readBytes(root, path)
    const isTheirs = others.some((other) => other.names.includes(name))
    // git renames one of two files with the same name.
    const isCopy = /~[^/]+$/.test(name) && bytes && (await isCopyOf(bytes, others))
    if (isTheirs || isCopy) brought.push(path)
  }
  removeFiles(root, brought)
  // The state is written last, as it decides what is current.
  const order = [...names].sort(
    (one, other) => Number(isOfStore(one)) - Number(isOfStore(other)) || (one < other ? -1 : 1),
  )
  for (const name of order) writeDerived(root, `${folder}/${name}`, await side.read(`${folder}/${name}`))
}

async function isCopyOf(bytes: Buffer, works: readonly SideWork[]): Promise<boolean> {
  for (const { side, folder, names } of works)
    for (const name of names) if (isSameText(bytes, await side.read(`${folder}/${name}`))) return true
  return false
}

function removeFiles(root: string, paths: readonly string[]): void {
  const folders = new Set<string>()
  for (const path of paths) {
    if (!isThere(root, path)) continue
    onDisk('write', path, () => disk.remove(joinPosix(root, path)))
    for (let end = path.lastIndexOf('/'); end > '.ai/'.length; end = path.lastIndexOf('/', end - 1))
      folders.add(path.slice(0, end))
  }
  removeEmpty(
    root,
    [...folders].sort((one, other) => other.length - one.length),
  )
}

async function tellAtHand(workflow: Workflow, kept: readonly Kept[], ctx: CastContext): Promise<void> {
  const { root, now } = ctx
  for (const { note, other, path, text } of kept) {
    const saved = attempt(() => loadState(root, workflow))
    // The side may have been damaged before; that is repaired separately, and this entry reports it.
    if (saved instanceof Failure || (await changedByHand(root, workflow, saved))) return
    await settle(root, workflow, saved, now)
    const about = { row: mergedRow, note, ...(other && { other }) }
    const changes = [{ do: 'create', path, text }] as const
    const settled = loadState(root, workflow)
    await commit(root, workflow, settled, { to: settled.current, trigger: 'Doctor', about, changes }, ctx)
  }
}

/** Archived work has no next step; the entries follow the one that archived it. */
async function tellInArchive(
  workflow: Workflow,
  { side, folder, state, lines: known }: SideWork,
  kept: readonly Kept[],
  { root, now, head }: CastContext,
): Promise<void> {
  const lines = [...known]
  for (const { note, other, path, text } of kept) {
    writeDerived(root, path, text)
    const commitId = head()
    const last = lines.at(-1)
    const to = last?.transition.split(' → ')[1] ?? ''
    const line = {
      timestamp: timestampOf(now),
      transition: `${to} → ${to}`,
      trigger: 'Doctor',
      row: mergedRow,
      note,
      ...(other && { other }),
      ...(commitId && { head: commitId }),
      created: [{ path, digest: await digestOf(text) }],
      ...(await provenanceOf(workflow, state?.context ?? {})),
    }
    lines.push(await seal(line, last))
  }
  if (!state || kept.length === 0) return
  const told = lines.slice(known.length)
  const before = await side.read(`${folder}/history.jsonl`)
  const after = Buffer.from(told.map((line) => `${printLine(line)}\n`).join(''))
  writeDerived(root, `${folder}/history.jsonl`, Buffer.concat([before, after]))
  const history = [...state.history, ...told]
  writeDerived(root, `${folder}/state.json`, printState({ ...state, history }, { ...workflow, folder }))
}
