import fc from 'fast-check'
import { admit, type RawRequest } from '../../../src/show/watch/server'
import { anyCharacter } from '../../support/random'

const token = 'T'.repeat(43)
const page = '0123456789abcdef'
const asked = (more: Partial<RawRequest> = {}): RawRequest => ({
  method: 'GET',
  url: `/?t=${token}`,
  hosts: ['127.0.0.1:4000'],
  origins: [],
  ...more,
})
const judged = (more?: Partial<RawRequest>) => admit(asked(more), 4000, (given) => given === token)
const statusOf = (more: Partial<RawRequest>) => {
  const found = judged(more)
  return 'why' in found ? found.status : 200
}

test.each<[url: string, wanted: object]>([
  [`/?t=${token}`, { page: '', isFollowed: false, seen: '' }],
  [`/work/${page}?t=${token}`, { page, isFollowed: false, seen: '' }],
  [`/follow?t=${token}&seen=abc`, { page: '', isFollowed: true, seen: 'abc' }],
  [`/follow/${page}?seen=&t=${token}`, { page, isFollowed: true, seen: '' }],
])('%s is answered', (url, wanted) => {
  expect(judged({ url })).toEqual(wanted)
  expect(judged({ url, method: 'HEAD', hosts: ['localhost:4000'], origins: ['http://localhost:4000'] })).toEqual(wanted)
})

// biome-ignore format: in one paragraph
const wrongTokens = [
  '/', '/?t=', `/?t=${token}x`, `/?T=${token}`, `/?t=${token}&t=${token}`, `/#?t=${token}`, `/?t[]=${token}`, '',
]
// biome-ignore format: in one paragraph
const wrongPaths = [
  '/..%2f', '/../', '//', '/work', '/work/', '/work/..%2f..%2fetc%2fpasswd', '/work/../../etc/passwd', `/work/${page}/`,
  `/work/${page}0`, `/work/${page.toUpperCase()}`, `/%77ork/${page}`, `/work/${page}%00`, '/follow/', '/favicon.ico',
  'http://127.0.0.1:4000/', '*',
]

type Refused = [why: string, asked: Partial<RawRequest>, status: number]

test.each<Refused>([
  ...['example.com', '127.0.0.1', '127.0.0.1:4001', '127.1:4000', '[::1]:4000', 'localhost.evil.example:4000', ''].map(
    (host): Refused => [`the host ${host || 'without a name'}`, { hosts: [host] }, 403],
  ),
  ['no host', { hosts: [] }, 403],
  ['two hosts', { hosts: ['127.0.0.1:4000', 'evil.example'] }, 403],
  ...['https://evil.example', 'null', 'http://127.0.0.1:4001', 'https://127.0.0.1:4000', 'http://localhost:4000'].map(
    (origin): Refused => [`the origin ${origin}`, { origins: [origin] }, 403],
  ),
  ['two origins', { origins: ['http://127.0.0.1:4000', 'null'] }, 403],
  ...['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'get', ''].map(
    (method): Refused => [`the method ${method}`, { method }, 405],
  ),
  ['a long address', { url: `/?t=${token}&${'a'.repeat(1_024)}` }, 414],
  ...wrongTokens.map((url): Refused => [`the token of ${url || 'nothing'}`, { url }, url.startsWith('/#') ? 404 : 403]),
  ...wrongPaths.map((path): Refused => [`the path ${path}`, { url: `${path}?t=${token}` }, 404]),
])('%s is refused', (_, more, status) => {
  expect(statusOf(more)).toBe(status)
})

test('nothing is answered without the token, whatever the address', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter }), fc.string(), (path, query) => {
      fc.pre(!query.includes(token) && !path.includes(token))
      expect(statusOf({ url: `/${path}?${query}` })).not.toBe(200)
    }),
  )
})
