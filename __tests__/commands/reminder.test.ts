import { makeRepository } from '../support/folder'
import { shell, spellHere } from '../support/packed-program'
import { testOnPosix } from '../support/posix'

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

test('work of another workflow comes before work of the six spells that is over, and each is named', () => {
  const over = { current_state: 'ACHIEVE_COMPLETE', context: {}, history: [] }
  const plan = '# Orders\n\n- [x] a\n'
  const shop = makeRepository({ '.ai/task/state.json': JSON.stringify(over), '.ai/task/plan.md': plan })
  expect(reminded(shop)).toContain('State: Complete.')
  spellHere(shop.path, ['collab', 'start', 'orders'])
  expect(reminded(shop)).toContain('`spell collab')
  expect(spellHere(shop.path, ['lumos', '--for', 'developer']).stdout).toContain('`spell collab status --work orders`')
  spellHere(shop.path, ['discovery', 'start', 'Add CSV export'])
  expect(reminded(shop)).toContain('- Also under way: orders (collab).')
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

describe('a hook of Claude Code', () => {
  const shop = () => {
    const repository = makeRepository()
    spellHere(repository.path, ['accio'])
    return repository
  }
  const told = (payload: object, env = {}) =>
    spellHere(shop().path, ['lumos', '--for', 'ai', '--brief', '--hook', 'claude'], {
      input: JSON.stringify(payload),
      env,
    }).stdout

  test('is told in a line what to keep before a compaction, and all after it', () => {
    expect(told({ hook_event_name: 'PreCompact', trigger: 'manual' })).toMatch(/^Keep in the summary .+\n$/)
    expect(told({ hook_event_name: 'SessionStart', source: 'compact' })).toContain('State: Context.')
  })

  test('is told nothing by another host, which has its own', () => {
    const env = { COPILOT_PROJECT_DIR: '/r' }
    expect(told({ hook_event_name: 'SessionStart', timestamp: '2026-11-01T10:00:00Z' }, env)).toBe('')
  })

  testOnPosix('is told as ever where nothing can be read', () => {
    const { path } = shop()
    const { stdout } = shell(path, 'spell lumos --brief --hook claude <&-')
    expect(stdout).toContain('State: Context.')
  })
})
