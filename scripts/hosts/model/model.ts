import { appendFileSync, writeFileSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { anthropic } from './anthropic'
import { chat } from './chat'
import { gemini } from './gemini'
import type { Body, Events, Item, Protocol } from './protocol'
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
  /** From now on only requests that have this text take steps; others are of agents that an agent has started. */
  readonly heed: (message: string) => void
  readonly close: () => void
}

const protocols: readonly Protocol[] = [anthropic, responses, chat, gemini]

/** @param log gets every request, one JSON a line */
export async function openModel(log: string): Promise<Model> {
  writeFileSync(log, '')
  const asked: Asked[] = []
  let steps: Step[] = []
  let count = 0
  let heeded = ''
  const nextStep = (isOther: boolean): Step => (isOther ? 'Nothing to do.' : (steps.shift() ?? 'The scenario is over.'))
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part) => parts.push(part))
    request.on('end', () => {
      const text = Buffer.concat(parts).toString()
      const { pathname } = new URL(request.url ?? '/', 'http://localhost')
      const protocol = protocols.find(({ path }) => path.test(pathname))
      if (!protocol || request.method !== 'POST') return answerAside(response, pathname)
      const body: Body = JSON.parse(text)
      appendFileSync(log, `${JSON.stringify({ time: Date.now(), pathname, body })}\n`)
      const offered = protocol.offered(body)
      const isAgent = offered.length > 0
      const all = stringsIn(body).join('\n')
      const isOther = !all.includes(heeded)
      const step = isAgent ? nextStep(isOther) : protocol.aside(body)
      if (isAgent && !isOther) asked.push({ text: all, last: lastIn(body) })
      if (typeof step === 'object' && 'fails' in step) return send(response, { error: { message: 'down' } }, 400)
      count += 1
      const answer = { id: count, call: callOf(step, offered, text), ...(typeof step === 'string' && { text: step }) }
      const { whole, events } = protocol.answer(body, answer)
      if (body.stream || pathname.includes(':stream')) stream(response, events)
      else send(response, whole)
    })
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    play: (...next) => {
      steps = [...next]
    },
    heed: (message) => {
      heeded = message
    },
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** Counts of tokens, and the list of models. */
function answerAside(response: ServerResponse, pathname: string): void {
  if (/count_?tokens$/i.test(pathname)) send(response, { input_tokens: 100, totalTokens: 100 })
  else if (pathname.endsWith('/models'))
    send(response, { object: 'list', data: [{ id: 'mock', object: 'model' }], models: [] })
  else send(response, { error: { type: 'not_found_error', message: 'not here' } }, 404)
}

function send(response: ServerResponse, body: object, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify(body))
}

function stream(response: ServerResponse, events: Events): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  for (const [name, data] of events) {
    if (name) response.write(`event: ${name}\n`)
    response.write(`data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`)
  }
  response.end()
}

const stringsIn = (value: unknown): readonly string[] => {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value ? Object.values(value).flatMap(stringsIn) : []
}

const notTold = ['system', 'developer', 'assistant', 'model']

function lastIn({ messages, input, contents }: Body): string {
  const items: readonly Item[] = messages ?? contents ?? (typeof input === 'object' ? input : [])
  const told = items.filter(({ role = '', type }) => !notTold.includes(role) && type !== 'additional_tools')
  const last = told.at(-1)
  return stringsIn(last?.content ?? last?.output ?? last?.parts ?? '').join('\n')
}
