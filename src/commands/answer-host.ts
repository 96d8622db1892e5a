import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isTerminal, readStdin, write } from '../cli/streams'
import { isFolder } from '../disk/read'
import { findRoot, workingFolder } from '../disk/root'
import { attempt, Failure } from '../text/failure'
import { fromJson, isRecord } from '../text/json'
import { visibleJson } from '../text/markdown/visible'
import { fill } from '../text/markdown-parts'
import { storedState } from '../work/work'
import type { WorkflowEntry } from '../workflows/registry'

/** Answers a host that calls a workflow's hook. On any error it stays silent: an exit code other than 0 would block it. */
export async function answerHost({ name, folder = '', hooks }: WorkflowEntry, argv: readonly string[]): Promise<0> {
  try {
    const [called = '', ...options] = argv
    const names = hooks?.on.map((hook) => hook.name) ?? []
    if (!hooks || !names.includes(called)) {
      write(2, `spell: Which hook? There is ${names.join(', ')}.\n`)
      return 0
    }
    const said = (await isTerminal(0)) ? undefined : fromJson(readStdin().toString())
    const input = isRecord(said) ? said : {}
    // The agent's folder: as the host says (default: the hook's working directory).
    const at = options.indexOf('--cwd')
    const cwd = at >= 0 ? options[at + 1] : input.cwd
    const root = findRoot(workingFolder(typeof cwd === 'string' ? cwd : undefined))
    if (!isFolder(root, folder)) return 0
    const { answers, definition } = await hooks.load()
    const saved = storedIn(root, { folder, definition })
    if (saved === undefined) return 0
    const texts: Readonly<Record<string, string>> = JSON.parse(
      readFileSync(join(__dirname, `${name}-hooks.json`), 'utf8'),
    )
    const text = (which: string, values = {}) => fill(texts[which] ?? '', values)
    const isFirst = async (what: string) => {
      const { tellOnce } = await import('../disk/notices')
      return tellOnce(root, [what]).length > 0
    }
    const answer = await answers[called]?.({ input, text, isFirst, context: saved.context, state: saved.current })
    if (answer !== undefined) write(1, `${visibleJson(answer)}\n`)
  } catch {
    // Stay silent.
  }
  return 0
}

/** @returns the stored piece of work; undefined without one, or if it cannot be read: nothing is repaired in a hook */
export function storedIn(root: string, flow: Parameters<typeof storedState>[1]) {
  const saved = attempt(() => storedState(root, flow))
  return saved instanceof Failure ? undefined : saved
}
