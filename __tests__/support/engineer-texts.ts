import { compileTexts } from '../../scripts/compile-texts'

/** The texts as the build compiles them. */
export const texts = compileTexts('templates/engineer')
