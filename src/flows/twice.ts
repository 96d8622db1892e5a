/** @returns the ids that one before has, in any case, each with its place: `items[1].id` */
export function twice(list: string, ids: readonly string[], field = '.id'): string[] {
  const lower = ids.map((id) => id.toLowerCase())
  return lower.flatMap((id, index) => {
    const before = lower.indexOf(id)
    return id === '' || before === index
      ? []
      : `${list}[${index}]${field}: "${ids[index]}" is also that of ${list}[${before}]`
  })
}
