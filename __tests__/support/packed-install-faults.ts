import { execFileSync } from 'node:child_process'
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { blocksIn, markBlock, markedFile, markFile } from '../../src/install/pieces/marker'
import { localRecordPath, recordPath } from '../../src/install/pieces/record'
import { naming } from './crash-points'
import { copyTree, emptyRepository, makeFolder, plainEnv, wholeTree } from './folder'
import { programs as spellFolder } from './packed'
import { type Run, spellHere } from './packed-program'

// Everything that can be in the way of `init`, at every step of every path, for init, update and uninstall.

/** A repository, and what is installed in it. */
export interface Case {
  readonly files: Readonly<Record<string, string>>
  readonly agents: string
  readonly guard: string
  /** Of git. */
  readonly hooksPath?: string
}

/** Replaces a step of a path; what was there is kept in `elsewhere`. */
type Fault = (full: string, elsewhere: string) => void

/** Moves away what is there, if anything. @returns whether there was something */
function putAway(full: string, elsewhere: string): boolean {
  if (!existsSync(full)) return false
  renameSync(full, elsewhere)
  return true
}

const faults = {
  'a link that leads out': (full, elsewhere) => {
    if (!putAway(full, elsewhere)) mkdirSync(elsewhere)
    symlinkSync(elsewhere, full)
  },
  'a link that leads nowhere': (full, elsewhere) => {
    putAway(full, elsewhere)
    symlinkSync(join(elsewhere, 'nowhere'), full)
  },
  'a file': (full, elsewhere) => {
    putAway(full, elsewhere)
    writeFileSync(full, 'Of another user.\n')
  },
  'a folder': (full, elsewhere) => {
    putAway(full, elsewhere)
    mkdirSync(full)
    writeFileSync(join(full, 'theirs'), '')
  },
  'a pipe': (full, elsewhere) => {
    putAway(full, elsewhere)
    execFileSync('mkfifo', [full])
  },
  nothing: (full, elsewhere) => void putAway(full, elsewhere),
} satisfies Record<string, Fault>
type FaultName = keyof typeof faults
const faultNames = Object.keys(faults) as FaultName[]

/** Removes a fault, and restores what was there. */
function repairPath(full: string, elsewhere: string, wasThere: boolean): void {
  if (lstatSync(full, { throwIfNoEntry: false })) rmSync(full, { recursive: true })
  if (!wasThere) return
  mkdirSync(dirname(full), { recursive: true })
  renameSync(elsewhere, full)
}

/** Without hook managers: they write hooks themselves, which are not ours to remove, and take time. */
const programs = mkdtempSync(join(tmpdir(), 'spell git '))
symlinkSync(execFileSync('which', ['git'], { encoding: 'utf8' }).trim(), join(programs, 'git'))
symlinkSync(join(spellFolder, 'spell'), join(programs, 'spell'))
afterAll(() => rmSync(programs, { recursive: true }))
const env = { PATH: programs }
const run = (root: string, args: readonly string[]): Run => spellHere(root, args, { env })

/** A repository with other folders beside it. */
interface Place {
  readonly top: string
  readonly root: string
  readonly elsewhere: string
}
const placeAt = (top: string): Place => ({ top, root: join(top, 'shop'), elsewhere: join(top, 'elsewhere') })
function copyOf({ top }: Place): Place {
  const copy = placeAt(makeFolder().path)
  copyTree(top, copy.top)
  return copy
}

function begin({ files, hooksPath }: Case): Place {
  const place = placeAt(makeFolder().path)
  copyTree(emptyRepository(), place.root)
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(place.root, name)), { recursive: true })
    writeFileSync(join(place.root, name), text)
  }
  if (hooksPath) execFileSync('git', ['config', 'core.hooksPath', hooksPath], { cwd: place.root, env: plainEnv })
  return place
}

interface Act {
  readonly path: string
}

/** Every file of a plan, and its folders below the root. */
function stepsOf(paths: readonly string[]): string[] {
  const steps = new Set<string>()
  for (const path of [...paths, recordPath, localRecordPath]) {
    for (let step = path; step !== '.' && step !== '.git'; step = dirname(step)) steps.add(step)
  }
  return [...steps].sort()
}

