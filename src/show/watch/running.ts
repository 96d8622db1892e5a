import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { request } from 'node:http'
import { basename, dirname, join } from 'node:path'
import { disk } from '../../disk/disk'
import { onDisk } from '../../disk/disk-failure'
import { readShort } from '../../disk/read'
import { writeOver } from '../../disk/replace-file'
import { cloneOf } from '../../git/clone'
import { pathInTree } from '../../git/worktrees'
import { attempt, Failure } from '../../text/failure'
import { fromJson, isRecord } from '../../text/json'
import { addressOf } from './frame'
import { knownBy } from './server'

/** A server that runs, as its note says. */
export interface Running {
  readonly port: number
  readonly token: string
}

/** Only its user may read and write a note. */
const ownFileMode = 0o600
/** How long a server may take to answer. In milliseconds. */
const patienceMs = 1_000
/** Of a note. */
const mostBytes = 1_024

export const urlOf = ({ port, token }: Running): string => `http://127.0.0.1:${port}${addressOf('', token)}`

/**
 * The note by which another process finds the server of a repository: one for all its worktrees, in git's folder; without
 * git there is none. `part` is a name ending for an unfinished file, which no other process has.
 */
export function noteOf(root: string, part: string) {
  const clone = cloneOf(root).folder
  const inTree = createHash('sha256').update(pathInTree(root, '')).digest('hex').slice(0, 8)
  const isGit = existsSync(join(clone, 'HEAD')) && clone !== root
  const place = isGit ? join(clone, `spell-watch-${inTree}.json`) : undefined

  const read = (): Running | undefined => {
    const text = place === undefined ? undefined : attempt(() => readShort(dirname(place), basename(place), mostBytes))
    const note = typeof text === 'string' ? fromJson(text) : undefined
    const { port, token } = isRecord(note) ? note : {}
    const isPort = typeof port === 'number' && Number.isInteger(port) && port > 0 && port < 65_536
    return isPort && typeof token === 'string' && /^[\w-]{43}$/.test(token) ? { port, token } : undefined
  }

  return {
    /** @returns the server that runs already; undefined if there is none, or its note is a leftover */
    find: async (): Promise<Running | undefined> => {
      const running = read()
      return running && (await answers(running)) ? running : undefined
    },
    /** @returns why it could not be written, if so: then no other process finds this server */
    write: (running: Running): string | undefined => {
      if (place === undefined) return undefined
      const write = () => writeOver(place, `${JSON.stringify(running)}\n`, part, ownFileMode)
      const failed = attempt(() => onDisk('write', place, write))
      return failed instanceof Failure ? failed.message : undefined
    },
    /** Removes it, unless it is that of another server. */
    remove: (running: Running): void => {
      if (place !== undefined && read()?.token === running.token) attempt(() => disk.remove(place))
    },
  }
}

/** Whether a server of ours listens there, and takes the token for its own. */
const answers = (running: Running): Promise<boolean> =>
  new Promise((resolve) => {
    const asking = request(urlOf(running), { method: 'HEAD', timeout: patienceMs, agent: false }, (answer) => {
      answer.resume()
      resolve(answer.statusCode === 200 && answer.headers[knownBy.toLowerCase()] === '1')
    })
    asking.on('timeout', () => asking.destroy())
    asking.on('error', () => resolve(false))
    asking.end()
  })
