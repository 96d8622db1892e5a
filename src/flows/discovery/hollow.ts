import { cannotFail } from '../../proof/criteria/cannot-fail'
import { codeSpan } from '../../proof/criteria/code-span'
import { textsAt, unsaidIn as unsaid } from '../../workflow/artifacts/says'
import type { Artifact } from './artifact'
import { criterionIn } from './coverage'
import { schemas } from './fields'
import type { Phase } from './phases'

/** @returns what an artifact leaves unsaid, each with its place */
export const unsaidIn = (phase: Phase, artifact: Artifact): readonly string[] =>
  unsaid(schemas[phase], artifact, (text) => criterionIn(text).text)

/** The commands of a plan that end well whatever is done. */
export const unfailingIn = (artifact: Artifact): readonly string[] =>
  ['subtasks[].verify', 'subtasks[].acceptance_criteria[]'].flatMap((path) =>
    textsAt(artifact, path).flatMap(({ place, text }) => {
      const said = (path.endsWith('verify') ? text : criterionIn(text).verify).trim()
      const how = codeSpan(said) ?? said
      const help = 'name one that fails without the work, or how to look at it'
      return cannotFail(how) ? [`${place}: \`${how}\` cannot fail, so it shows nothing; ${help}`] : []
    }),
  )
