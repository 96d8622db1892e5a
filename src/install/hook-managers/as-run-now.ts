import { exit, Failure } from '../../failure/failure'
import type { Adapters, Look } from '../pieces/piece'
import type { Choices } from '../pieces/record'
import { isHuskys } from './husky'

const ofGit: readonly string[] = ['git', 'hooks-path']

/**
 * A record does not outlive a hook manager that came after it: where one runs the hooks of git now, they are its own.
 *
 * @returns the choices with that manager; the same ones if a manager was chosen, or none runs
 */
export function asRunNow(look: Look, { managers }: Adapters, choices: Choices): Choices {
  if (!ofGit.includes(choices.guard)) return choices
  const manager = managers.find(({ runs }) => runs?.(look, 'pre-commit'))
  return manager ? { ...choices, guard: manager.name } : choices
}

/** Husky finds a team's hook by the name of its own, and overwrites its folder. Throws Failure (usage) `guard-of-husky` */
export function refuseRename({ hooksPath = '' }: Look, { guard }: Choices): void {
  if (!ofGit.includes(guard) || !isHuskys(hooksPath)) return
  const message = `git looks for hooks in ${hooksPath}, which Husky overwrites each time it is set up; nothing is put there.`
  throw new Failure(exit.usage, 'guard-of-husky', message, 'spell init --guard husky')
}
