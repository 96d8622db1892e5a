/**
 * Finds a cycle of dependencies: its names, the first again at the end; undefined if there is none.
 *
 * @param needs the dependencies of each name; a name that is missing has none
 */
export function findCycle(needs: ReadonlyMap<string, readonly string[]>): string[] | undefined {
  const done = new Set<string>()
  for (const start of needs.keys()) {
    // Iterative, as a long chain would exceed the stack.
    const way: { readonly name: string; next: number }[] = [{ name: start, next: 0 }]
    const onWay = new Set([start])
    for (let top = way.at(-1); top; top = way.at(-1)) {
      const next = done.has(top.name) ? undefined : needs.get(top.name)?.[top.next++]
      if (next === undefined) {
        done.add(top.name)
        onWay.delete(top.name)
        way.pop()
      } else if (onWay.has(next)) {
        const names = way.map(({ name }) => name)
        return [...names.slice(names.indexOf(next)), next]
      } else {
        way.push({ name: next, next: 0 })
        onWay.add(next)
      }
    }
  }
  return undefined
}

/** @returns what is wrong with things that build on each other, in a list of at most one sentence */
export function circleIn(things: string, needs: ReadonlyMap<string, readonly string[]>, because = ''): string[] {
  const circle = findCycle(needs)
  return circle ? [`${things}: build on each other in a circle, ${circle.join(' → ')}${because}`] : []
}
