import { readMarkdownDocument } from '../../../src/flows/hope/markdown-document'

test.each<[what: string, text: string, front: object, body: string]>([
  ['a text without front matter', 'CRITERIA:\n- a', {}, 'CRITERIA:\n- a'],
  [
    'one with it',
    '---\nmode: tool\nhigh risk: yes\n---\nCRITERIA:\n- a',
    { mode: 'tool', 'high risk': 'yes' },
    'CRITERIA:\n- a',
  ],
  ['with line ends of Windows', '---\r\nmode: tool\r\n---\r\nCRITERIA:', { mode: 'tool' }, 'CRITERIA:'],
  [
    'with a byte order mark, in a fence',
    '\uFEFF```markdown\n---\nmode: tool\n---\nCRITERIA:\n```\n',
    { mode: 'tool' },
    'CRITERIA:',
  ],
  ['with nothing in it', '---\n---\nCRITERIA:', {}, 'CRITERIA:'],
  ['a line of hyphens is none', '----\nmode: tool\n----\n', {}, '----\nmode: tool\n----'],
  ['nor is one further down', 'A\n---\nmode: tool\n---', {}, 'A\n---\nmode: tool\n---'],
])('%s', async (_, text, front, body) => {
  expect(await readMarkdownDocument(text)).toEqual({ front, body, text })
})

test.each([
  ['---\na: 1\nb: [\n---\nx', 'the front matter: is not valid YAML in line 4'],
  ['---\njust a text\n---\nx', 'the front matter: must be lines such as `key: value`'],
  ['---\n- a\n---\nx', 'the front matter: must be lines such as `key: value`'],
  ['---json\n{"mode": "tool"}\n---\nx', 'the front matter: is not valid YAML'],
  ['---toml\nmode = "tool"\n---\nx', 'the front matter: is not valid YAML'],
  [`---\na: ${'['.repeat(100_000)}\n---\n`, 'the front matter: is not valid YAML'],
])('%j has no front matter that can be read: nothing is thrown, and the text stays', async (text, problem) => {
  expect(await readMarkdownDocument(text)).toMatchObject({
    front: {},
    body: text.trim(),
    problem: expect.stringContaining(problem),
  })
})

test.each(['js', 'javascript', 'coffee'])('a front matter in %s is not run', async (language) => {
  const text = `---${language}\nmodule.exports = { mode: (globalThis.ran = 'tool') }\n---\nx`
  expect(await readMarkdownDocument(text)).toMatchObject({ front: {}, problem: 'the front matter: is not valid YAML' })
  expect(globalThis).not.toHaveProperty('ran')
})
