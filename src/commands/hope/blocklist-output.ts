import { bullets, code, inline } from '../../answer/markdown'
import type { Output } from '../../cli/command'
import { exit, Failure } from '../../failure/failure'
import { type Blocked, cleanName, isBlocked } from '../../workflows/hope/blocklist'

/** The list, below a sentence that says what has become of it. */
export function outputOfBlocklist(list: readonly Blocked[], said: string): Output {
  const lines = list.map(({ name, reason, blockedAt }) => {
    const [since = ''] = blockedAt.split('T')
    return `${code(inline(name))}${reason && `: ${inline(reason)}`}${since && ` (since ${inline(since)})`}`
  })
  return {
    document: { schemaVersion: 1, kind: 'blocked', ok: true, workflow: 'hope', blocked: list, warnings: [] },
    markdown: `${[said, ...(lines.length > 0 ? ['', bullets(lines)] : [])].join('\n')}\n`,
    exitCode: exit.done,
  }
}

/** @returns the name that was typed. Throws Failure (usage) where there is none in it */
export function nameIn(name: string | undefined, verb: string): string {
  const whom = cleanName(name ?? '')
  if (isBlocked([{ name: whom }], whom) !== undefined) return whom
  throw new Failure(exit.usage, 'usage', 'Whom? A name is needed.', `spell hope ${verb} "Name"`)
}
