/**
 * Looks for something that needs itself, by way of others.
 *
 * @param needs what each one needs; a name that is not among them needs nothing
 * @returns the names along a circle, the first again at the end; undefined where there is none
 */
export function findCycle(needs: ReadonlyMap<string, readonly string[]>): string[] | undefined {
  const done = new Set<string>()
  for (const start of needs.keys()) {
    // Not by calling itself: a long chain would be too deep.
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
