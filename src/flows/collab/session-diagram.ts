import type { Batch, TaskStatus } from './session'

const colors: Readonly<Record<TaskStatus, readonly [fill: string, stroke: string]>> = {
  pending: ['#e0e0e0', '#9e9e9e'],
  in_progress: ['#fff9c4', '#f9a825'],
  completed: ['#c8e6c9', '#2e7d32'],
  failed: ['#ffcdd2', '#c62828'],
}

export function diagramOf(batches: readonly Batch[]): string {
  const tasks = batches.flatMap((batch) => batch.tasks)
  if (tasks.length === 0) return 'graph TD\n  none["No tasks yet"]\n'
  const nodes = nodeIds(tasks.map(({ id }) => id))
  const node = (id: string) => nodes.get(id) ?? id
  return `${[
    'graph TD',
    ...batches.flatMap((batch, index) => [
      `  subgraph wave_${index + 1}["Wave ${index + 1}"]`,
      ...batch.tasks.map(({ id }) => `    ${node(id)}["${label(id)}"]`),
      '  end',
    ]),
    ...tasks.flatMap(({ id, dependsOn }) => dependsOn.map((other) => `  ${node(other)} --> ${node(id)}`)),
    ...tasks.map(({ id, status }) => `  style ${node(id)} fill:${colors[status][0]},stroke:${colors[status][1]}`),
  ].join('\n')}\n`
}

/** Ids that Mermaid accepts: with a prefix none is a word of its language; they stay unique. */
function nodeIds(ids: readonly string[]): ReadonlyMap<string, string> {
  const nodes = new Map<string, string>()
  const taken = new Set<string>()
  for (const id of ids) {
    const first = `t_${id.replace(/[^A-Za-z0-9_]/g, '_')}`
    let name = first
    for (let count = 2; taken.has(name); count++) name = `${first}_${count}`
    taken.add(name)
    nodes.set(id, name)
  }
  return nodes
}

/** Mermaid's escapes for characters in a quoted label. */
const label = (text: string): string => text.replace(/[#"<>&]/g, (character) => `#${character.charCodeAt(0)};`)