/** Without its record, uninstall does not know what is ours. */
const isRecord = (step: string) => step === '.ai' || step.startsWith('.ai/.local') || step === recordPath

/** Makes the files look like those of an older version. */
function age(root: string, paths: readonly string[]): void {
  for (const path of paths.filter((name) => !name.endsWith('.json'))) {
    const full = join(root, path)
    const text = readFileSync(full, 'utf8')
    const [block] = blocksIn(text)
    if (!block && !markedFile(text)) continue
    const comment = text.includes('<!-- spell:') ? 'html' : text.includes('// spell:') ? 'slashes' : 'hash'
    const body = `${block?.body ?? markedFile(text)?.body}# An older line.\n`
    if (!block) writeFileSync(full, markFile(comment, '0.0.1', body))
    // An indented block depends on the surrounding file, so it is not changed.
    else if (block.indent === '') {
      const older = markBlock(comment, block.id, '0.0.1', body)
      writeFileSync(full, text.slice(0, block.start) + older + text.slice(block.end))
    }
  }
}

/** Something in the way of a command. */
export interface FaultCase {
  /** Of two cases of one kind, the program sees the same in its way, whatever else it has to do. */
  readonly kind: string
  /**
   * Proves that
   * - init and update either do everything, or say why not and change nothing, in the repository and beside it; a dry
   *   run ends in the same way
   * - uninstall removes what is not behind the fault, names the rest, and has the matching exit code; once the fault is
   *   removed, a second run removes the rest, and the repository is as before `init`
   */
  readonly prove: () => Promise<void>
}

/** @returns everything that can be in the place of every step of every path that is written */
export function casesOf(given: Case): FaultCase[] {
  const fresh = begin(given)
  const untouched = wholeTree(fresh.root)
  const choices = ['--agents', given.agents, '--guard', given.guard]
  const init = ['init', '--yes', ...choices]
  const dry = run(fresh.root, ['init', '--dry-run', '--json', ...choices])
  // The record stays as long as something does.
  const paths = (JSON.parse(dry.stdout).acts as Act[]).map(({ path }) => path).filter((path) => path !== recordPath)
  const installed = copyOf(fresh)
  expect(run(installed.root, init)).toMatchObject({ exitCode: 0 })
  const aged = copyOf(installed)
  age(aged.root, paths)

  return stepsOf(paths).flatMap((step) => {
    const wasThere = existsSync(join(fresh.root, step))
    const place = isRecord(step) ? step : paths.includes(step) ? 'file' : 'folder'
    const below = paths.filter((path) => path === step || path.startsWith(`${step}/`))
    const pieces = [...new Set(below.map((path) => pieceIn(installed.root, path)))].sort()
    const like = [place, wasThere, step.startsWith('.git/'), ...pieces]
    return faultNames.flatMap((fault) => {
      const caseOf = (command: string, from: Place, proof: (place: Place) => void): FaultCase => ({
        kind: [command, fault, ...like].join(),
        prove: async () => {
          const copy = copyOf(from)
          await naming(`${command}, ${fault} at ${step}, with ${given.agents} and ${given.guard}`, () => proof(copy))
          rmSync(copy.top, { recursive: true })
        },
      })
      return [
        // If nothing was created before, nothing can be missing.
        ...(fault !== 'nothing' || wasThere
          ? [caseOf('init', fresh, (copy) => allOrNothing(copy, step, fault, init))]
          : []),
        caseOf('update', aged, (copy) => allOrNothing(copy, step, fault, ['update'])),
        caseOf('uninstall', installed, (copy) => goesPast(copy, step, fault, untouched, paths)),
      ]
    })
  })
}

