import type { TaskStatus, Wave } from './session'

const colors: Readonly<Record<TaskStatus, readonly [fill: string, stroke: string]>> = {
  pending: ['#e0e0e0', '#9e9e9e'],
  in_progress: ['#fff9c4', '#f9a825'],
  completed: ['#c8e6c9', '#2e7d32'],
  failed: ['#ffcdd2', '#c62828'],
}

export function diagramOf(waves: readonly Wave[]): string {
  const tasks = waves.flatMap((wave) => wave.tasks)
  if (tasks.length === 0) return 'graph TD\n  none["No tasks yet"]\n'
  const nodes = nodeIds(tasks.map(({ id }) => id))
  const node = (id: string) => nodes.get(id) ?? id
  return `${[
    'graph TD',
    ...waves.flatMap((wave, index) => [
      `  subgraph wave_${index + 1}["Wave ${index + 1}"]`,
      ...wave.tasks.map(({ id }) => `    ${node(id)}["${label(id)}"]`),
      '  end',
    ]),
    ...tasks.flatMap(({ id, dependsOn }) => dependsOn.map((other) => `  ${node(other)} --> ${node(id)}`)),
    ...tasks.map(({ id, status }) => `  style ${node(id)} fill:${colors[status][0]},stroke:${colors[status][1]}`),
  ].join('\n')}\n`
}

/** Ids that Mermaid accepts: with a prefix none is a word of its language, and each is unique. */
const nodeIds = (ids: readonly string[]): ReadonlyMap<string, string> =>
  new Map(ids.map((id, index) => [id, `t${index + 1}_${id.replace(/[^A-Za-z0-9_]/g, '_')}`]))

/** Mermaid's escapes for characters in a quoted label. */
const label = (text: string): string => text.replace(/[#"<>&]/g, (character) => `#${character.charCodeAt(0)};`)
