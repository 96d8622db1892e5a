import { connect } from 'node:net'
import { compilePages } from '../../../scripts/compile-templates'
import { type LivePage, newToken, serve } from '../../../src/show/watch/server'
import { html } from '../../../src/text/blocks/write-html'
import { beforeFoldersGo, makeFolder } from '../../support/folder'
import { ask, at, listen } from '../../support/watch-client'

const token = newToken()
const texts = compilePages('templates/pages')
let text = 'first'
let reads = 0
const shown = (page: string): LivePage => {
  reads += 1
  return { isThere: page !== 'f'.repeat(16), title: `page ${page}`, body: html`<main>${text}</main>` }
}

let counts: number[] = []
let server: Awaited<ReturnType<typeof serve>>
let address: string
beforeEach(async () => {
  makeFolder()
  text = 'first'
  counts = []
  server = await serve(
    token,
    texts,
    async (page) => shown(page),
    (count) => {
      counts.push(count)
      void server.tell()
    },
  )
  address = `http://127.0.0.1:${server.port}/?t=${token}`
})
beforeFoldersGo(() => server?.close())

const strict = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
  'cross-origin-resource-policy': 'same-origin',
}
const mayCross = (headers: object) => Object.keys(headers).filter((name) => name.startsWith('access-control'))

/** Sends bytes as they are, and reads until the connection ends. */
const raw = (bytes: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect(server.port, '127.0.0.1')
    let answer = ''
    socket.setEncoding('latin1').on('data', (some: string) => {
      answer += some
    })
    socket.on('close', () => resolve(answer))
    socket.on('error', (error: NodeJS.ErrnoException) =>
      error.code === 'ECONNRESET' ? resolve(answer) : reject(error),
    )
    socket.write(bytes)
  })

describe('a page', () => {
  test('comes with a policy that lets only our script run, and is not to be kept', async () => {
    const { status, headers, text: page } = await ask(address)
    expect(status).toBe(200)
    expect(headers).toMatchObject(strict)
    expect(mayCross(headers)).toEqual([])
    const [, nonce] = /script-src 'nonce-([^']+)'/.exec(String(headers['content-security-policy'])) ?? []
    expect(String(headers['content-security-policy'])).toMatch(/^default-src 'none'; .*frame-ancestors 'none'$/)
    expect(page.match(/<script[^>]*>/g)).toEqual([`<script nonce="${nonce}">`])
    expect(page).toContain('<main>first</main>')
    // Each time another one.
    expect((await ask(address)).headers['content-security-policy']).not.toContain(nonce)
  })

  test('is asked for with HEAD, too, and says if what it is about is gone', async () => {
    expect(await ask(address, { method: 'HEAD' })).toMatchObject({ status: 200, text: '', headers: strict })
    expect((await ask(at(address, `/work/${'f'.repeat(16)}`))).status).toBe(404)
  })
})

describe('over HTTP', () => {
  test.each<[what: string, more: Parameters<typeof ask>[1], status: number]>([
    ['another site', { headers: { Origin: 'https://evil.example' } }, 403],
    ['a change', { method: 'POST', body: 'x'.repeat(100_000) }, 405],
    ['an upgrade of the connection', { headers: { Upgrade: 'websocket', Connection: 'Upgrade' }, path: '/' }, 403],
  ])('%s is refused in a line, which tells nothing', async (_, more, status) => {
    const answer = await ask(address, more)
    expect(answer.status).toBe(status)
    expect(answer.headers).toMatchObject({ ...strict, 'content-type': 'text/plain; charset=utf-8' })
    expect(mayCross(answer.headers)).toEqual([])
    expect(answer.headers.allow).toBe(status === 405 ? 'GET, HEAD' : undefined)
    expect(answer.text).toMatch(/^[^\n]{1,80}\n$/)
    expect(answer.text).not.toContain('first')
  })

  test.each([
    ['what is no request', 'hello\r\n\r\n', 400],
    ['a request without a host', 'GET / HTTP/1.1\r\n\r\n', 400],
    ['an endless address', `GET /?t=${token}&a=${'a'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`, 431],
    ['another’s address', `GET http://evil.example/?t=${token} HTTP/1.0\r\nHost: evil.example\r\n\r\n`, 403],
    ['two hosts', 'GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n', 400],
  ])('%s is refused', async (_, bytes, status) => {
    const answer = await raw(bytes)
    expect(answer).toMatch(/^HTTP\/1\.1 4/)
    if (!answer.startsWith('HTTP/1.1 403')) expect(answer).toContain(`HTTP/1.1 ${status}`)
    expect(answer).not.toContain('first')
  })
})

