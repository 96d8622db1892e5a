import type { Effect, Workflow } from '../workflows/workflow'
import type { Change } from './commit'
import { freePath } from './free-path'
import { hasFile, readBeginning } from './read'

/** What an answer tells about files. */
export interface FileReport {
  readonly created: readonly string[]
  readonly kept: readonly string[]
  readonly moved: readonly { readonly from: string; readonly to: string }[]
}

/** A file's text for an answer: its beginning, and whether that is all of it. */
export interface Shown {
  readonly path: string
  readonly text: string
  readonly whole: boolean
}

/** The text of each file that can be created, by its path, and its SHA-256. */
export interface Templates {
  readonly files: Readonly<Record<string, string>>
  readonly digests: Readonly<Record<string, string>>
}

export interface Plan {
  readonly changes: readonly Change[]
  readonly files: FileReport
  readonly shown: readonly Shown[]
  /** Files that are still their untouched template. */
  readonly untouched: readonly string[]
  readonly warnings: readonly string[]
}

/** As much of a file as an answer carries, and as much of a task as is searched for its front matter. In bytes. */
const most = 64 * 1024

/**
 * Turns the effects of a row into changes, looking at what is there. Changes nothing itself.
 *
 * @param root absolute
 * @param effects in the order in which they are to happen
 * @param templates what can be created
 * @param stamp what `<stamp>` becomes in the name of a folder; asked only for that, as dates are slow to begin with
 */
export async function planEffects(
  root: string,
  workflow: Workflow,
  effects: readonly Effect[],
  { files: templates, digests }: Templates,
  stamp: () => string,
): Promise<Plan> {
  const changes: Change[] = []
  const created: string[] = []
  const kept: string[] = []
  const moved: { from: string; to: string }[] = []
  const shown: Shown[] = []
  const untouched: string[] = []
  const warnings: string[] = []
  const gone = new Set<string>()

  for (const effect of effects) {
    if (effect.do === 'create') {
      const { file } = effect
      if (hasFile(root, file) && !gone.has(file)) {
        kept.push(file)
      } else {
        created.push(file)
        const digest = digests[file]
        changes.push({ do: 'create', path: file, text: templates[file] ?? '', ...(digest && { digest }) })
      }
    } else if (effect.do === 'move') {
      const files = effect.files.filter((file) => hasFile(root, file))
      if (files.length === 0) continue
      const { folder, warning } = await archiveFolder(root, workflow, effect.to, stamp)
      if (warning) warnings.push(warning)
      for (const from of files) {
        const to = `${folder}/${from.slice(from.lastIndexOf('/') + 1)}`
        moved.push({ from, to })
        changes.push({ do: 'move', from, to })
        gone.add(from)
      }
    } else if (effect.do === 'show') {
      const beginning = readBeginning(root, effect.file, most)
      if (beginning) shown.push({ path: effect.file, ...beginning })
    } else if (effect.do === 'expect') {
      if (isTemplate(root, effect.file, templates[effect.file] ?? '')) untouched.push(effect.file)
    }
  }
  return { changes, files: { created, kept, moved }, shown, untouched, warnings }
}

/** Fills in `<name>` and `<stamp>`, and finds a name that is free. */
async function archiveFolder(root: string, workflow: Workflow, pattern: string, stamp: () => string) {
  const named = pattern.includes('<name>')
    ? await workflow.safeName(readBeginning(root, workflow.nameFile, most)?.text)
    : { name: '' }
  const folder = pattern.replace('<name>', named.name).replace('<stamp>', stamp())
  return { folder: freePath(root, folder), warning: named.warning }
}

/** Line ends do not count: git may have changed them. */
function isTemplate(root: string, path: string, template: string): boolean {
  const beginning = readBeginning(root, path, 2 * template.length + 1)
  return beginning?.whole === true && beginning.text.replace(/\r\n/g, '\n').trim() === template.trim()
}
