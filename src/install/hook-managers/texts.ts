import { loadJson } from '../../cli/cast-context'

/** The scripts of hooks, and the guard's messages, from `templates/hooks/`. */
export interface HookTexts {
  readonly guard: string
  readonly trailer: string
  /** The message for a commit that has to wait. */
  readonly blocked: string
}

/** The build puts them next to the program. */
export const loadHookTexts = (): HookTexts => loadJson('hooks.json')
