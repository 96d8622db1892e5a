import { bullets, code, inline } from '../answer/markdown'
import { placeOf } from '../answer/place'
import { exit, Failure } from '../failure'
import { type Entry, readHistory } from '../history'
import { engineer } from '../workflows/engineer'
import type { Command } from './command'
import { edgeOf } from './edge'

/** Shows what was cast, the newest last. */
export const command: Command = {
  name: 'history',
  summary: 'shows what was cast, when, and from where to where',
  options: [{ key: 'limit', flag: '--limit', value: 'N', help: 'only the newest N' }],
  async run(_, setting) {
    const edge = edgeOf(setting)
    const limit = parseLimit(setting.options.limit)
    const { total, entries, warnings } = readHistory(edge.root, engineer, limit)
    const title = (state: string) => placeOf(engineer, state, edge.texts).title ?? inline(state)
    return {
      document: {
        schemaVersion: 1,
        kind: 'history',
        ok: true,
        workflow: 'engineer',
        total,
        entries,
        warnings,
      },
      markdown: `${total === 0 ? 'Nothing has been cast here yet. Begin with `spell accio`.' : list(entries, title)}\n`,
      exitCode: exit.done,
    }
  },
}

const list = (entries: readonly Entry[], title: (state: string) => string) =>
  bullets(
    entries.map(({ time, spell, from, to, note, archive }) => {
      const when = time.replace('T', ' ').replace(/:\d\dZ$/, '')
      const step = `${when}  **${spell.charAt(0).toUpperCase()}${spell.slice(1)}**  ${title(from)} → ${title(to)}`
      return [step, archive && `put away in ${code(archive)}`, note && `“${inline(note)}”`]
        .filter(Boolean)
        .join('  ·  ')
    }),
  )

function parseLimit(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text)
  throw new Failure(
    exit.usage,
    'usage',
    `--limit must be a whole number from 1 on, not "${text}".`,
    'spell history --limit 10',
  )
}
