/** @returns a record of the same keys, each with what is made of its value; the keys stay known to the compiler */
export const mapValues = <Key extends string, Value, Made>(
  record: Readonly<Record<Key, Value>>,
  make: (value: Value, key: Key) => Made,
): Readonly<Record<Key, Made>> =>
  Object.fromEntries(Object.entries<Value>(record).map(([key, value]) => [key, make(value, key as Key)])) as Record<
    Key,
    Made
  >

/** @returns what a map has under a key; what it has not is made and kept there */
export function kept<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const value = map.get(key) ?? make()
  map.set(key, value)
  return value
}

/** @returns a record with an entry for each name; its keys are known to the compiler */
export const recordOf = <Name, const Key extends string, Value>(
  names: readonly Name[],
  keyOf: (name: Name) => Key,
  make: (name: Name) => Value,
): Readonly<Record<Key, Value>> =>
  Object.fromEntries(names.map((name) => [keyOf(name), make(name)])) as Record<Key, Value>
