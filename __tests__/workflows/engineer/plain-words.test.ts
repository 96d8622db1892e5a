import { capital } from '../../../src/text/markdown-parts'
import { settingsPath } from '../../../src/work/settings/settings'
import { inPlainWords } from '../../../src/workflows/engineer/plain-words'
import { spellNames, spells } from '../../../src/workflows/engineer/spells'
import type { Spell } from '../../../src/workflows/engineer/states'
import { castIn } from '../../support/casting'
import { makeFolder } from '../../support/folder'
import { eachOnce, reached, worldOf } from '../../support/row-worlds'

const names = spellNames.flatMap((name) => [name, capital(name)]).join('|')
/** A spell by its name alone; after its plain word it stands in parentheses. */
const bare = new RegExp(`(?<!\\()\\b(?:${names})\\b`)
const ours = (text: string) => text.replace(/^(`{3,}).*\n[\s\S]*?^\1$/gm, '')

test('where the settings say so, no answer of the six spells names one by its other word first', async () => {
  for (const world of eachOnce(reached)) {
    const files = worldOf(world)
    const settings = JSON.parse(files[settingsPath] ?? '{}')
    const folder = makeFolder({ ...files, [settingsPath]: JSON.stringify({ ...settings, words: 'plain' }) })
    const { ai, developer, brief = '' } = await castIn(folder, world.row.on as Spell)
    const said = ours(`${ai}\n${developer}\n${brief}`)
    expect({ row: world.row.id, line: said.split('\n').find((line) => bare.test(line)) }).toEqual({ row: world.row.id })
  }
})

test.each([
  ['**Accio** (next): drafts the plan', '**Next** (accio): drafts the plan'],
  ['**Finite (plan)**: goes back', '**Plan (finite)**: goes back'],
  ['Then say **Accio**.', 'Then say **Next**.'],
  ['Begin with `spell accio`, or type `/accio`.', 'Begin with `spell next`, or type `/next`.'],
  ['  fix: npx --no -- spell lumos', '  fix: npx --no -- spell status'],
  ['  accio|next          Go on', '  next|accio          Go on'],
  ['Only these words: accio or next', 'Only these words: next or accio'],
  ['Say <b>Accio</b>', 'Say <b>Next</b>'],
])('%s', (text, plain) => {
  expect(inPlainWords(text)).toBe(plain)
  expect(inPlainWords(plain)).toBe(plain)
})

test('what is quoted from a file stays, and so does what is no spell of ours', () => {
  for (const text of ['```\nspell accio, **Accio**\n```', 'An accio-like plan', 'spell accio-export', 'the finite set'])
    expect(inPlainWords(text)).toBe(text)
  expect(spellNames.map((name) => inPlainWords(`spell ${name}`))).toEqual(
    Object.values(spells).map(({ alias }) => `spell ${alias}`),
  )
})
