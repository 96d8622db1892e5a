import { readFileSync } from 'node:fs'
import { pages } from '../../scripts/docs'
import { terminalSvg } from '../../scripts/terminal-svg'
import { exit } from '../../src/text/failure'
import { variables } from '../../src/work/settings/settings'
import { settings } from '../../src/work/settings/settings-file'
import { engineer } from '../../src/workflows/engineer'
import { spells } from '../../src/workflows/engineer/spells'

const made = pages()
const reference = readFileSync('docs/cli.md', 'utf8')

test('the generated pages say what the table says (else: npm run docs)', async () => {
  for (const [path, page] of Object.entries(await made)) expect(readFileSync(path, 'utf8')).toBe(page)
}, 60_000)

test('where the table departs from its source, the page names its rows, and none of those that are left out', () => {
  const [, leftOut = '', rest = ''] =
    /\nLeft out:\n([\s\S]*)\nAdded:\n([\s\S]*)$/.exec(readFileSync('src/workflows/engineer/source.md', 'utf8')) ?? []
  const named = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, id = '']) => id)
  const known = [...named(rest, /^- (\w+):/gm), ...named(leftOut, /(\w+)(?= instead| and \w+ instead)/g)]
  const ids = engineer.definition.rows.map(({ id }) => id)
  expect(known.length).toBeGreaterThan(30)
  expect(ids).toEqual(expect.arrayContaining(known))
  expect(ids).toEqual(expect.not.arrayContaining(named(leftOut, /^- (\w+)/gm)))
})

test.each(Object.entries(spells))('the reference has %s with its plain word', (name, { alias }) => {
  expect(reference).toContain(`\`spell ${name}\` (\`${alias}\`)`)
})

test.each(Object.entries(exit))('the reference has the exit code of %s', (_, code) => {
  expect(reference).toMatch(new RegExp(`^\\| ${code} \\| `, 'm'))
})

test.each(settings.map(({ key }) => key))('the reference has the setting %s', (key) => {
  const variable = (variables as Readonly<Record<string, string>>)[key]
  expect(reference).toContain(`| \`${key}\` | ${variable ? `\`${variable}\`` : '–'} `)
})

test('no page has a place that an answer would fill in', async () => {
  for (const page of Object.values(await made)) expect(page).not.toMatch(/(?<!\$)\{\{/)
})

test('each run has its look and its place, and text is text', () => {
  const svg = terminalSvg('spell x', '\u001b[1m\u001b[32mok\u001b[39m\u001b[22m <b>\n', 20)
  expect(svg).toContain('<text class="bold green" x="18" y="70" textLength="16.8">ok</text>')
  expect(svg).toContain('<text x="34.8" y="70" textLength="33.6"> &lt;b&gt;</text>')
})

test('a color that has no look is an error', () => {
  expect(() => terminalSvg('spell x', '\u001b[36mx', 20)).toThrow('The escape code “36” has no look')
})
