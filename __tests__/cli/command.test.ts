import { defineCommand } from '../../src/cli/command'
import type { AnyRow } from '../../src/engine/definition'
import type { Guard } from '../../src/workflows/hope/facts'
import type { Update } from '../../src/workflows/hope/updates'

// What must not compile stands below an `@ts-expect-error`: `npm run types` fails if it does.

test('the options of a command are those that it declares, with their values', async () => {
  const command = defineCommand({
    name: 'paint',
    summary: '',
    options: [
      { key: 'color', flag: '--color', value: 'COLOR', help: '', choices: ['red', 'blue'] },
      { key: 'twice', flag: '--twice', help: '' },
    ],
    async run(_, { options }) {
      const color: 'red' | 'blue' | undefined = options.color
      // @ts-expect-error: a switch has no text
      const twice: string | undefined = options.twice
      // @ts-expect-error: no such option is declared
      const misspelled = options.colour
      const said = JSON.stringify([color, twice, misspelled])
      return { document: { schemaVersion: 1, kind: said, ok: true, warnings: [] }, markdown: '', exitCode: 0 }
    },
  })
  const cli = { options: { color: 'red', twice: true } } as unknown as Parameters<typeof command.run>[1]
  expect((await command.run(undefined, cli, []))?.document.kind).toBe('["red",true,null]')
})

test('a row names guards, updates, states and events that there are', () => {
  type Row = AnyRow<'open' | 'shut', 'push', Guard, never, Update>
  const right: Row = {
    id: '1',
    from: 'shut',
    on: 'push',
    when: 'a session',
    to: 'open',
    kind: 'advance',
    updates: ['waive'],
  }
  const rows: readonly Row[] = [
    right,
    // @ts-expect-error: no such guard
    { ...right, when: 'a sesion' },
    // @ts-expect-error: no such update
    { ...right, updates: ['wave'] },
    // @ts-expect-error: no such state
    { ...right, to: 'ajar' },
    // @ts-expect-error: no such event
    { ...right, on: 'pull' },
  ]
  expect(rows).toHaveLength(5)
})
