import type { ReportedTask, TaskStatus } from '../../src/workflow/reporting'
import { randomFrom } from './random'

const statuses: readonly TaskStatus[] = ['done', 'doing', 'open', 'failed', 'stale']

/** Tasks in waves, each of which depends on one of the wave before and on some others; each title is one of these. */
export function sampleTasks(
  count: number,
  seed = 1,
  titles: readonly string[] = ['Format the orders'],
): ReportedTask[] {
  const random = randomFrom(seed)
  const tasks: ReportedTask[] = []
  let wave: ReportedTask[] = []
  for (let number = 1; tasks.length + wave.length < count; number++) {
    const [before, earlier] = [wave, [...tasks, ...wave]]
    tasks.push(...wave)
    const size = Math.min(1 + random.below(1 + Math.ceil(count / 5)), count - tasks.length)
    wave = Array.from({ length: size }, (_, index): ReportedTask => {
      const others = earlier.filter(() => random.below(earlier.length + 1) === 0)
      return {
        id: `task-${number}-${index}`,
        name: random.one(titles),
        group: `Wave ${number}`,
        status: random.one(statuses),
        dependsOn: [...new Set(before.length > 0 ? [random.one(before), ...others] : [])].map(({ id = '' }) => id),
        achieved: '',
      }
    })
  }
  return [...tasks, ...wave]
}
