import type { ReadResourceResult, Resource, ResourceTemplate } from '@modelcontextprotocol/sdk/types.js'
import { capital } from '../../answer/markdown'
import { errorDocument, failureFrom } from '../../answer/render'
import type { Texts } from '../../answer/texts'
import { type CastContext, cast } from '../../cast/cast'
import { exit, Failure } from '../../failure/failure'
import { exactJson } from '../../markdown/visible'
import { leadsOutside } from '../../store/disk/links'
import { local } from '../../store/disk/local'
import { filesUnder, hasFile, readBeginning } from '../../store/disk/read'
import { standard, workflows } from '../../workflows/registry'
import type { Workflow } from '../../workflows/workflow'
import { usedIn } from '../../works/in-use'

/** Longer texts are not sent, in bytes: a client reads a message as a whole. */
const maxResourceBytes = 2 ** 20
/** Where everything is that can be read. */
const home = '.ai'
const files = 'spell://files/'

/** What a URI names: where a piece of work stands, or a file below `.ai/`. */
export type Named = { readonly work: string } | { readonly path: string }

/** The texts of a workflow, by its name. */
type TextsOf = (workflow: string) => Texts

const states = 'spell://state/'
/** By what it keeps for itself: of a workflow with many pieces of work each has a place of its own. */
const nameOf = ({ definition, local: own }: Workflow): string =>
  own === local ? definition.name : own.slice(local.length + 1)
export const stateUri = (workflow: Workflow): string =>
  states + nameOf(workflow).split('/').map(encodeURIComponent).join('/')
export const fileUri = (path: string): string => files + path.split('/').map(encodeURIComponent).join('/')

/** @returns what a URI names, undefined where it is none of ours or leads out of `.ai/` */
export function named(uri: string): Named | undefined {
  if (uri.startsWith(states)) return isWork(uri.slice(states.length)) ? { work: uri } : undefined
  if (!uri.startsWith(files)) return undefined
  const path = decoded(uri.slice(files.length))
  if (path === undefined || !path.startsWith(`${home}/`) || path.startsWith(`${local}/`)) return undefined
  return isPlain(path) ? { path } : undefined
}

const isWork = (name: string): boolean => workflows.some((known) => known.name === name.split('/')[0])

/** Whether each part of a path is the name of something. */
const isPlain = (path: string): boolean => !/[\\\0]|(^|\/)\.{0,2}(\/|$)/.test(path)

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

/** @returns what there is to read now: each state always, a file of the work or a guide where it is there */
export const resourcesOf = (work: readonly Workflow[], root: string): Resource[] =>
  work.flatMap((workflow) => [
    {
      uri: stateUri(workflow),
      name: nameOf(workflow) === standard ? 'state' : nameOf(workflow),
      title: `Where ${nameOf(workflow) === standard ? 'the work' : nameOf(workflow)} stands`,
      description: 'The document of Lumos or of `status`: the state, what to do in it, and what can be done next.',
      mimeType: 'application/json',
    },
    ...Object.entries({ ...workflow.keyFiles, ...workflow.guides })
      .filter(([path]) => isThere(root, path))
      .map(([path, what]) => ({
        uri: fileUri(path),
        name: path.slice(path.lastIndexOf('/') + 1),
        title: capital(what),
        description: path,
        mimeType: 'text/markdown',
      })),
  ])

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
 * @returns where a piece of work stands, as a document, also where that is an error; or the text of a file
 * @throws Failure `no-such-resource`, `too-large`, `not-a-text`, or where the file cannot be read
 */
export async function readResource(uri: string, textsOf: TextsOf, ctx: CastContext): Promise<ReadResourceResult> {
  const what = named(uri)
  if (!what) throw noSuch(uri)
  return 'work' in what
    ? { contents: [{ uri, mimeType: 'application/json', text: await stateText(uri, textsOf, ctx) }] }
    : { contents: [{ uri, mimeType: 'text/markdown', text: textOf(ctx.root, what.path, uri) }] }
}

/** @returns where a piece of work stands as JSON, also where that cannot be told. Throws Failure where there is none */
export async function stateText(uri: string, textsOf: TextsOf, ctx: CastContext): Promise<string> {
  const workflow = (await usedIn(ctx.root)).find((candidate) => stateUri(candidate) === uri)
  if (!workflow) throw noSuch(uri)
  const texts = textsOf(workflow.definition.name)
  const document = await cast(workflow, workflow.look, { ...ctx, texts }).catch((error) =>
    errorDocument(failureFrom(error)),
  )
  return exactJson(document, 2)
}

function textOf(root: string, path: string, uri: string): string {
  if (!hasFile(root, path) || leadsOutside(root, path)) throw noSuch(uri)
  const { text, whole } = readBeginning(root, path, maxResourceBytes) ?? { text: '', whole: true }
  const wrong = (code: string, what: string) =>
    new Failure(exit.system, code, `${path} ${what}.`, `Read ${path} itself.`)
  if (!whole) throw wrong('too-large', `has more than ${maxResourceBytes / 2 ** 20} MiB`)
  if (text.includes('\0')) throw wrong('not-a-text', 'is not text')
  return text
}

/** The failure of a URI that nothing has. */
export const noSuch = (uri: string): Failure =>
  new Failure(exit.usage, 'no-such-resource', `There is no resource ${uri}.`, 'List the resources.')
