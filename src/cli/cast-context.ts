import { readFileSync } from 'node:fs'
import type { CastContext } from '../cast/cast'
import { findRoot, workingFolder } from '../disk/root'
import { headOf } from '../git/head'
import { exit, Failure } from '../text/failure'
import type { Workflow } from '../workflow/flow'
import type { Lookup, Texts } from '../workflow/texts'
import { standard } from '../workflows/registry'
import type { CommandContext } from './command'

/** The texts that the build has compiled next to the program, each read once: a server needs them in every call. */
const loaded = new Map<string, Texts>()
export function loadTexts(workflow: string): Texts {
  const texts = loaded.get(workflow) ?? readTexts(readFileSync(`${__dirname}/${workflow}.texts`, 'utf8'))
  loaded.set(workflow, texts)
  return texts
}

/** @param compiled what `scripts/compile-texts.ts` prints: each text can be read alone */
/** @returns the texts of a workflow: its own, or those of the build */
export const textsOf = ({ own, definition }: Workflow): Texts => own?.texts ?? loadTexts(definition.name)

function readTexts(compiled: string): Texts {
  const start = compiled.indexOf('\n') + 1
  const { rows, files, ...others } = JSON.parse(compiled.slice(0, start))
  return { ...others, rows: lookup(rows), files: lookup(files) }

  function lookup<T>(places: string): Lookup<T> {
    const known = new Map<string, T>()
    const find = (name: string): T | undefined => {
      const at = places.indexOf(` ${name}:`)
      if (at < 0) return undefined
      const from = start + Number.parseInt(places.slice(at + name.length + 2), 10)
      const text = JSON.parse(compiled.slice(from, compiled.indexOf('\n', from)))
      known.set(name, text)
      return text
    }
    return { get: (name) => known.get(name) ?? find(name) }
  }
}

/** @returns a JSON file that the build has put next to the program */
export const loadJson = <T>(name: string): T => JSON.parse(readFileSync(`${__dirname}/${name}`, 'utf8'))

/** How long a spell waits for another process that holds the lock, in seconds. */
const lockTimeoutSeconds = 5

function secondsOf(text: string | undefined): number {
  if (text === undefined) return lockTimeoutSeconds
  if (/^\d{1,5}(\.\d+)?$/.test(text)) return Number(text)
  const message = `--wait must be a number of seconds, not "${text}".`
  throw new Failure(exit.usage, 'usage', message, 'spell accio --wait 30')
}

/** Hexadecimal. `node:crypto` takes longer to load than a whole look. */
const randomDigits = (length: number): string =>
  Array.from({ length }, () => Math.floor(Math.random() * 16).toString(16)).join('')

/** The clock, for commands that take long: the time, and milliseconds from any moment on. */
export const clock = { now: () => new Date(), ticks: () => Number(process.hrtime.bigint()) / 1e6 }

/** Builds the context of a cast: the only place that reads clock, environment and git. */
export function castContextOf(cli: CommandContext, workflow = standard): CastContext {
  const { options, env, tell, timing, client } = cli
  const cwd = workingFolder(options.cwd)
  const root = findRoot(cwd)
  let typed: Promise<boolean> | undefined
  const isTyped = async () => (await cli.canAsk()) && (await import('./developer')).isTyped(cli)
  return {
    root,
    cwd,
    now: new Date(),
    env,
    texts: loadTexts(workflow),
    wait: secondsOf(options.wait),
    head: (gitFolder) => headOf(root, gitFolder),
    newWork: () => randomDigits(8),
    isTyped: () => (typed ??= isTyped()),
    isPiped: async () => !options.json && (await import('./developer')).isPiped(cli),
    isForDeveloper: options.for !== 'ai',
    ...client,
    ...(timing && { onPhase: timing.mark }),
    ...(options.debug && { trace: (rows) => tell(`rows tried: ${rows.join(' ')}`) }),
  }
}