/** What of ours is in a file. Files that are all ours are alike; keys and blocks are each in a text of others. */
function pieceIn(root: string, path: string): string {
  const full = join(root, path)
  const text = readFileSync(full, 'utf8')
  const comment = /^(#|<!--|\/\/) spell:file /m.exec(text)?.[1]
  if (comment === undefined) return path
  const isHook = (statSync(full).mode & 0o111) !== 0
  return [comment, isHook && 'hook', existsSync(`${full}.before-spell`) && 'before another'].filter(Boolean).join(' ')
}

/** Creates the fault, if its folder exists. */
function put({ root, elsewhere }: Place, step: string, fault: FaultName): void {
  mkdirSync(dirname(join(root, step)), { recursive: true })
  faults[fault](join(root, step), elsewhere)
}

function allOrNothing(place: Place, step: string, fault: FaultName, args: readonly string[]): void {
  put(place, step, fault)
  const before = wholeTree(place.top)
  const dry = run(place.root, [...args.filter((one) => one !== '--yes'), '--dry-run'])
  expect(wholeTree(place.top)).toEqual(before)
  const real = run(place.root, args)
  // A dry run cannot try what it has not written.
  const isTried = real.stdout.includes('git does not run it')
  if (!isTried) expect(dry.exitCode).toBe(real.exitCode)
  const isInPart = isTried || real.stdout.includes('set up in part')
  if (real.exitCode !== 0 && !isInPart) {
    expect(dry.stderr).toBe(real.stderr)
    expect(wholeTree(place.top)).toEqual(before)
    expectHelp(real)
  } else expectOnlyInside(place, before)
}

function goesPast(
  place: Place,
  step: string,
  fault: FaultName,
  untouched: Readonly<Record<string, string>>,
  paths: readonly string[],
): void {
  const wasThere = existsSync(join(place.root, step))
  put(place, step, fault)
  const before = wholeTree(place.top)
  const dry = run(place.root, ['uninstall', '--dry-run'])
  expect(wholeTree(place.top)).toEqual(before)
  const first = run(place.root, ['uninstall'])
  expect(dry.exitCode).toBe(first.exitCode)
  expectOnlyInside(place, before)
  // A file that now lies outside is not removed without being asked for.
  const isLeft = first.exitCode !== 0 || first.stdout.includes('It lies outside of this repository')
  if (isRecord(step)) {
    if (first.exitCode !== 0) expect(wholeTree(place.top)).toEqual(before)
  } else {
    const isBehind = (path: string) => path === step || path.startsWith(`${step}/`)
    const after = wholeTree(place.root)
    for (const path of paths.filter((one) => !isBehind(one)))
      expect({ path, what: after[path] }).toEqual({ path, what: untouched[path] })
    // If a foreign file is in `.ai/`, `.ai/.local/` stays, too.
    const isAlone = !step.startsWith('.ai/')
    if (!isLeft && isAlone) expect(Object.keys(after).filter((path) => path.startsWith('.ai'))).toEqual([])
    if (isLeft) {
      if (first.exitCode !== 0) expectHelp(first)
      expect(paths.filter(isBehind).every((path) => first.stdout.includes(path))).toBe(true)
    }
  }
  // Something deleted cannot come back.
  if (!isLeft && !isRecord(step)) return
  repairPath(join(place.root, step), place.elsewhere, wasThere)
  const second = run(place.root, ['uninstall'])
  expect(second).toMatchObject({ exitCode: 0 })
  // What a removed record listed is unknown.
  const isOurs = ([path]: [string, string]) => !isRecord(step) || !path.startsWith('.ai')
  expect(Object.fromEntries(Object.entries(wholeTree(place.root)).filter(isOurs))).toEqual(untouched)
}

/** The message names the obstacle and a fix; no error is unexpected. */
function expectHelp({ stdout, stderr, exitCode }: Run): void {
  expect([1, 2, 3, 5]).toContain(exitCode)
  expect(stdout + stderr).not.toMatch(/went wrong|--debug/)
  expect(stdout + stderr).toMatch(/fix: |`(mkdir|mv|git|ls) /)
}

/** Nothing has changed beside the repository. */
function expectOnlyInside({ top }: Place, before: Readonly<Record<string, string>>): void {
  const beside = (tree: Readonly<Record<string, string>>) =>
    Object.entries(tree).filter(([path]) => !path.startsWith('shop'))
  expect(beside(wholeTree(top))).toEqual(beside(before))
}
