import { appendFileSync, writeFileSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { anthropic } from './anthropic'
import { chat } from './chat'
import { gemini } from './gemini'
import type { Body, Event, Item, Protocol } from './protocol'
import { responses } from './responses'
import { callOf, type Step } from './step'

/** A request of an agent: one that offers tools. */
export interface Asked {
  /** Every text in it. */
  readonly text: string
  /** What the model is told last: a message, or what came of its tool. */
  readonly last: string
}

/** A model on 127.0.0.1 that does what it is told. */
export interface Model {
  readonly address: string
  /** All requests of agents so far. */
  readonly asked: readonly Asked[]
  /** Each request takes the next step; after the last one the model ends every turn. */
  readonly play: (...steps: readonly Step[]) => void
  /** Only requests that have this text take steps; others are of agents that an agent has started. */
  heeded: string
  readonly close: () => void
}

const protocols: readonly Protocol[] = [anthropic, responses, chat, gemini]
/** Where a host wants no turn, but a title, a summary, or to know who speaks next. */
const aside = '{"title":"A mock","next_speaker":"user"}'
const models = { object: 'list', data: [{ id: 'mock', object: 'model' }], models: [] }

const isFailing = (step: Step): step is { readonly fails: true } => typeof step === 'object' && 'fails' in step

/** @param log gets every request, one JSON a line */
export async function openModel(log: string): Promise<Model> {
  writeFileSync(log, '')
  const asked: Asked[] = []
  const steps: Step[] = []
  let id = 0
  const take = (body: Body): Step => {
    const text = stringsIn(body).join('\n')
    if (!text.includes(model.heeded)) return 'Nothing to do.'
    asked.push({ text, last: lastIn(body) })
    const [next = 'The scenario is over.'] = steps
    // A server that is down stays so, however often a host tries.
    if (!isFailing(next)) steps.shift()
    return next
  }
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part)
    const text = Buffer.concat(parts).toString()
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    const protocol = protocols.find(({ path }) => path.test(pathname))
    // Counts of tokens, and the list of models.
    if (!protocol)
      return send(response, 200, pathname.endsWith('/models') ? models : { input_tokens: 1, totalTokens: 1 })
    const body: Body = JSON.parse(text)
    appendFileSync(log, `${JSON.stringify({ time: Date.now(), pathname, body })}\n`)
    const offered = protocol.offered(body)
    const step = offered.length ? take(body) : aside
    if (isFailing(step)) return send(response, 400, { error: { message: 'down' } })
    const said = typeof step === 'string' ? { text: step } : { call: callOf(step, offered, text) }
    id += 1
    stream(response, protocol.events(body, { id, ...said }))
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const model: Model = {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    play: (...next) => void steps.splice(0, steps.length, ...next),
    heeded: '',
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
  return model
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

function stringsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value ? Object.values(value).flatMap(stringsIn) : []
}

const notTold = ['system', 'developer', 'assistant', 'model']

function lastIn({ messages, input, contents }: Body): string {
  const items: readonly Item[] = messages ?? contents ?? input ?? []
  const last = items.filter(({ role = '', type }) => !notTold.includes(role) && type !== 'additional_tools').at(-1)
  return stringsIn(last?.content ?? last?.output ?? last?.parts).join('\n')
}
