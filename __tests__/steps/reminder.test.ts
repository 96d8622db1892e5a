import { makeRepository } from '../support/folder'
import { spellHere } from '../support/packed-program'

const reminded = (repository: { path: string }, ...more: string[]) =>
  spellHere(repository.path, ['lumos', '--brief', ...more]).stdout

test('an agent is reminded of the six spells where they have work, whatever else there is', () => {
  const shop = makeRepository()
  spellHere(shop.path, ['discovery', 'start', 'Add CSV export'])
  spellHere(shop.path, ['accio'])
  expect(reminded(shop)).toContain('State: Context.')
})

test('else of what was last worked on', () => {
  const shop = makeRepository()
  spellHere(shop.path, ['discovery', 'start', 'Add CSV export'])
  expect(reminded(shop)).toContain('`spell discovery')
  expect(reminded(shop)).not.toContain('accio')
  expect(JSON.parse(reminded(shop, '--hook', 'cursor')).additional_context).toBe(reminded(shop).trimEnd())
})

test.each([
  ['discovery', 'start', 'Add CSV export'],
  ['collab', 'start', 'orders'],
  ['hope', 'start', 'Add CSV export'],
])('and by any workflow in a few words: %s', (...begin) => {
  const shop = makeRepository()
  spellHere(shop.path, begin)
  expect(reminded(shop)).toContain(`spell ${begin[0]}`)
  expect(Buffer.byteLength(reminded(shop))).toBeLessThanOrEqual(1200)
})

test('before any work, how to begin', () => {
  const shop = makeRepository({ '.ai/spell.json': '{}' })
  expect(reminded(shop)).toContain('accio')
})

test('where hope has hooks, they tell of it, and nothing does twice', () => {
  const shop = makeRepository()
  spellHere(shop.path, ['hope', 'start', 'Add CSV export'])
  expect(reminded(shop, '--hook', 'claude')).toContain('State: How you take part.')
  spellHere(shop.path, ['init', '--agents', 'claude', '--yes'])
  spellHere(shop.path, ['hope', 'cancel'])
  spellHere(shop.path, ['hope', 'start', 'Add JSON export'])
  expect(reminded(shop, '--hook', 'claude')).toBe('')
  spellHere(shop.path, ['accio'])
  expect(reminded(shop, '--hook', 'claude')).toContain('State: Context.')
})
