/**
 * The start of a URL. Includes other schemes and `www.`, so that an Atlassian URL in the query of another URL is no
 * separate link.
 */
const START = /(?<![a-z\d+])(?:[a-z][a-z\d+]*:\/\/|www\.)/gi

/** The characters of a URL: no white space, quotes, table borders or full-width punctuation. Brackets may end it. */
const PLAIN = /[^\s\0-\x20\x7F<>"`|()[\]{}\u3000-\u303F\uFF01-\uFF0F\uFF1A-\uFF20\uFF3B-\uFF40\uFF5B-\uFF65]*/y

/** The rest of a URL in `<…>`, where brackets are allowed. */
const ENCLOSED = /[^\s\0-\x20\x7F<>"`|]*(?=>)/y

/** Punctuation that may not end a URL; compiled when needed, which takes a quarter of a millisecond. */
const isTrailing = (character: string) => /[\p{Po}\p{Pi}\p{Pf}\p{Pc}~\u2013\u2014]/u.test(character)
const MAY_END = '/#%&@'

const BRACKETS: Readonly<Record<string, { closes?: string }>> = {
  '(': {},
  '[': {},
  '{': {},
  ')': { closes: '(' },
  ']': { closes: '[' },
  '}': { closes: '{' },
}

const ORIGIN = /^https?:\/\/[^/?#\\]+/i

const CLOUD_HOST = /^(?:[^.]+\.)+atlassian\.net$/

const DEFAULT_PORTS: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' }

/**
 * Lists the links to Jira and Confluence in a Markdown text: bare ones, those in `<…>` and those in `[text](…)`.
 *
 * @param hosts self-hosted servers (`atlassian.hosts` in the settings), each as `host` for any port or as `host:port`
 * @returns the http(s) URLs on `*.atlassian.net` or one of the hosts, unchanged, in order of first appearance
 */
export function atlassianLinks(markdown: string, hosts: readonly string[]): string[] {
  if (!markdown.includes('://')) return []
  const selfHosted = new Set(hosts.map((host) => host.toLowerCase()))
  const links = new Set<string>()
  START.lastIndex = 0
  for (let start = START.exec(markdown); start; start = START.exec(markdown)) {
    const from = START.lastIndex
    const enclosedEnd = markdown[start.index - 1] === '<' ? endOf(ENCLOSED, markdown, from) : -1
    const end = enclosedEnd < 0 ? bareEnd(markdown, from) : enclosedEnd
    const link = markdown.slice(start.index, enclosedEnd < 0 ? withoutTrailing(markdown, from, end) : end)
    if (isAtlassian(link, selfHosted)) links.add(link)
    START.lastIndex = end
  }
  return [...links]
}

/** The index at which a URL in running text ends; an unmatched closing bracket ends it, too. */
function bareEnd(text: string, from: number): number {
  const open: Record<string, number> = { '(': 0, '[': 0, '{': 0 }
  let index = endOf(PLAIN, text, from)
  for (;;) {
    const character = text.charAt(index)
    const bracket = BRACKETS[character]
    if (!bracket) return index
    const opening = bracket.closes ?? character
    const count = (open[opening] ?? 0) + (bracket.closes ? -1 : 1)
    if (count < 0) return index
    open[opening] = count
    index = endOf(PLAIN, text, index + 1)
  }
}

function withoutTrailing(text: string, from: number, end: number): number {
  let index = end
  while (index > from && isTrailing(text.charAt(index - 1)) && !MAY_END.includes(text.charAt(index - 1))) index--
  return index
}

/** The URL parser determines the host, so `https://x.atlassian.net@evil.com` is not accepted. */
function isAtlassian(link: string, selfHosted: ReadonlySet<string>): boolean {
  const origin = ORIGIN.exec(link)?.[0]
  if (origin === undefined || !URL.canParse(origin)) return false
  const { protocol, hostname, port } = new URL(origin)
  return (
    CLOUD_HOST.test(hostname) ||
    selfHosted.has(hostname) ||
    selfHosted.has(`${hostname}:${port || DEFAULT_PORTS[protocol]}`)
  )
}

/** The end of a sticky pattern's match at an index; -1 if it does not match. */
function endOf(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at
  return pattern.test(text) ? pattern.lastIndex : -1
}
