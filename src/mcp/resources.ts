import type { ReadResourceResult, Resource, ResourceTemplate } from '@modelcontextprotocol/sdk/types.js'
import { errorDocument, failureFrom } from '../answer/said'
import { cast, type Edge } from '../cast'
import { exit, Failure } from '../failure'
import { leadsOutside } from '../store/links'
import { local } from '../store/local'
import { filesUnder, hasFile, readBeginning } from '../store/read'
import type { Workflow } from '../workflows/workflow'

/** Longer texts are not sent, in bytes: a client reads a message as a whole. */
const longest = 2 ** 20
/** Where everything is that can be read. */
const home = '.ai'
const files = 'spell://files/'

/** What a URI names: where a workflow stands, or a file below `.ai/`. */
export type Named = { readonly state: string } | { readonly path: string }

export const stateUri = ({ definition }: Workflow): string => `spell://state/${definition.name}`
export const fileUri = (path: string): string => files + path.split('/').map(encodeURIComponent).join('/')

/** @returns what a URI names, undefined where it is none of ours or leads out of `.ai/` */
export function named(uri: string, workflow: Workflow): Named | undefined {
  if (uri === stateUri(workflow)) return { state: workflow.definition.name }
  if (!uri.startsWith(files)) return undefined
  const path = decoded(uri.slice(files.length))
  if (path === undefined || !path.startsWith(`${home}/`) || path.startsWith(`${local}/`)) return undefined
  return isPlain(path) ? { path } : undefined
}

/** Whether each part of a path is the name of something. */
const isPlain = (path: string): boolean => !/[\\\0]|(^|\/)\.{0,2}(\/|$)/.test(path)

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

/** @returns what there is to read now: the state always, a file of the work or a guide where it is there */
export function resourcesOf(workflow: Workflow, root: string): Resource[] {
  const there = Object.entries({ ...workflow.keyFiles, ...workflow.guides }).filter(([path]) => isThere(root, path))
  return [
    {
      uri: stateUri(workflow),
      name: 'state',
      title: 'Where the work stands',
      description: 'What `spell lumos --json` prints: the state, what to do in it, and what each spell would do now.',
      mimeType: 'application/json',
    },
    ...there.map(([path, what]) => ({
      uri: fileUri(path),
      name: path.slice(path.lastIndexOf('/') + 1),
      title: what.charAt(0).toUpperCase() + what.slice(1),
      description: path,
      mimeType: 'text/markdown',
    })),
  ]
}

function isThere(root: string, path: string): boolean {
  try {
    return hasFile(root, path) && !leadsOutside(root, path)
  } catch {
    return false
  }
}

export const templates: readonly ResourceTemplate[] = [
  {
    uriTemplate: `${files}{+path}`,
    name: 'file',
    title: 'A file of the work',
    description: `Any text below ${home}/, also what is archived: path is that from the root, for example ${home}/task/plan.md.`,
    mimeType: 'text/markdown',
  },
]

/** @returns the paths that the template may be filled in with, of those that begin with what was typed */
export const pathsFrom = (root: string, typed: string): string[] =>
  filesUnder(root, home).filter((path) => path.startsWith(typed) && !path.startsWith(`${local}/`))

/**
 * Reads what a URI names.
 *
 * @returns the document of `spell lumos --json`, also where that is an error; or the text of a file
 * @throws Failure `no-such-resource`, `too-large`, `not-a-text`, or where the file cannot be read
 */
export async function readResource(uri: string, workflow: Workflow, edge: Edge): Promise<ReadResourceResult> {
  const what = named(uri, workflow)
  if (!what) throw noSuch(uri)
  return 'state' in what
    ? { contents: [{ uri, mimeType: 'application/json', text: await stateText(workflow, edge) }] }
    : { contents: [{ uri, mimeType: 'text/markdown', text: textOf(edge.root, what.path, uri) }] }
}

/** @returns where the work stands as JSON, also where that cannot be told */
export async function stateText(workflow: Workflow, edge: Edge): Promise<string> {
  const document = await cast(workflow, workflow.look, edge).catch((error) => errorDocument(failureFrom(error)))
  return JSON.stringify(document, null, 2)
}

function textOf(root: string, path: string, uri: string): string {
  if (!hasFile(root, path) || leadsOutside(root, path)) throw noSuch(uri)
  const { text, whole } = readBeginning(root, path, longest) ?? { text: '', whole: true }
  const wrong = (code: string, what: string) =>
    new Failure(exit.system, code, `${path} ${what}.`, `Read ${path} itself.`)
  if (!whole) throw wrong('too-large', `has more than ${longest / 2 ** 20} MiB`)
  if (text.includes('\0')) throw wrong('not-a-text', 'is no text')
  return text
}

/** The failure of a URI that nothing has. */
export const noSuch = (uri: string): Failure =>
  new Failure(exit.usage, 'no-such-resource', `There is no resource ${uri}.`, 'List the resources.')
