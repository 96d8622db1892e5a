import { appendFileSync, writeFileSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Body, lastIn, offeredIn, textIn } from './body'
import { type Event, protocols } from './protocols'
import { callOf, type Step } from './step'

/** A request of an agent: one that offers tools. */
export interface Asked {
  /** Every text in it. */
  readonly text: string
  /** What the model is told last: a message, or what came of its tool. */
  readonly last: string
}

export type Model = Awaited<ReturnType<typeof openModel>>

/** Where a host wants no turn, but a title, a summary, or to know who speaks next. */
const aside = '{"title":"A mock","next_speaker":"user"}'
const models = { object: 'list', data: [{ id: 'mock', object: 'model' }], models: [] }

/** The requests of an agent so far, and what the model does at the next ones; after them it ends every turn. */
function makeScript() {
  const asked: Asked[] = []
  let steps: readonly Step[] = []
  return {
    asked,
    play(...next: readonly Step[]): void {
      steps = next
    },
    take(body: Body): Step {
      asked.push({ text: textIn(body), last: lastIn(body) })
      const [next = 'The scenario is over.', ...rest] = steps
      // A server that is down stays so, however often a host tries.
      if (next !== 'fails') steps = rest
      return next
    },
  }
}

/**
 * Starts a model on 127.0.0.1 that does what it is told.
 *
 * @param log gets every request, one JSON a line
 */
export async function openModel(log: string) {
  writeFileSync(log, '')
  const [own, others] = [makeScript(), makeScript()]
  let heeded = ''
  // Codex hands the whole conversation to a subagent.
  const isHeeded = (text: string) => text.includes(heeded) && !text.includes('Message Type: NEW_TASK')
  let id = 0
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part)
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    const [, events] = protocols.find(([path]) => path.test(pathname)) ?? []
    // Counts of tokens, and the list of models.
    if (!events) return send(response, 200, pathname.endsWith('/models') ? models : { input_tokens: 1, totalTokens: 1 })
    const body: Body = JSON.parse(Buffer.concat(parts).toString())
    appendFileSync(log, `${JSON.stringify({ time: Date.now(), pathname, body })}\n`)
    const offered = offeredIn(body)
    const step = offered.length ? (isHeeded(textIn(body)) ? own : others).take(body) : aside
    if (step === 'fails') return send(response, 400, { error: { message: 'down' } })
    id += 1
    const said = typeof step === 'string' ? { text: step } : { call: callOf(step, offered, textIn(body)) }
    stream(response, events(body, { id, ...said }))
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked: own.asked,
    play: own.play,
    others,
    /** @param text what every request of the developer's agent has in it: those without are of agents that it has started */
    heed(text: string): void {
      heeded = text
    },
    close(): void {
      server.closeAllConnections()
      server.close()
    },
  }
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify(body))
}

function stream(response: ServerResponse, events: readonly Event[]): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  for (const [name, data] of events) {
    const text = typeof data === 'string' ? data : JSON.stringify(data)
    response.write(`${name && `event: ${name}\n`}data: ${text}\n\n`)
  }
  response.end()
}
