import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Texts } from '../answer/texts'
import type { Edge } from '../cast'
import { exit, Failure } from '../failure'
import { headOf } from '../git/head'
import { findRoot, workingFolder } from '../store/root'
import type { Setting } from './command'

/** The texts that the build has compiled next to the program, read once. */
let loaded: Texts | undefined
const loadTexts = (): Texts => {
  loaded ??= JSON.parse(readFileSync(join(__dirname, 'engineer.texts.json'), 'utf8')) as Texts
  return loaded
}

/** How long a spell waits while somebody else is at work, in seconds. */
const patience = 5

function secondsOf(text: string | undefined): number {
  if (text === undefined) return patience
  if (/^\d{1,5}(\.\d+)?$/.test(text)) return Number(text)
  const message = `--wait must be a number of seconds, not "${text}".`
  throw new Failure(exit.usage, 'usage', message, 'spell accio --wait 30')
}

/** The outside world as values, read here and nowhere further in. */
export function edgeOf({ options, env, tell }: Setting): Edge {
  const root = findRoot(workingFolder(options.cwd))
  return {
    root,
    now: new Date(),
    env,
    texts: loadTexts(),
    wait: secondsOf(options.wait),
    head: () => headOf(root),
    ...(options.debug && { trace: (rows) => tell(`rows tried: ${rows.join(' ')}`) }),
  }
}
