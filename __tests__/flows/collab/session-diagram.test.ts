import type { Batch } from '../../../src/flows/collab/session'
import { diagramOf } from '../../../src/flows/collab/session-diagram'

const task = (id: string, status: 'pending' | 'in_progress' | 'completed' | 'failed', ...dependsOn: string[]) => ({
  id,
  status,
  dependsOn,
})
const batch = (id: string, ...tasks: Batch['tasks'][number][]): Batch => ({ id, status: 'pending', tasks })

test('a wave for each batch, an arrow for each dependency, a color for each status', () => {
  const batches = [
    batch('batch-1', task('parse-header', 'completed'), task('b', 'failed')),
    batch('batch-2', task('c', 'in_progress', 'parse-header', 'b'), task('d', 'pending')),
  ]
  expect(diagramOf(batches)).toBe(`graph TD
  subgraph wave_1["Wave 1"]
    t_parse_header["parse-header"]
    t_b["b"]
  end
  subgraph wave_2["Wave 2"]
    t_c["c"]
    t_d["d"]
  end
  t_parse_header --> t_c
  t_b --> t_c
  style t_parse_header fill:#c8e6c9,stroke:#2e7d32
  style t_b fill:#ffcdd2,stroke:#c62828
  style t_c fill:#fff9c4,stroke:#f9a825
  style t_d fill:#e0e0e0,stroke:#9e9e9e
`)
})

test('without batches one node says so', () => {
  expect(diagramOf([])).toBe('graph TD\n  none["No tasks yet"]\n')
  expect(diagramOf([batch('batch-1')])).toBe(diagramOf([]))
})

test('names that become alike stay apart, and none is a word of the language', () => {
  const drawn = diagramOf([
    batch(
      'batch-1',
      task('a-b', 'pending'),
      task('a_b', 'pending'),
      task('end', 'pending'),
      task('class', 'pending'),
      task('x"#', 'pending', 'a_b'),
    ),
  ])
  expect(drawn).toContain(
    '    t_a_b["a-b"]\n    t_a_b_2["a_b"]\n    t_end["end"]\n    t_class["class"]\n    t_x__["x#34;#35;"]\n',
  )
  expect(drawn).toContain('  t_a_b_2 --> t_x__\n')
})
