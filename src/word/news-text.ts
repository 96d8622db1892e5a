import { beginningOf, bullets, inline, paragraphs } from '../answer/markdown'
import { describeCommand } from '../proof/consent/describe-command'
import { commandDocument } from '../proof/criteria/planned-command'
import type { News } from './news'

/** The most criteria of a kind, and the most assumptions and open questions, that are listed. */
const mostCriteria = 10
const mostOpen = 3
const longest = 200

const quoted = (text: string): string => `“${beginningOf(inline(text), longest)}”`

/**
 * Writes what is new since the developer's last word, as a block of their part of an answer.
 *
 * @param planFile where the rest of the criteria is
 * @param isSeen whether spell sees the developer's words here: otherwise only `spell allow` lets a command run
 */
export function newsText(news: News, planFile: string, isSeen: boolean): string {
  const { added, reworded, dropped, otherCommands, commands, moreCommands, ticked, open } = news
  const listed = (lead: string, texts: readonly string[]) => [
    ...texts.slice(0, mostCriteria).map((text) => `${lead}: ${quoted(text)}`),
    ...(texts.length > mostCriteria ? [`and ${texts.length - mostCriteria} more in \`${planFile}\``] : []),
  ]
  const left = open.slice(mostOpen).map(({ path }) => path)
  const items = [
    ...listed('New criterion', added),
    ...listed('Reworded criterion', reworded),
    ...listed('Other commands for', otherCommands),
    ...(dropped > 0 ? [dropped === 1 ? 'One criterion is gone' : `${dropped} criteria are gone`] : []),
    ...listed('Ticked, and no command shows it', ticked),
    ...open.slice(0, mostOpen).map(({ kind, text }) => `${kind === 'assumed' ? 'Assumed' : 'Open'}: ${quoted(text)}`),
    ...[...new Set(left)].map((path) => `and ${left.filter((each) => each === path).length} more in \`${path}\``),
  ]
  return paragraphs(
    items.length > 0 && `New since your last word:\n\n${bullets(items)}`,
    commands.length > 0 && (isSeen ? runsNext(news) : waitsText(commands.length + moreCommands)),
  )
}

function runsNext({ commands, moreCommands }: News): string {
  const what = commands.length === 1 ? 'This command' : `These ${commands.length} commands`
  const more = moreCommands > 0 ? ` ${moreCommands} more wait for \`spell allow\`.` : ''
  return paragraphs(
    `${what} may run from your next Accio on. What came with git needs \`spell allow\`.${more}`,
    commands.map((each, index) => describeCommand(index + 1, each)).join('\n'),
  )
}

/** @returns what an answer says first if only the developer can let commands run */
export const waitsText = (count: number): string =>
  count === 1 ? 'One command waits for you: `spell allow`' : `${count} commands wait for you: \`spell allow\``

/** @returns the field `shown` of a JSON document */
export const newsDocument = ({ commands, open, ...news }: News) => ({
  ...news,
  commands: commands.map(({ command, criterion = null }) => ({ ...commandDocument(command), criterion })),
  open: open.map(({ kind, text, path }) => ({ kind, text, path })),
})
