import { execFileSync, spawnSync } from 'node:child_process'
import { delimiter, join } from 'node:path'
import { makeFolder, makePrograms } from './folder'

/** `gh`, the command of GitHub: the real one, and a stand-in. */

/** Whether the real one can be led to a server of the test: outside of Linux it takes certificates from the system only. */
export const hasGh =
  process.platform === 'linux' &&
  spawnSync('gh', ['--version']).status === 0 &&
  spawnSync('openssl', ['version']).status === 0
export const describeWithGh = hasGh ? describe : describe.skip

/** A certificate for localhost, for this test. */
export function certificate(): { key: string; cert: string; path: string } {
  const folder = makeFolder()
  const [key, path] = [join(folder.path, 'key.pem'), join(folder.path, 'cert.pem')]
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
  const named = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
  execFileSync('openssl', ['req', ...kind, ...named, '-keyout', key, '-out', path], { stdio: 'ignore' })
  return { key: folder.read('key.pem'), cert: folder.read('cert.pem'), path }
}

/** Passes its input on to `http://GH_HOST`, with its arguments and its token, and says what the real one would. */
const standIn = `#!${process.execPath}
const { request } = require('node:http')
const { GH_HOST, GH_ENTERPRISE_TOKEN: token } = process.env
const end = (message) => {
  process.stderr.write(message + '\\n')
  process.exitCode = 1
}
const headers = { argv: process.argv.slice(2).join(' '), ...(token && { authorization: 'token ' + token }) }
const asking = request('http://' + GH_HOST + '/api/graphql', { method: 'POST', headers }, (response) => {
  let body = ''
  response.setEncoding('utf8').on('data', (chunk) => (body += chunk)).on('end', () => {
    process.stdout.write(body)
    let said = {}
    try {
      said = JSON.parse(body)
    } catch {}
    if (response.statusCode > 299) end('gh: ' + (said.message ?? '') + ' (HTTP ' + response.statusCode + ')')
    else if (said.errors) end('gh: ' + said.errors.map(({ message }) => message).join('\\n'))
  }).on('error', () => end('unexpected EOF'))
})
asking.on('error', ({ message }) => end('Post "https://' + GH_HOST + '/api/graphql": dial tcp: ' + message))
process.stdin.pipe(asking)
`

/** @returns a PATH that leads to a stand-in, or to the program of a script */
export function standInGh(script = standIn): string {
  return `${makePrograms({ gh: script }).path}${delimiter}${process.env.PATH}`
}
