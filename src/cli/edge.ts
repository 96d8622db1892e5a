import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Texts } from '../answer/texts'
import type { Edge } from '../cast'
import { findRoot, workingFolder } from '../store/root'
import type { Setting } from './command'

/** The texts that the build has compiled next to the program. A cast needs few, so each is read where it is used. */
export function loadTexts(workflow: string): Texts {
  const read = (name: string) => JSON.parse(readFileSync(join(__dirname, 'texts', workflow, `${name}.json`), 'utf8'))
  const whole = onDemand(read)
  return {
    ...whole.shared,
    rows: onDemand((id) => read(`rows/${id}`)),
    files: onDemand((path) => whole.files[path]),
  }
}

function onDemand<T>(read: (name: string) => T): Readonly<Record<string, T>> {
  const known: Record<string, T> = {}
  return new Proxy(known, { get: (_, name) => (known[String(name)] ??= read(String(name))) })
}

/** The outside world as values, read here and nowhere further in. */
export function edgeOf({ options, env, tell }: Setting): Edge {
  return {
    root: findRoot(workingFolder(options.cwd)),
    now: new Date(),
    env,
    texts: loadTexts('engineer'),
    ...(options.debug && { trace: (rows) => tell(`rows tried: ${rows.join(' ')}`) }),
  }
}
