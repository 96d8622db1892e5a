import { loadJson } from '../../../cli/cast-context'

/** The scripts that hooks run, and what the guard says: from `templates/hooks/`. */
export interface HookTexts {
  readonly guard: string
  readonly trailer: string
  /** What a commit is told that has to wait. */
  readonly blocked: string
}

/** The build has put them next to the program. */
export const loadHookTexts = (): HookTexts => loadJson('hooks.json')
