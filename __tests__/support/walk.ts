import type { WayEdge, WorkReport } from '../../src/show/model'

/** What a map is marked with: steps, of which the first begins the way, and where the work is now. */
export function walkOf(
  steps: readonly Omit<WayEdge, 'last'>[],
  now: Partial<Pick<WorkReport, 'state' | 'stateTitle' | 'next'>>,
): Pick<WorkReport, 'state' | 'stateTitle' | 'way' | 'next'> {
  const time = '2026-08-20T15:30:00Z'
  const state = steps[0]?.from
  return {
    state: '',
    stateTitle: 'Here',
    next: [],
    ...now,
    way: {
      steps: steps.length,
      states: state === undefined ? [] : [{ state, title: state, visits: 1, first: time, last: time }],
      edges: steps.map((step) => ({ ...step, last: time })),
      recent: [],
    },
  }
}
