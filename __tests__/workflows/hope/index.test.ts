import { verify } from '../../../src/engine/verify'
import { definition } from '../../../src/workflows/hope'

test('keeps every promise, over every state, event and combination of facts', () => {
  expect(verify(definition).findings).toEqual([])
})
