/**
 * Where a URL starts. Other schemes and `www.` count as well, so that an Atlassian URL in the query of any URL is no link
 * of its own.
 */
const START = /(?<![a-z\d+])(?:[a-z][a-z\d+]*:\/\/|www\.)/gi

/** What a URL consists of: no white space, quotes, table borders or full-width punctuation. Brackets may end it. */
const PLAIN = /[^\s\0-\x20\x7F<>"`|()[\]{}\u3000-\u303F\uFF01-\uFF0F\uFF1A-\uFF20\uFF3B-\uFF40\uFF5B-\uFF65]*/y

/** The rest of a URL in `<…>`, where brackets do not matter. */
const ENCLOSED = /[^\s\0-\x20\x7F<>"`|]*(?=>)/y

/** Punctuation that may be in a URL but does not end it; made where it is needed, which takes a quarter of a millisecond. */
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

/** The scheme and the authority of an http(s) URL. */
const ORIGIN = /^https?:\/\/[^/?#\\]+/i

const CLOUD_HOST = /^(?:[^.]+\.)+atlassian\.net$/

const DEFAULT_PORTS: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' }

/**
 * Lists the links to Jira and Confluence in a Markdown text: bare ones, those in `<…>` and those in `[text](…)`.
 *
 * @param markdown the text of context.md or plan.md
 * @param hosts self-hosted servers (`atlassian.hosts` in the settings), each as `host` for any port or as `host:port`
 * @returns the http(s) URLs on `*.atlassian.net` or one of the hosts, as they are written, in order of first appearance
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

/** The index where a URL in running text ends; a closing bracket that it did not open ends it too. */
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

/** Leaves it to the URL parser what the host is, so that `https://x.atlassian.net@evil.com` deceives nobody. */
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

/** The index after what a sticky pattern matches at an index; -1, if it does not. */
function endOf(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at
  return pattern.test(text) ? pattern.lastIndex : -1
}
