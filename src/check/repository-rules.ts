import { isAbsolute, join, relative, sep } from 'node:path'
import type { Environment } from '../disk/environment'
import { foldersIn } from '../disk/read'
import { changedSince } from '../git/base'
import type { Git } from '../git/git'
import { ignoringIn } from '../git/ignored'
import { realPathOf } from '../install/pieces/look'
import { attemptAsync, Failure } from '../text/failure'
import { code } from '../text/markdown-parts'
import { isWeaker } from '../word/permission'
import { definedIn, misnamedIn, whyMisnamed } from '../work/settings/defined-workflows'
import { definitionsFolder, loadSettings, settingsPath } from '../work/settings/settings'
import type { Settings } from '../workflow/settings'
import { workflows } from '../workflows/registry'
import { type Base, settingsOfBase } from './base'
import { bringBack } from './bring-back'
import type { CheckedPiece } from './check-piece'
import { type Finding, finding, type PastFinding } from './finding'

/** Checks that the settings have no mistake. */
export async function settingsRight(root: string, env: Environment): Promise<Finding[]> {
  const found = await attemptAsync(() => loadSettings(root, env))
  if (!(found instanceof Failure)) return []
  const { line, message, fix } = found
  return [finding('settings-wrong', { where: settingsPath, ...(line !== undefined && { line }) }, message, fix)]
}

/** Checks that the settings ask for no less proof, and no fewer words, than those of the base. */
export async function settingsRule(root: string, now: Settings | Failure, base: Base | undefined): Promise<Finding[]> {
  const before = await settingsOfBase(base)
  // What cannot be read is found elsewhere.
  if (!base || !before || now instanceof Failure) return []
  const lost = before.proof.always.filter((command) => !now.proof.always.includes(command))
  const above = 'Ask here, too, for what the settings at the top ask for.'
  const fix = base?.files?.size === 0 ? above : bringBack(root, base, settingsPath)
  const weaker = [
    ...lost.map((command) => `\`proof.always\` has lost \`${command}\`.`),
    ...(before.proof.required && !now.proof.required ? ['`proof.required` is off.'] : []),
  ]
  const message = `\`word\` is \`${now.word}\`, and was \`${before.word}\`.`
  return [
    ...weaker.map((message) => finding('settings-weaker', settingsPath, message, fix)),
    ...(isWeaker(now.word, before.word)
      ? [finding('word-weaker', settingsPath, message, `Set \`word\` to "${before.word}" again.`)]
      : []),
  ]
}

/** Checks that each workflow of the repository is proven: work that begins with it can end. */
export async function workflowRules(root: string): Promise<Finding[]> {
  const names = definedIn(root)
  const misnamed = misnamedIn(root).map((where) =>
    finding('workflow-unproven', { where, line: 1 }, `This file ${whyMisnamed}.`, 'spell workflow list'),
  )
  if (names.length === 0) return misnamed
  const { lookAtOwn } = await import('../work/own/read-own')
  const unproven = names.flatMap((name) => {
    const found = lookAtOwn(root, name)
    return ('faults' in found ? found.faults : []).map(({ path, line, message, way }) =>
      finding('workflow-unproven', { where: path, line }, `${message}${way && `: ${way}`}.`, `spell verify ${name}`),
    )
  })
  return [...misnamed, ...unproven]
}

/** @returns the new work whose rules have changed since the base, too: by its own change of them, or in the same pull request */
export async function governedRules(
  git: Git,
  base: Base | undefined,
  all: readonly CheckedPiece[],
): Promise<PastFinding[]> {
  const own = all.filter(({ isNew, work }) => isNew && work.flow.kept)
  if (!base || own.length === 0) return []
  const changed = await changedSince(git, base.commit)
  return own.flatMap(({ work: { flow, name, folder } }) => {
    const workflow = flow.definition.name
    const path = [`${definitionsFolder}/${workflow}.yaml`, `${definitionsFolder}/${workflow}/`]
    const where = changed.find((file) => path.some((part) => file.startsWith(part)))
    if (where === undefined) return []
    const message = `The workflow ${workflow} has changed together with “${name}” (${folder}), which goes by it.`
    return [{ ...finding('workflow-changed', { where, line: 1 }, message), line: 1, index: 0 }]
  })
}

/** What a piece of work is committed with, of which a clone needs each: also what is yet to be archived. */
const recorded = ['state.json', 'history.jsonl', 'proofs.jsonl', 'plan.md', 'workflow.json', 'tasks/any/task.md']

/** Where a piece of work of any workflow is or will be: also one that has not begun, or that is yet to be archived. */
const homesIn = (root: string): string[] =>
  workflows.flatMap(({ folder, named, archive }) => [
    ...(folder === undefined ? [] : [folder]),
    ...[named, archive].flatMap((above) =>
      above === undefined ? [] : ['any', ...foldersIn(root, above)].map((name) => `${above}/${name}`),
    ),
  ])

/**
 * Asks git which of its rules keep what spell writes out of commits, so that no clone has it; `.ai/.local/` is meant to be.
 *
 * @param files what `init` has written besides
 * @returns a finding for each line of an ignore file
 */
export async function ignoredFiles(root: string, env: Environment, files: readonly string[] = []): Promise<Finding[]> {
  const home = realPathOf(root)
  // git refuses a path beyond a link.
  const placeOf = (path: string) =>
    relative(home, realPathOf(join(root, path)))
      .split(sep)
      .join('/')
  const records = homesIn(root).flatMap((folder) => recorded.map((name) => `${folder}/${name}`))
  const all = [...records, `${definitionsFolder}/any.yaml`, ...files].map(placeOf)
  const paths = all.filter((path) => !path.startsWith('../') && !isAbsolute(path))
  // Where git does not answer, it ignores nothing.
  const rules = await ignoringIn(root, paths, env).catch(() => [])
  const lines = new Map(rules.map((rule) => [`${rule.where}:${rule.line}`, rule]))
  return [...lines.values()].map(({ where, line, pattern, path }) => {
    const isRecord = recorded.some((name) => path.endsWith(`/${name}`))
    const message = `git ignores ${isRecord ? 'the record of the work' : path.replace(/\/any\.yaml$/, '')} by “${pattern}”: no clone has what is not committed.`
    // git looks into no folder that it ignores.
    const rather =
      isRecord && !where.startsWith('.ai/') ? ', or add `!.ai/` and `!.ai/**` as the last lines of `.gitignore`' : ''
    return finding('ignored-by-git', { where, line }, message, `Take ${code(pattern)} out${rather}.`)
  })
}
