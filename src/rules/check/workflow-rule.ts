import { changedSince } from '../../git/base'
import type { Git } from '../../git/git'
import { definedIn, misnamedIn, whyMisnamed } from '../../settings/defined-workflows'
import { definitionsFolder } from '../../settings/settings'
import { type Finding, finding, type Happened } from '../finding'
import type { Base } from './base'
import type { CheckedPiece } from './check-piece'

/** Checks that each workflow of the repository is proven: work that begins with it can end. */
export async function workflowRules(root: string): Promise<Finding[]> {
  const names = definedIn(root)
  const misnamed = misnamedIn(root).map((where) =>
    finding('workflow-unproven', { where, line: 1 }, `This file ${whyMisnamed}.`, 'spell workflow list'),
  )
  if (names.length === 0) return misnamed
  const { lookAtOwn } = await import('../../work/own/read-own')
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
): Promise<Happened[]> {
  const own = all.filter(({ isNew, work }) => isNew && work.flow.own)
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
