import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Html } from '../../text/blocks/write-html'
import type { PageTexts } from '../report-page'
import { framed } from './frame'

export interface LivePage {
  readonly isThere: boolean
  readonly title: string
  readonly body: Html
}

/** Pages that are followed at once; a browser keeps one for each tab that can be seen. */
const mostFollowers = 32
/** Connections of any kind: beyond them the one is closed that has been silent for longest, and follows nothing. */
const mostConnections = 96
/** How long a request may take to arrive, and how often that is looked at. In milliseconds. */
const patienceMs = 10_000
const lookMs = 1_000
const longestHeaderBytes = 8 * 1024

/** By this header a server of ours is known. */
export const knownBy = 'X-Spell-Watch'

const always = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-store',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  [knownBy]: '1',
}

/** A page that is followed, and the digest of what it was last sent. */
interface Follower {
  readonly page: string
  readonly answer: ServerResponse
  sent: string
}

/** @returns 256 random bits, for an address */
export const newToken = (): string => randomBytes(32).toString('base64url')

/**
 * Serves pages to the browsers of this machine. It only answers questions; nothing that is asked changes anything. Of a page
 * that is followed it keeps a digest alone.
 *
 * @param token without which nothing is shown
 * @param texts how the pages look
 * @param show reads a page as it is now, of the board if the id is empty; never rejects
 * @param followed called with how many pages are followed when one comes or goes; what comes waits for `tell`
 * @throws what the system throws if it cannot listen
 */
export async function serve(
  token: string,
  texts: PageTexts,
  show: (page: string) => Promise<LivePage>,
  followed: (count: number) => void,
) {
  const followers = new Set<Follower>()
  const key = digestOf(token)
  const isToken = (given: string) => timingSafeEqual(digestOf(given), key)
  let port = 0

  const server = createServer(
    {
      maxHeaderSize: longestHeaderBytes,
      headersTimeout: patienceMs,
      requestTimeout: patienceMs,
      connectionsCheckingInterval: lookMs,
    },
    (request, answer) => void respond(request, answer),
  )
  /** Connections that follow nothing, the one that has been silent for longest first. */
  const others = new Set<IncomingMessage['socket']>()
  const heardOf = (socket: IncomingMessage['socket']): void => {
    others.delete(socket)
    others.add(socket)
  }
  server.on('connection', (socket) => {
    heardOf(socket)
    socket.once('close', () => others.delete(socket))
    const [oldest] = others
    if (others.size + followers.size > mostConnections) oldest?.destroy()
  })

  async function respond(request: IncomingMessage, answer: ServerResponse): Promise<void> {
    const { method = '', url = '', headersDistinct, headers } = request
    answer.on('error', () => answer.destroy())
    heardOf(request.socket)
    const asked = { method, url, hosts: headersDistinct.host ?? [], origins: headersDistinct.origin ?? [] }
    const wanted = admit(asked, port, isToken)
    if ('why' in wanted) {
      refuse(answer, wanted)
      return
    }
    const { page, isFollowed, seen } = wanted
    if (isFollowed && method === 'GET') {
      admitFollower(answer, page, headers['last-event-id']?.toString() ?? seen)
      return
    }
    const shown = await show(page)
    const nonce = randomBytes(16).toString('base64')
    answer.writeHead(shown.isThere ? 200 : 404, {
      ...always,
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': `default-src 'none'; script-src 'nonce-${nonce}'; connect-src 'self'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    })
    answer.end(framed(shown, { page, token, nonce, seen: markOf(shown) }, texts))
  }

  function admitFollower(answer: ServerResponse, page: string, sent: string): void {
    if (followers.size >= mostFollowers) {
      refuse(answer, { status: 503, why: 'Too many pages are open.' })
      return
    }
    const follower = { page, answer, sent }
    followers.add(follower)
    if (answer.socket) others.delete(answer.socket)
    answer.on('close', () => {
      followers.delete(follower)
      followed(followers.size)
    })
    answer.writeHead(200, { ...always, 'Content-Type': 'text/event-stream' })
    answer.write(':\n\n')
    followed(followers.size)
  }

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen({ host: '127.0.0.1', port: 0 }, resolve)
  })
  const address = server.address()
  port = typeof address === 'object' && address ? address.port : 0

  return {
    port,
    /** Reads the pages that are followed, and sends those that have changed; calls must not overlap. */
    tell: async () => {
      for (const page of new Set([...followers].map((follower) => follower.page))) {
        const shown = await show(page)
        const mark = markOf(shown)
        const event = `id: ${mark}\ndata: ${JSON.stringify({ title: shown.title, html: shown.body.html })}\n\n`
        for (const follower of followers) {
          if (follower.page !== page || follower.sent === mark) continue
          follower.sent = mark
          // For a reader that does not read nothing is kept: it will ask again.
          if (follower.answer.writableNeedDrain) follower.answer.destroy()
          else follower.answer.write(event)
        }
      }
    },
    close: async () => {
      for (const { answer } of followers) answer.end('event: end\ndata:\n\n')
      await new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeIdleConnections()
        setTimeout(() => server.closeAllConnections(), lastWordsMs).unref()
      })
    },
  }
}

