import { once } from 'node:events'
import { get, type IncomingMessage, request } from 'node:http'
import { beforeFoldersGo } from './folder'

/** An address of the same server: `at(address, '/follow')`. */
export const at = (address: string, path: string): string => {
  const url = new URL(address)
  return `${url.origin}${path}${url.search}`
}

export interface Heard {
  readonly title: string
  readonly html: string
}

const open = new Set<IncomingMessage>()
beforeFoldersGo(() => {
  for (const answer of open) answer.destroy()
})

/** Follows a page, and waits for what it is sent. */
export async function listen(address: string, seen = '') {
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    get(`${address}&seen=${seen}`, { agent: false }, resolve).on('error', reject)
  })
  open.add(answer)
  const heard: Heard[] = []
  const isOver = once(answer, 'close').then(() => open.delete(answer))
  let waiting = () => {}
  let rest = ''
  let hasEnded = false
  answer.setEncoding('utf8').on('data', (text: string) => {
    const parts = `${rest}${text}`.split('\n\n')
    rest = parts.pop() ?? ''
    for (const part of parts) {
      if (part.startsWith('event: end')) hasEnded = true
      else if (part.startsWith('id: ')) heard.push(JSON.parse(part.slice(part.indexOf('data: ') + 6)))
    }
    waiting()
  })
  answer.on('error', () => {})
  return {
    status: answer.statusCode,
    heard,
    isOver,
    hasEnded: () => hasEnded,
    /** Resolves when the newest page that was sent has this text. */
    until: async (wanted: string | RegExp): Promise<Heard> => {
      for (;;) {
        const last = heard.at(-1)
        if (last && (typeof wanted === 'string' ? last.html.includes(wanted) : wanted.test(last.html))) return last
        await new Promise<void>((resolve) => {
          waiting = resolve
        })
      }
    },
    stop: () => answer.destroy(),
  }
}

export interface Answered {
  readonly status: number | undefined
  readonly headers: IncomingMessage['headers']
  readonly text: string
}

/** Sends a request as it is given: nothing in its path is resolved. */
export const ask = (
  address: string,
  more: { method?: string; path?: string; headers?: Record<string, string | string[]>; body?: string } = {},
): Promise<Answered> =>
  new Promise((resolve, reject) => {
    const { body, ...options } = more
    const { hostname, port, pathname, search } = new URL(address)
    const asking = request({ hostname, port, path: `${pathname}${search}`, agent: false, ...options }, (answer) => {
      let text = ''
      answer.setEncoding('utf8').on('data', (some: string) => {
        text += some
      })
      answer.on('end', () => resolve({ status: answer.statusCode, headers: answer.headers, text }))
    })
    asking.on('error', reject)
    asking.end(body)
  })
