import type { Group } from './command'

/** The workflows beside the six spells. */
export const groups: readonly Group[] = []
