import type { ReadResourceResult, Resource, ResourceTemplateType } from '@modelcontextprotocol/server'
import { capital } from '../answer/markdown'
import { errorDocument, failureFrom } from '../answer/render'
import { type CastContext, cast } from '../cast/cast'
import { leadsOutside } from '../disk/links'
import { local } from '../disk/local'
import { filesUnder, hasFile, readBeginning } from '../disk/read'
import { attemptOr, exit, Failure } from '../failure/failure'
import type { Workflow } from '../flows/flow'
import { standard } from '../flows/registry'
import { exactJson } from '../markdown/visible'
import { allWork } from '../work/open'
import type { TextsOf } from '../work/piece'

/** The longest resource in bytes: a client reads a message as a whole. */
const maxResourceBytes = 2 ** 20
const home = '.ai'
const files = 'spell://files/'

/** The target of a URI: the state of a piece of work, or a file below `.ai/`. */
export type Named = { readonly work: string } | { readonly path: string }

const states = 'spell://state/'
/** From its folder in `.ai/.local/`, which each piece of work has. */
const nameOf = ({ definition, local: own }: Workflow): string =>
  own === local ? definition.name : own.slice(local.length + 1)
export const stateUri = (workflow: Workflow): string =>
  states + nameOf(workflow).split('/').map(encodeURIComponent).join('/')
export const fileUri = (path: string): string => files + path.split('/').map(encodeURIComponent).join('/')

/** @returns the target of a URI; undefined if it is none of ours, or leads out of `.ai/` */
export function named(uri: string): Named | undefined {
  if (uri.startsWith(states)) return isWork(uri.slice(states.length)) ? { work: uri } : undefined
  if (!uri.startsWith(files)) return undefined
  const path = attemptOr(undefined, () => decodeURIComponent(uri.slice(files.length)))
  if (path === undefined || !path.startsWith(`${home}/`) || path.startsWith(`${local}/`)) return undefined
  return isPlain(path) ? { path } : undefined
}

const isWork = (name: string): boolean => /^[a-z][a-z0-9-]*(?:\/[^/]+)?$/.test(name)

/** Whether no part of a path is special, such as `..`. */
const isPlain = (path: string): boolean => !/[\\\0]|(^|\/)\.{0,2}(\/|$)/.test(path)

/** @returns the readable resources: each state, and the existing files of the work and guides */
export const resourcesOf = (work: readonly Workflow[], root: string): Resource[] =>
  work.flatMap((workflow) => [
    {
      uri: stateUri(workflow),
      name: nameOf(workflow) === standard ? 'state' : nameOf(workflow),
      title: `Where ${nameOf(workflow) === standard ? 'the work' : nameOf(workflow)} stands`,
      description: 'The document of Lumos or of `status`: the state, what to do in it, and what can be done next.',
      mimeType: 'application/json',
    },
    ...Object.entries({ ...workflow.files?.key, ...workflow.files?.guides })
      .filter(([path]) => isThere(root, path))
      .map(([path, what]) => ({
        uri: fileUri(path),
        name: path.slice(path.lastIndexOf('/') + 1),
        title: capital(what),
        description: path,
        mimeType: 'text/markdown',
      })),
  ])

const isThere = (root: string, path: string): boolean =>
  attemptOr(false, () => hasFile(root, path) && !leadsOutside(root, path))

export const templates: readonly ResourceTemplateType[] = [
  {
    uriTemplate: `${files}{+path}`,
    name: 'file',
    title: 'A file of the work',
    description: `Any text below ${home}/, also what is archived: path is that from the root, for example ${home}/task/plan.md.`,
    mimeType: 'text/markdown',
  },
]

/** @returns the paths for the resource template that begin with what was typed */
export const pathsFrom = (root: string, typed: string): string[] =>
  filesUnder(root, home).filter((path) => path.startsWith(typed) && !path.startsWith(`${local}/`))

/**
 * Reads the state of a piece of work as a document, even if it is an error; or the text of a file.
 *
 * @throws Failure `no-such-resource`, `too-large`, `not-a-text`, or if the file cannot be read
 */
export async function readResource(uri: string, textsOf: TextsOf, ctx: CastContext): Promise<ReadResourceResult> {
  const what = named(uri)
  if (!what) throw noSuch(uri)
  return 'work' in what
    ? { contents: [{ uri, mimeType: 'application/json', text: await stateText(uri, textsOf, ctx) }] }
    : { contents: [{ uri, mimeType: 'text/markdown', text: textOf(ctx.root, what.path, uri) }] }
}

/** @returns the state of a piece of work as JSON, even if it is an error. Throws Failure if the work does not exist */
export async function stateText(uri: string, textsOf: TextsOf, ctx: CastContext): Promise<string> {
  const work = (await allWork(ctx.root)).find(({ flow }) => stateUri(flow) === uri)
  if (!work) throw noSuch(uri)
  const texts = textsOf(work.flow)
  const document = await cast(work, work.flow.look, { ...ctx, texts }).catch((error) =>
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

const noSuch = (uri: string): Failure =>
  new Failure(exit.usage, 'no-such-resource', `There is no resource ${uri}.`, 'List the resources.')
