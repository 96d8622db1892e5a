import type { Wave } from '../../../src/workflows/collab/session'
import { diagramOf } from '../../../src/workflows/collab/waves'

const task = (id: string, status: 'pending' | 'in_progress' | 'completed' | 'failed', ...dependsOn: string[]) => ({
  id,
  status,
  dependsOn,
})
const wave = (id: string, ...tasks: Wave['tasks'][number][]): Wave => ({ id, status: 'pending', tasks })

test('a wave for each wave, an arrow for each dependency, a color for each status', () => {
  const waves = [
    wave('batch-1', task('parse-header', 'completed'), task('b', 'failed')),
    wave('batch-2', task('c', 'in_progress', 'parse-header', 'b'), task('d', 'pending')),
  ]
  expect(diagramOf(waves)).toBe(`graph TD
  subgraph wave_1["Wave 1"]
    t1_parse_header["parse-header"]
    t2_b["b"]
  end
  subgraph wave_2["Wave 2"]
    t3_c["c"]
    t4_d["d"]
  end
  t1_parse_header --> t3_c
  t2_b --> t3_c
  style t1_parse_header fill:#c8e6c9,stroke:#2e7d32
  style t2_b fill:#ffcdd2,stroke:#c62828
  style t3_c fill:#fff9c4,stroke:#f9a825
  style t4_d fill:#e0e0e0,stroke:#9e9e9e
`)
})

test('without waves one node says so', () => {
  expect(diagramOf([])).toBe('graph TD\n  none["No tasks yet"]\n')
  expect(diagramOf([wave('batch-1')])).toBe(diagramOf([]))
})

test('names that become alike stay apart, and none is a word of the language', () => {
  const drawn = diagramOf([
    wave(
      'batch-1',
      task('a-b', 'pending'),
      task('a_b', 'pending'),
      task('end', 'pending'),
      task('class', 'pending'),
      task('x"#', 'pending', 'a_b'),
    ),
  ])
  expect(drawn).toContain(
    '    t1_a_b["a-b"]\n    t2_a_b["a_b"]\n    t3_end["end"]\n    t4_class["class"]\n    t5_x__["x#34;#35;"]\n',
  )
  expect(drawn).toContain('  t2_a_b --> t5_x__\n')
})
