import type { TitleOf } from '../../src/cli/title'

/** The texts of answers are not compiled here, so a state's name is its title. */
export const titleOf: TitleOf = (_, state) => state
