import type { ChildProcessWithoutNullStreams } from 'node:child_process'

/** What git says of an object. */
export interface GitObject {
  readonly id: string
  readonly type: string
  /** In bytes. */
  readonly size: number
  /** Its content, if that was asked for; otherwise empty. */
  readonly bytes: Buffer
}

/** A running `git cat-file` that is asked one question after the other. */
export interface Conversation {
  /** @returns undefined if git does not have the object, or cannot read it */
  readonly ask: (name: string) => Promise<GitObject | undefined>
  readonly end: () => void
}

/** In a partial clone git ends at the first object that it lacks; then it is started once more, but not forever. */
const mostStarts = 50

const header = /^([0-9a-f]{40,64}) (\w+) (\d+)$/
const lineEnding = 10
const noBytes = Buffer.alloc(0)

/**
 * @param start starts git, when it is first asked; its `error` and its end are heard here
 * @param hasContent whether a content and a line ending follow each header
 */
export function converse(start: () => Promise<ChildProcessWithoutNullStreams>, hasContent: boolean): Conversation {
  let asked: { readonly name: string; readonly answer: (said: GitObject | undefined) => void }[] = []
  let answered = 0
  let starts = 0
  let child: ChildProcessWithoutNullStreams | undefined
  let unsent: string[] = []
  let isEnded = false
  let isDead = false

  const next = (said: GitObject | undefined) => {
    asked[answered]?.answer(said)
    answered += 1
  }

  async function begin(): Promise<void> {
    starts += 1
    const reader = readerOf(hasContent, next)
    const over = (error?: unknown) => {
      if (child === undefined && !error) return
      child = undefined
      // The question that git has not answered is the one that it ended at.
      if (answered < asked.length) next(undefined)
      asked = asked.slice(answered)
      answered = 0
      unsent = asked.map(({ name }) => name)
      isDead = isEnded || error !== undefined || starts >= mostStarts
      if (!isDead) void begin()
      else while (answered < asked.length) next(undefined)
    }
    try {
      const started = await start()
      started.on('error', over).on('close', () => over())
      started.stdin.on('error', () => {})
      started.stderr.resume()
      started.stdout.on('data', reader)
      child = started
      send()
      if (isEnded) started.stdin.end()
    } catch (error) {
      over(error)
    }
  }

  function send(): void {
    if (!child || unsent.length === 0) return
    child.stdin.write(unsent.map((name) => `${name}\n`).join(''))
    unsent = []
  }

  return {
    ask: (name) =>
      new Promise((answer) => {
        // A line is a question.
        if (name.includes('\n') || isDead) return answer(undefined)
        if (starts === 0) void begin()
        asked.push({ name, answer })
        unsent.push(name)
        if (unsent.length === 1) setImmediate(send)
      }),
    end: () => {
      isEnded = true
      child?.stdin.end()
    },
  }
}

/** @returns what takes git's output in chunks, and hands on one answer after the other */
function readerOf(hasContent: boolean, hand: (said: GitObject | undefined) => void): (chunk: Buffer) => void {
  let chunks: Buffer[] = []
  let length = 0
  let open: Omit<GitObject, 'bytes'> | undefined
  return (chunk) => {
    chunks.push(chunk)
    length += chunk.length
    // A large content is joined once, when all of it is there.
    if (open && length <= open.size) return
    const all = chunks.length === 1 ? chunk : Buffer.concat(chunks)
    let at = 0
    for (;;) {
      if (!open) {
        const end = all.indexOf(lineEnding, at)
        if (end < 0) break
        const [, id, type, size] = header.exec(all.latin1Slice(at, end)) ?? []
        at = end + 1
        if (id === undefined || type === undefined) hand(undefined)
        else if (!hasContent) hand({ id, type, size: Number(size), bytes: noBytes })
        else open = { id, type, size: Number(size) }
      } else {
        const end: number = at + open.size
        if (all.length <= end) break
        hand({ ...open, bytes: all.subarray(at, end) })
        at = end + 1
        open = undefined
      }
    }
    const rest = all.subarray(at)
    chunks = [rest]
    length = rest.length
  }
}
