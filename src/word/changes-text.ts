import { beginningOf, bullets, inline, paragraphs } from '../answer/markdown'
import { describeCommand } from '../proof/consent/describe-command'
import { commandDocument } from '../proof/criteria/planned-command'
import { changedName } from '../proof/standing/changed-criteria'
import type { News } from './changes'

/** The most criteria of a kind, and the most assumptions and open questions, that are listed. */
const mostCriteria = 10
const mostOpen = 3
const longest = 200

const quoted = (text: string): string => `“${beginningOf(inline(text), longest)}”`

interface Wording {
  /** Where the rest of the criteria is. */
  readonly planFile: string
  /** What lets commands run: `**Accio**`. */
  readonly word: string
  /** What the answer says before it: nothing is quoted twice. */
  readonly above: string
}

/** Writes what is new since the developer's last word, as a block of their part of an answer. */
export function newsText(news: News, { planFile, word, above }: Wording): string {
  const { added, reworded, dropped, otherCommands, changed, commands, ticked, open } = news
  const isAbove = (text: string) => above.includes(text)
  const named = new Set([...added, ...reworded, ...otherCommands])
  const differenceIn = (text: string) =>
    changed
      .filter((each) => each.text === text && each.number !== undefined)
      .map(({ difference, after }) => `: ${difference || 'changed'} (${after})`)
      .at(-1) ?? ''
  const listed = (lead: string, texts: readonly string[]) => {
    // Of what was changed the difference is news, wherever its text stands.
    const isKnown = (text: string) => isAbove(text) && differenceIn(text) === ''
    const [old, fresh] = [texts.filter(isKnown), texts.filter((text) => !isKnown(text))]
    return [
      ...(old.length > 0 ? [`${lead}: ${old.length} of those above`] : []),
      ...fresh.slice(0, mostCriteria).map((text) => `${lead}: ${quoted(text)}${differenceIn(text)}`),
      ...(fresh.length > mostCriteria ? [`and ${fresh.length - mostCriteria} more in \`${planFile}\``] : []),
    ]
  }
  // Where some are listed, the rest is counted.
  const unlisted = open.some(({ text }) => isAbove(text)) ? [] : open
  const left = unlisted.slice(mostOpen).map(({ path }) => path)
  const items = [
    ...listed('New criterion', added),
    ...listed('Reworded criterion', reworded),
    ...listed('Proven differently', otherCommands),
    ...changed
      .filter(({ number, text }) => number === undefined || !named.has(text))
      .map((each) => `${changedName(each)}: ${each.difference} (${each.after})`),
    ...(dropped > changed.filter(({ number }) => number === undefined).length
      ? [dropped === 1 ? 'One criterion is gone' : `${dropped} criteria are gone`]
      : []),
    ...listed('Ticked, and no command shows it', ticked),
    ...unlisted
      .slice(0, mostOpen)
      .map(({ kind, text }) => `${kind === 'assumed' ? 'Assumed' : 'Open'}: ${quoted(text)}`),
    ...[...new Set(left)].map((path) => `and ${left.filter((each) => each === path).length} more in \`${path}\``),
  ]
  return paragraphs(
    items.length > 0 && `New since your last word:\n\n${bullets(items)}`,
    commands.length > 0 && runsNext(news, word),
  )
}

function runsNext({ commands, moreCommands }: News, word: string): string {
  const what = commands.length === 1 ? 'This command' : `These ${commands.length} commands`
  const more = moreCommands > 0 ? ` ${moreCommands} more wait for \`spell allow\`.` : ''
  return paragraphs(
    `${what} may run from your next ${word} on. One that git brought here, as with a pull, needs \`spell allow\` first.${more}`,
    commands.map((each, index) => describeCommand(index + 1, each)).join('\n'),
  )
}

/** @returns the field `shown` of a JSON document */
export const newsDocument = ({ commands, open, ...news }: News) => ({
  ...news,
  commands: commands.map(({ command, criterion = null }) => ({ ...commandDocument(command), criterion })),
  open: open.map(({ kind, text, path }) => ({ kind, text, path })),
})
