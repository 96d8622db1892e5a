import { definitions, walkAsXStateDoes } from '../support/both-engines'

describe('the reducer takes every walk as XState does, step by step', () => {
  test.each(definitions.map((definition) => [definition.name, definition] as const))('of %s', (_, definition) =>
    walkAsXStateDoes(definition, 400),
  )
})
