import type { IncomingMessage, Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { beforeFoldersGo } from './folder'

const open: Server[] = []
beforeFoldersGo(() => {
  for (const server of open.splice(0)) {
    server.close()
    server.closeAllConnections()
  }
})

/** Has a server listen on this machine until the test ends. @returns its port */
export async function portOf(server: Server): Promise<number> {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  open.push(server)
  return (server.address() as AddressInfo).port
}

/** @returns the document that a request brings; empty if it brings none */
export async function documentOf(request: IncomingMessage) {
  let text = ''
  for await (const chunk of request.setEncoding('utf8')) text += chunk
  return JSON.parse(text || '{}')
}