/** How long the last event may take to be sent. In milliseconds. */
const lastWordsMs = 100

const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest()

const markOf = ({ title, body }: LivePage): string => digestOf(`${title}\n${body.html}`).toString('hex').slice(0, 16)

function refuse(answer: ServerResponse, { status, why }: Refusal): void {
  const plainly = { 'Content-Type': 'text/plain; charset=utf-8', Connection: 'close' }
  answer.writeHead(status, { ...always, ...plainly, ...(status === 405 && { Allow: 'GET, HEAD' }) })
  answer.end(`${why}\n`)
}

/** What a request says of itself. Of a header every value that was sent. */
export interface RawRequest {
  readonly method: string
  /** As it was sent: nothing is resolved or decoded in it. */
  readonly url: string
  readonly hosts: readonly string[]
  readonly origins: readonly string[]
}

/** What is asked for: the board without a piece of work, otherwise its report. */
interface PageRequest {
  /** The id of a piece of work; empty for the board. */
  readonly page: string
  readonly isFollowed: boolean
  /** What a follower has already: the digest of a page. */
  readonly seen: string
}

interface Refusal {
  readonly status: number
  readonly why: string
}

/** In characters. */
const longestUrl = 1_024

/** Decides whether a request is answered. A page of another site may ask, but has no token and can hide no origin. */
export function admit(
  { method, url, hosts, origins }: RawRequest,
  port: number,
  isToken: (given: string) => boolean,
): PageRequest | Refusal {
  const names = ['127.0.0.1', 'localhost'].map((name) => `${name}:${port}`)
  const [host = ''] = hosts
  // Another name that leads here is that of a page that wants to be taken for this one.
  if (hosts.length !== 1 || !names.includes(host)) return { status: 403, why: 'Another host is meant.' }
  if (origins.some((origin) => origin !== `http://${host}`))
    return { status: 403, why: 'Another site may not ask here.' }
  if (method !== 'GET' && method !== 'HEAD') return { status: 405, why: 'This can only be looked at: GET and HEAD.' }
  if (url.length > longestUrl) return { status: 414, why: 'The address is too long.' }
  const [path = '', ...rest] = url.split('?')
  const query = new URLSearchParams(rest.join('?'))
  const [token = '', ...others] = query.getAll('t')
  if (others.length > 0 || !isToken(token))
    return { status: 403, why: 'The token is missing or wrong: open the address that spell watch prints.' }
  const seen = query.get('seen') ?? ''
  if (path === '/') return { page: '', isFollowed: false, seen }
  const [, kind, page = ''] =
    /^\/(work|follow)\/([0-9a-f]{16})$/.exec(path) ?? (path === '/follow' ? ['', 'follow'] : [])
  return kind ? { page, isFollowed: kind === 'follow', seen } : { status: 404, why: 'There is nothing here.' }
}
