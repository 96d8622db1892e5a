import { execFileSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { blocksIn, markBlock, markedFile, markFile } from '../../src/commands/init/pieces/marker'
import { makeFolder } from './folder'
import { emptyRepository, plainEnv } from './git-repository'
import { spellHere } from './packed-in-process'
import type { Run } from './packed-program'
import { wholeTree } from './whole-tree'

// Everything that can stand where `init` wants to write, at every step of every path, met by init, update and uninstall.

/** A repository, and what is put into it. */
export interface Case {
  readonly files: Readonly<Record<string, string>>
  readonly agents: string
  readonly guard: string
  /** Of git. */
  readonly hooksPath?: string
}

/** Something is put in the place of a step of a path; what was there waits in `elsewhere`. */
type Fault = (full: string, elsewhere: string) => void

/** Takes away what is there, if there is something. @returns whether there was */
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
    writeFileSync(full, 'Of somebody else.\n')
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
export type FaultName = keyof typeof faults

/** What was put in its place by a fault goes, and what was there comes back. */
function mend(full: string, elsewhere: string, wasThere: boolean): void {
  if (lstatSync(full, { throwIfNoEntry: false })) rmSync(full, { recursive: true })
  if (!wasThere) return
  mkdirSync(dirname(full), { recursive: true })
  renameSync(elsewhere, full)
}

/** Without the programs that run hooks: they write hooks of their own, which are not ours to take out, and take their time. */
const programs = mkdtempSync(join(tmpdir(), 'spell git '))
symlinkSync(execFileSync('which', ['git'], { encoding: 'utf8' }).trim(), join(programs, 'git'))
afterAll(() => rmSync(programs, { recursive: true }))
const env = { PATH: programs }
const run = (root: string, args: readonly string[]): Run => spellHere(root, args, { env })

/** A repository with things beside it, which are nobody's business. */
interface Place {
  readonly top: string
  readonly root: string
  readonly elsewhere: string
}
const placeAt = (top: string): Place => ({ top, root: join(top, 'shop'), elsewhere: join(top, 'elsewhere') })
function copyOf({ top }: Place): Place {
  const copy = placeAt(makeFolder().path)
  cpSync(top, copy.top, { recursive: true, verbatimSymlinks: true })
  return copy
}

function begin({ files, hooksPath }: Case): Place {
  const place = placeAt(makeFolder().path)
  cpSync(emptyRepository(), place.root, { recursive: true })
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

/** Every file of a plan, and every folder above one, below the root. */
function stepsOf(paths: readonly string[]): string[] {
  const steps = new Set<string>()
  for (const path of [...paths, '.ai/installed.json', '.ai/.local/installed.json']) {
    for (let step = path; step !== '.' && step !== '.git'; step = dirname(step)) steps.add(step)
  }
  return [...steps].sort()
}

/** What is there is of an older version of ours. */
function age(root: string, paths: readonly string[]): void {
  for (const path of paths.filter((name) => !name.endsWith('.json'))) {
    const full = join(root, path)
    const text = readFileSync(full, 'utf8')
    const [block] = blocksIn(text)
    if (!block && !markedFile(text)) continue
    const comment = text.includes('<!-- spell:') ? 'html' : text.includes('// spell:') ? 'slashes' : 'hash'
    const body = `${block?.body ?? markedFile(text)?.body}# An older line.\n`
    if (!block) writeFileSync(full, markFile(comment, '0.0.1', body))
    // Where it is indented, it is somebody else's to say what an older one looked like.
    else if (block.indent === '') {
      const older = markBlock(comment, block.id, '0.0.1', body)
      writeFileSync(full, text.slice(0, block.start) + older + text.slice(block.end))
    }
  }
}

/**
 * Proves of a repository, for everything that can be in the place of every step of every path that is written:
 *
 * - init and update either do all, or say why not and change nothing, in the repository and beside it; a dry run ends alike
 * - uninstall takes out what is not behind the fault, names the rest, and says so with its exit code; once the fault is
 *   mended, a second one takes out that, and the repository is what it was before `init`
 *
 * @param only these faults
 * @returns how many were met
 */
export async function proveInstall(given: Case, only = Object.keys(faults) as readonly FaultName[]): Promise<number> {
  const fresh = begin(given)
  const untouched = wholeTree(fresh.root)
  const choices = ['--agents', given.agents, '--guard', given.guard, '--trailer', 'yes', '--prepare', 'no']
  const init = ['init', '--yes', ...choices]
  const dry = run(fresh.root, ['init', '--dry-run', '--json', ...choices])
  const paths = (JSON.parse(dry.stdout).acts as Act[]).map(({ path }) => path)
  const installed = copyOf(fresh)
  expect(run(installed.root, init)).toMatchObject({ exitCode: 0 })
  const aged = copyOf(installed)
  age(aged.root, paths)

  let count = 0
  for (const step of stepsOf(paths)) {
    for (const fault of only) {
      const isTheirs = (place: Place) => existsSync(join(place.root, step))
      // Where nothing was made beforehand, nothing can be missing.
      if (fault !== 'nothing' || isTheirs(fresh)) {
        naming(`init, ${fault} at ${step}`, () => allOrNothing(copyOf(fresh), step, fault, init))
      }
      naming(`update, ${fault} at ${step}`, () => allOrNothing(copyOf(aged), step, fault, ['update']))
      naming(`uninstall, ${fault} at ${step}`, () => goesPast(copyOf(installed), step, fault, untouched, paths))
      count += 1
      // What a run leaves behind is only cleared away between turns.
      await setImmediate()
    }
  }
  return count
}

/** Puts the fault in its place, where that has a folder to stand in. */
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
  expect(dry.exitCode).toBe(real.exitCode)
  if (real.exitCode !== 0) {
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
  // What has come to lie outside nobody has asked it to take out.
  const isLeft = first.exitCode !== 0 || first.stdout.includes('spell uninstall --guard hooks-path')
  const isRecord = step === '.ai' || step.startsWith('.ai/.local') || step === '.ai/installed.json'
  // Without its record it does not know what is ours.
  if (isRecord) {
    if (first.exitCode !== 0) expect(wholeTree(place.top)).toEqual(before)
  } else {
    const isBehind = (path: string) => path === step || path.startsWith(`${step}/`)
    const after = wholeTree(place.root)
    for (const path of paths.filter((one) => !isBehind(one))) {
      expect({ path, what: after[path] }).toEqual({ path, what: untouched[path] })
    }
    // Where something of somebody else is in `.ai/`, what belongs to this copy alone stays, too.
    const isAlone = !step.startsWith('.ai/')
    if (!isLeft && isAlone) expect(Object.keys(after).filter((path) => path.startsWith('.ai'))).toEqual([])
    if (isLeft) {
      if (first.exitCode !== 0) expectHelp(first)
      expect(paths.filter(isBehind).every((path) => first.stdout.includes(path))).toBe(true)
    }
  }
  // What is there no more is nothing that could come back.
  if (!isLeft && !isRecord) return
  mend(join(place.root, step), place.elsewhere, wasThere)
  const second = run(place.root, ['uninstall'])
  expect(second).toMatchObject({ exitCode: 0 })
  // What comes back of a record that was taken out is nothing that could be known of.
  const isOurs = ([path]: [string, string]) => !isRecord || !path.startsWith('.ai')
  expect(Object.fromEntries(Object.entries(wholeTree(place.root)).filter(isOurs))).toEqual(untouched)
}

/** It says what is in the way, and what helps; nothing went wrong that nobody has thought of. */
function expectHelp({ stdout, stderr, exitCode }: Run): void {
  expect([1, 2, 3, 5]).toContain(exitCode)
  expect(stdout + stderr).not.toMatch(/went wrong|--debug/)
  expect(stdout + stderr).toMatch(/fix: |`(mv|git|ls) /)
}

/** Nothing has changed beside the repository. */
function expectOnlyInside({ top }: Place, before: Readonly<Record<string, string>>): void {
  const beside = (tree: Readonly<Record<string, string>>) =>
    Object.entries(tree).filter(([path]) => !path.startsWith('shop'))
  expect(beside(wholeTree(top))).toEqual(beside(before))
}

function naming(what: string, check: () => void): void {
  try {
    check()
  } catch (error) {
    throw Object.assign(error as Error, { message: `${what}: ${(error as Error).message}` })
  }
}
