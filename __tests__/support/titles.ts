import type { TitleOf } from '../../src/cli/title'

/** The texts of the answers are not compiled here; a state is called by its own name. */
export const titleOf: TitleOf = (_, state) => state
