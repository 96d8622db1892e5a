import { firstFree, freePath } from '../../disk/free-path'
import {
  type Excerpt,
  hasFile,
  isOtherEncoding,
  isThere,
  maxExcerptBytes,
  readBeginning,
  readShown,
} from '../../disk/read'
import type { Change, Effect } from '../../workflow/effect'
import type { Workflow } from '../../workflow/flow'
import type { TransitionInput } from '../../workflow/transition'
import type { Work } from '../work'

export interface FileReport {
  readonly created: readonly string[]
  readonly kept: readonly string[]
  readonly moved: readonly { readonly from: string; readonly to: string }[]
}

/** The text of each file that can be created, by its path, and its SHA-256. */
interface Templates {
  readonly files: { get(path: string): string | undefined }
  readonly digests: Readonly<Record<string, string>>
}

export interface StepPlan {
  readonly changes: readonly Change[]
  readonly files: FileReport
  readonly shown: readonly Excerpt[]
  readonly untouched: readonly string[]
  readonly warnings: readonly string[]
}

/**
 * Turns the effects of a row into changes, depending on the files that exist. Changes nothing itself.
 *
 * @param effects in the order in which they happen
 * @param stamp returns the replacement for `<stamp>` in a folder's name; called only then, as dates take time to load
 * @param proofs what was proven in the task, as Markdown; absent if nothing was
 */
export async function planEffects(
  { root, flow: workflow, probe }: Work,
  effects: readonly Effect[],
  given: TransitionInput,
  { files: templates, digests }: Templates,
  stamp: () => string,
  proofs?: string,
): Promise<StepPlan> {
  const changes: Change[] = []
  const created: string[] = []
  const kept: string[] = []
  const moved: { from: string; to: string }[] = []
  const shown: Excerpt[] = []
  const untouched: string[] = []
  const warnings: string[] = []
  const gone = new Set<string>()
  const handedIn = new Map<string, string>()

  // What is seen of a file with content does not tell an empty one from none.
  const isHere = (file: string) =>
    !gone.has(file) &&
    (file in probe && workflow.probes[file] !== 'content' ? probe[file] !== undefined : hasFile(root, file))

  for (const effect of effects) {
    if (effect.do === 'create') {
      const { file, template = file } = effect
      if (isHere(file)) {
        kept.push(file)
      } else {
        created.push(file)
        const digest = digests[template]
        changes.push({ do: 'create', path: file, text: templates.get(template) ?? '', ...(digest && { digest }) })
      }
    } else if (effect.do === 'move') {
      const files = effect.files.filter(isHere)
      if (files.length === 0) continue
      const { folder, warning } = await archiveFolder(root, workflow, effect.to, stamp)
      if (warning) warnings.push(warning)
      for (const from of files) {
        const to = `${folder}/${from.slice(from.lastIndexOf('/') + 1)}`
        moved.push({ from, to })
        changes.push({ do: 'move', from, to })
        gone.add(from)
      }
      if (effect.proofs && proofs !== undefined) {
        created.push(`${folder}/proofs.md`)
        changes.push({ do: 'create', path: `${folder}/proofs.md`, text: proofs })
      }
    } else if (effect.do === 'change') {
      const wanted: Change[] = []
      for (const change of workflow.effects.changes?.[effect.changes]?.(given) ?? []) {
        if (change.do !== 'retire') wanted.push(change)
        else if (!gone.has(change.path)) retire(root, change.path, wanted)
      }
      changes.push(...wanted)
      // What is moved and written again as it was is a copy: only that is new.
      const isCopied = (path: string) =>
        wanted.some((change) => change.do === 'create' && change.path === path && change.text === probe[path])
      for (const change of wanted) {
        if (change.do === 'move') {
          if (isCopied(change.from)) created.push(change.to)
          else moved.push({ from: change.from, to: change.to })
        } else {
          if (!isCopied(change.path)) created.push(change.path)
          handedIn.set(change.path, change.text)
        }
        if (change.do === 'move') gone.add(change.from)
        else gone.delete(change.path)
      }
    } else if (effect.do === 'show') {
      const text = handedIn.get(effect.file)
      const found = text === undefined ? readShown(root, [effect.file]) : [{ path: effect.file, text, whole: true }]
      shown.push(...found)
      for (const { path, text } of found) {
        if (text.trim() === '') warnings.push(`${path} is empty.`)
        if (isOtherEncoding(root, path, text)) warnings.push(`${path} is not UTF-8.`)
      }
    } else if (effect.do === 'expect') {
      const { file, template = file } = effect
      if (isTemplate(root, file, templates.get(template) ?? '')) untouched.push(file)
    }
  }
  return { changes, files: { created, kept, moved }, shown, untouched, warnings }
}

/** Renames a file that exists, or is about to, to the next free name. */
function retire(root: string, path: string, changes: Change[]): void {
  const isFree = (to: string) =>
    !isThere(root, to) && changes.every((change) => to !== (change.do === 'move' ? change.to : change.path))
  const next = () => firstFree((number) => path.replace(/(\.\w+)?$/, `.r${number}$1`), isFree)
  const coming = changes.findIndex((change) => change.do === 'create' && change.path === path)
  const made = changes[coming]
  if (made?.do === 'create') changes[coming] = { ...made, path: next() }
  else if (isThere(root, path) && !changes.some((change) => change.do === 'move' && change.from === path))
    changes.push({ do: 'move', from: path, to: next() })
}

/** Fills in `<name>` and `<stamp>`, and makes the name unique. */
async function archiveFolder(root: string, workflow: Workflow, pattern: string, stamp: () => string) {
  const naming = workflow.effects.naming
  const named =
    naming && pattern.includes('<name>')
      ? await naming.safeName(readBeginning(root, naming.file, maxExcerptBytes)?.text)
      : { name: '' }
  const folder = pattern.replaceAll('<name>', named.name).replaceAll('<stamp>', stamp)
  return { folder: freePath(root, folder), warning: named.warning }
}

/** Ignores line endings, as git may have converted them. */
function isTemplate(root: string, path: string, template: string): boolean {
  const beginning = readBeginning(root, path, 2 * template.length + 1)
  return beginning?.whole === true && beginning.text.replace(/\r\n/g, '\n').trim() === template.trim()
}
