import { realpathSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, isAbsolute } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Server } from '@modelcontextprotocol/server'
import * as z from 'zod/mini'
import type { CastContext } from '../cast/cast'
import { castContextOf } from '../cast/cast-context'
import type { CommandContext } from '../cli/command'
import { isFolder, isThere } from '../disk/read'
import { findRoot } from '../disk/root'
import { attemptOr, exit, Failure } from '../text/failure'

/** The folder that a client works in. It is looked up for each request, as the client may open another. */
export interface ClientFolder {
  /** The context of a cast in that folder. Throws Failure if it is not clear which one is meant. */
  readonly context: () => Promise<CastContext>
  /** The client has opened another. */
  readonly changed: () => void
}

export function clientFolderOf(server: Server, cli: CommandContext): ClientFolder {
  const openFolders = openFoldersOf(server, cli.tell)
  const context = async (): Promise<CastContext> => {
    const { options, env } = cli
    const where = chooseFolder(await openFolders.ask(), options.cwd ?? projectFolder(env.CLAUDE_PROJECT_DIR))
    if (where !== undefined) return castContextOf({ ...cli, options: { ...options, cwd: where } })
    const ctx = castContextOf(cli)
    refuseNowhere(ctx.root)
    return ctx
  }
  return { context, changed: openFolders.forget }
}

/** How long a client may take to answer, in milliseconds. */
const rootsTimeoutMs = 10_000

/** As in the protocol, except for the URIs, which are validated later: not every client sends valid ones. */
const rootsSchema = z.object({ roots: z.array(z.object({ uri: z.string() })) })

/** Asks a client for its open folders: once if it reports changes, otherwise each time. `warn` says that it failed. */
function openFoldersOf(server: Server, warn: (message: string) => void) {
  let said: Promise<string[]> | undefined

  const askClient = async (tellsChanges: boolean): Promise<string[]> => {
    try {
      const { roots } = await server.request({ method: 'roots/list' }, rootsSchema, { timeout: rootsTimeoutMs })
      if (!tellsChanges) said = undefined
      return roots.map(({ uri }) => uri)
    } catch (error) {
      // Do not ask again: every call would wait for it.
      const { message } = error as Error
      // The message for an invalid answer is JSON.
      const why = message.startsWith('[') ? 'its answer is not valid.' : message
      warn(`The client does not say which folder it has open: ${why}`)
      return []
    }
  }

  return {
    /** @returns the URIs of the client's open folders; none if it does not answer */
    ask: (): Promise<string[]> => {
      const { roots } = server.getClientCapabilities() ?? {}
      if (!roots) return Promise.resolve([])
      said ??= askClient(roots.listChanged === true)
      return said
    },
    /** Makes the next `ask` ask the client again. */
    forget: () => {
      said = undefined
    },
  }
}

/**
 * Chooses the folder to work in from the client's open folders; if there are several, none is guessed.
 *
 * @param uris the client's roots: `file://` URIs, or absolute paths, which some clients send
 * @param asked the folder of `--cwd`, if given
 * @returns a folder; undefined for the one in which the server was started
 * @throws Failure `several-roots`, or `root-unusable` if the folder does not exist on this machine
 */
export function chooseFolder(uris: readonly string[], asked: string | undefined): string | undefined {
  if (uris.length === 0) return asked
  const found = uris.map((uri) => {
    const path = pathOf(uri)
    return { uri, folder: path !== undefined && isFolder(path, '') ? path : undefined }
  })
  const folders = found.flatMap(({ folder }) => folder ?? [])
  // Several open folders of the same work count as one.
  const roots = new Set(folders.map((folder) => findRoot(realpathSync(folder))))
  if (roots.size === 1 && folders.length === uris.length) return folders[0]
  if (asked !== undefined) return asked
  const unusable = found.find(({ folder }) => folder === undefined)
  if (unusable) {
    const message = `The folder that the client has open is not on this machine: ${unusable.uri}.`
    throw new Failure(exit.usage, 'root-unusable', message, 'spell mcp --cwd DIR')
  }
  const message = `The client has several folders open, and a piece of work belongs to one: ${[...roots].join(', ')}.`
  throw new Failure(exit.usage, 'several-roots', message, 'spell mcp --cwd DIR')
}

/** @returns the folder that Claude Code names to every server; undefined if it names none that is on this machine */
const projectFolder = (named: string | undefined): string | undefined =>
  named !== undefined && isAbsolute(named) && isFolder(named, '') ? named : undefined

/**
 * Some clients start their servers in the root of the disk or in the home folder, whatever the developer has open.
 *
 * @throws Failure `no-folder` if it is not suitable
 */
export function refuseNowhere(root: string, home = homedir()): void {
  if (dirname(root) !== root && root !== home) return
  if (isFolder(root, '.ai') || isThere(root, '.git')) return
  const message = `The client does not say which folder it has open, and started the server in ${root}.`
  throw new Failure(exit.usage, 'no-folder', message, 'spell mcp --cwd DIR')
}

/** @returns the path of a URI, on Windows one with a drive or a share; undefined if it is not on this machine */
export function pathOf(uri: string, windows?: boolean): string | undefined {
  if (isAbsolute(uri)) return uri
  return attemptOr(undefined, () => fileURLToPath(uri, { windows } as { windows: boolean }))
}
