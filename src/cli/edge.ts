import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Texts } from '../answer/texts'
import type { Edge } from '../cast'
import { findRoot, workingFolder } from '../store/root'
import type { Setting } from './command'

/** The texts that the build has compiled next to the program. */
const loadTexts = (workflow: string): Texts =>
  JSON.parse(readFileSync(join(__dirname, `${workflow}.texts.json`), 'utf8'))

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
