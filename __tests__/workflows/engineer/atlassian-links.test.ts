import fc from 'fast-check'
import { atlassianLinks } from '../../../src/workflows/engineer/atlassian-links'
import { isProving, often } from '../../support/proving'

// Generous for slow machines: what is not linear takes an hour for 2 MB.
jest.setTimeout(60_000)

const JIRA = 'https://acme.atlassian.net/browse/A-1'

describe('an Atlassian link', () => {
  test.each([
    ['bare', `See ${JIRA} for more`],
    ['in angle brackets', `<${JIRA}>`],
    ['as the target of a link', `[A-1](${JIRA})`],
    ['with a title', `[A-1](${JIRA} "the ticket")`],
    ['as text and target of a link', `[${JIRA}](${JIRA})`],
    ['in a definition', `[a]: ${JIRA} 'title'`],
    ['in parentheses', `(see ${JIRA})`],
    ['at the end of a sentence', `Done in ${JIRA}.`],
    ['before other punctuation', `${JIRA}, ${JIRA}; ${JIRA}: ${JIRA}?! "${JIRA}" '${JIRA}' “${JIRA}” ${JIRA}…`],
    ['in emphasis', `**${JIRA}** _${JIRA}_ ~~${JIRA}~~`],
    ['in code', `\`${JIRA}\``],
    ['in a table', `|${JIRA}|`],
    ['in HTML', `<a href="${JIRA}">`],
    ['next to full-width punctuation', `见（${JIRA}）。`],
  ])('is found %s', (_, markdown) => {
    expect(atlassianLinks(markdown, [])).toEqual([JIRA])
  })

  // biome-ignore format: in one paragraph
  test.each([
    'http://acme.atlassian.net', 'HTTPS://Acme.ATLASSIAN.net/x', 'https://a.b.atlassian.net:8443/x?y=z#w',
    'https://me@acme.atlassian.net/x', 'https://acme.atlassian.net/wiki/Plan_(draft)',
    'https://acme.atlassian.net/wiki/a/', 'https://acme.atlassian.net/x?u=https://b.atlassian.net/y',
  ])('may be %s', (link) => {
    expect(atlassianLinks(`(${link}).`, [])).toEqual([link])
  })

  // biome-ignore format: in one paragraph
  test.each([
    'https://atlassian.net/x', 'https://evil-atlassian.net/x', 'https://x.atlassian.net.evil.com/x',
    'https://x.atlassian.net@evil.com/x', 'https://evil.com\\@x.atlassian.net/x',
    'https://evil.com#@x.atlassian.net/x', 'https://evil.com?@x.atlassian.net/x', 'https://.atlassian.net/x',
    'https://x.atlassian.net:port/x', 'https://evil.example/?u=.atlassian.net/x',
    'https://evil.example/?u=https://x.atlassian.net/browse/A-1',
    'ftp://evil.example/?u=https://x.atlassian.net/browse/A-1',
    'www.evil.example/?u=https://x.atlassian.net/browse/A-1', 'ftp://x.atlassian.net/x', 'x.atlassian.net/browse/A-1',
  ])('is not %s', (text) => {
    expect(atlassianLinks(text, [])).toEqual([])
    expect(atlassianLinks(`[${text}](${text}) <${text}>`, [])).toEqual([])
  })

  test('is listed once, in order of first appearance', () => {
    const [a, b] = ['https://a.atlassian.net/1', 'https://b.atlassian.net/2']
    expect(atlassianLinks(`${b} ${a} <${b}> [x](${a})`, [])).toEqual([b, a])
  })
})

describe('a self-hosted server', () => {
  test('is one of the hosts in the settings', () => {
    const text = 'https://jira.acme.com/browse/A-1 https://acme.com/x https://my.jira.acme.com/x'
    expect(atlassianLinks(text, ['Jira.Acme.com'])).toEqual(['https://jira.acme.com/browse/A-1'])
    expect(atlassianLinks(text, [])).toEqual([])
  })

  test('may be bound to a port', () => {
    const text = 'https://wiki.acme.com:8443/a https://wiki.acme.com/b http://wiki.acme.com/c'
    expect(atlassianLinks(text, ['wiki.acme.com:8443'])).toEqual(['https://wiki.acme.com:8443/a'])
    expect(atlassianLinks(text, ['wiki.acme.com:443'])).toEqual(['https://wiki.acme.com/b'])
    expect(atlassianLinks(text, ['wiki.acme.com'])).toHaveLength(3)
  })
})

describe('any text', () => {
  const HOSTS = ['jira.acme.com', 'wiki.acme.com:8443']
  const urls = ['https://', 'http://', 'HTTPS://', 'ftp://', 'www.', '://', 'https:/']
  const hosts = ['a.', '.', ''].map((start) => `${start}atlassian.net`).concat(HOSTS, 'wiki.acme.com', 'evil.com')
  const marks = [...'/#@.:\\()[]<>"\' \n\t。．ａ', '?u=', '](', '%2e', ':8443']
  const fragment = fc.oneof(fc.constantFrom(...urls), fc.constantFrom(...hosts), fc.constantFrom(...marks), fc.string())
  const text = fc.array(fragment, { maxLength: 30 }).map((words) => words.join(''))

  test('yields only distinct URLs that it contains and whose host is allowed', () => {
    fc.assert(
      fc.property(text, (markdown) => {
        const links = atlassianLinks(markdown, HOSTS)
        expect(new Set(links).size).toBe(links.length)
        for (const link of links) {
          const { host, hostname } = new URL(link)
          expect(markdown).toContain(link)
          expect(`${host} ${hostname}`).toMatch(/^\S+\.atlassian\.net(:\d+)? | jira\.acme\.com$|^wiki\.acme\.com:8443 /)
        }
      }),
      { numRuns: often(1500) },
    )
  })

  test('yields a link wherever it stands between white space', () => {
    const path = fc.string({ unit: fc.constantFrom(...'abc09-/_%=&'), maxLength: 40 }).map((end) => `${JIRA}${end}/`)
    fc.assert(
      fc.property(fc.array(path), text, (links, rest) => {
        expect(atlassianLinks(`${rest} ${links.join(' ')}`, [])).toEqual(expect.arrayContaining(links))
      }),
    )
  })
})

const fill = (text: string): string => text.repeat((isProving ? 5_000_000 : 500_000) / text.length)

test.each([
  ['schemes', fill('https://'), 0],
  ['opening brackets', `${fill('(')} ${JIRA}`, 1],
  ['one URL', JIRA + fill('a'), 1],
  ['one URL full of brackets', JIRA + fill('([{'), 1],
  ['one host', `https://${fill('a.')}atlassian.net`, 1],
  ['URLs that brackets end', fill('https://a)'), 0],
  ['unclosed angle brackets', fill('<https://a)'), 0],
])('a text of megabytes is read in linear time: %s', (_, markdown, count) => {
  expect(atlassianLinks(markdown, [])).toHaveLength(count)
})
