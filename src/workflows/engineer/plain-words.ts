import { capital } from '../../text/markdown-parts'
import type { Wording } from '../../text/wording'
import { type SpellName, spells } from './spells'

const names = Object.keys(spells).join('|')
const plainNames = Object.values(spells)
  .map(({ alias }) => alias)
  .join('|')
const plainOf = (name: string): string => spells[name.toLowerCase() as SpellName].alias

/**
 * A fence, whose text is quoted from a file; a spell as we name it in prose, with or without its plain word, which is not said
 * twice (“your next **Accio**”); beside its plain word; as it is typed; and all of them, as a skill lists them.
 */
const named = new RegExp(
  [
    '^(?<fence>`{3,})[^`\\n]*\\n[\\s\\S]*?^\\k<fence>$',
    `\\b(?<short>${names}) \\((?:${plainNames})\\)`,
    `(?<again>\\bnext (?=(?:\\*\\*|<b>)Accio\\b))?(?<mark>\\*\\*|<b>)(?<spell>${names})(?<end>\\*\\*|</b>)?(?<plain> \\((?:${plainNames})\\))?`,
    `\\b(?<listed>${names})(?<or>\\|| or )[a-z]+`,
    `(?<before>\\bspell (?:say )?|[\`"]/?|(?<=can cast: [a-z, ]*))(?<typed>${names})(?![\\w-]| \\()`,
    `\\b(?<all>(?:${names}), (?:(?:${names})(?:, )?)+) \\((?<allPlain>(?:${plainNames})[a-z, ]+)\\)`,
  ].join('|'),
  'gim',
)

/** Puts the plain word of each spell first: `**Accio** (next)` becomes `**Next** (accio)`, and `spell accio` `spell next`. */
export const inPlainWords: Wording = (text) =>
  text.replace(named, (...found) => {
    const { fence, short, mark, spell = '', end = '', plain, ...others } = found.at(-1)
    const { listed, or, before = '', typed, all, allPlain } = others
    if (fence !== undefined) return found[0]
    if (short) return `${capital(plainOf(short))} (${short.toLowerCase()})`
    if (mark) return `${mark}${capital(plainOf(spell))}${end}${plain ? ` (${spell.toLowerCase()})` : ''}`
    if (all) return `${allPlain} (${all})`
    if (listed) return `${plainOf(listed)}${or}${listed}`
    return `${before}${/^[A-Z]/.test(typed) ? capital(plainOf(typed)) : plainOf(typed)}`
  })
