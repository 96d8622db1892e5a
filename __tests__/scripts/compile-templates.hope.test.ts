import { compileHopeHooks } from '../../scripts/compile-templates'
import { parts, partsIn } from '../../src/workflows/hope/host-hooks'

const texts = compileHopeHooks('templates/hope-hooks')

test('there is a text for every part that can be missing', () => {
  for (const part of [...parts, 'coverage']) expect(texts[`denied-${part.toLowerCase()}`]).toMatch(/\S/)
})

test('no text would be taken for a part, even if repeated', () => {
  for (const text of Object.values(texts)) expect(partsIn(text)).toEqual([])
})

test('together they are short', () => {
  expect(Object.values(texts).join('').length).toBeLessThan(6000)
})