test('a request to go on elsewhere is closed unanswered', async () => {
  expect(await raw('CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example\r\n\r\n')).toBe('')
})

test.each([
  ['CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example\r\n\r\n'],
  ['hello\r\n\r\n'],
  ['GET / HTTP/1.1\r\nHost: x\r\n\r\n'],
  ['GET / HT'],
])('a connection that breaks off after %j disturbs nothing', async (bytes) => {
  for (let count = 0; count < 20; count++) {
    const socket = connect(server.port, '127.0.0.1')
    socket.on('error', () => {})
    await new Promise((resolve) => socket.write(bytes, resolve))
    socket.resetAndDestroy()
  }
  expect((await ask(address)).status).toBe(200)
})

describe('who follows a page', () => {
  test('is sent what it does not have, and then each change, once', async () => {
    const one = await listen(at(address, '/follow'))
    const other = await listen(at(address, `/follow/${'0'.repeat(16)}`))
    await one.until('first')
    await other.until('first')
    text = 'second'
    await server.tell()
    await server.tell()
    expect((await one.until('second')).title).toBe('page ')
    expect((await other.until('second')).title).toBe(`page ${'0'.repeat(16)}`)
    expect([one.heard.length, other.heard.length]).toEqual([2, 2])
  })

  test('is sent nothing that it has already', async () => {
    const seen = /data-seen="([0-9a-f]+)"/.exec((await ask(address)).text)?.[1]
    const one = await listen(at(address, '/follow'), seen)
    text = 'second'
    await server.tell()
    await one.until('second')
    expect(one.heard).toHaveLength(1)
  })

  test('is forgotten when it goes, and told when the server ends', async () => {
    const one = await listen(at(address, '/follow'))
    const other = await listen(at(address, '/follow'))
    await other.until('first')
    one.stop()
    while (counts.at(-1) !== 1) await new Promise((resolve) => setImmediate(resolve))
    await server.close()
    await other.isOver
    expect(other.hasEnded()).toBe(true)
    await expect(ask(address)).rejects.toThrow('ECONNREFUSED')
  })

  test('is given up if it does not read: nothing is kept for it', async () => {
    const silent = connect(server.port, '127.0.0.1')
    silent.on('error', () => {})
    silent.pause().write(`GET /follow?t=${token} HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\n\r\n`)
    while (counts.at(-1) !== 1) await new Promise((resolve) => setImmediate(resolve))
    for (let count = 0; counts.at(-1) !== 0; count++) {
      text = `${count}`.repeat(500_000)
      await server.tell()
      await new Promise((resolve) => setImmediate(resolve))
    }
    silent.destroy()
  })

  test('is refused if there are too many, until one goes', async () => {
    const all = []
    for (let count = 0; count < 32; count++) all.push(await listen(at(address, '/follow')))
    expect((await ask(at(address, '/follow'))).status).toBe(503)
    expect((await ask(address)).status).toBe(200)
    all[0]?.stop()
    while (counts.at(-1) !== 31) await new Promise((resolve) => setImmediate(resolve))
    expect((await listen(at(address, '/follow'))).status).toBe(200)
  })
})

describe('connections that say nothing', () => {
  const silent = async (count: number) => {
    const all = Array.from({ length: count }, () => connect(server.port, '127.0.0.1').on('error', () => {}))
    const open = new Set(all)
    for (const socket of all) socket.on('close', () => open.delete(socket))
    await Promise.all(all.map((socket) => new Promise((resolve) => socket.on('connect', resolve))))
    return { all, open }
  }

  test('shut out neither who asks nor who follows: beyond a number the oldest of them is closed', async () => {
    const follower = await listen(at(address, '/follow'))
    const { all, open } = await silent(96)
    for (let count = 0; count < 20; count++) expect((await ask(address)).status).toBe(200)
    const more = await silent(200)
    text = 'second'
    await server.tell()
    await follower.until('second')
    expect((await ask(address)).status).toBe(200)
    while (open.size > 0 || more.open.size > 95) await new Promise((resolve) => setImmediate(resolve))
    for (const socket of [...all, ...more.all]) socket.destroy()
  })
})

test('a page is read once for all that follow it', async () => {
  const all = []
  for (let count = 0; count < 30; count++) all.push(await listen(at(address, '/follow')))
  await Promise.all(all.map((one) => one.until('first')))
  text = 'second'
  reads = 0
  await server.tell()
  await Promise.all(all.map((one) => one.until('second')))
  expect(reads).toBe(1)
})

test('a token has 256 bits', () => {
  const tokens = Array.from({ length: 100 }, newToken)
  expect(new Set(tokens).size).toBe(100)
  for (const each of tokens) expect(Buffer.from(each, 'base64url')).toHaveLength(32)
})
