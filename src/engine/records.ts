/** @returns a record with the same keys and mapped values; keeps the type of the keys */
export const mapValues = <Key extends string, Value, Made>(
  record: Readonly<Record<Key, Value>>,
  make: (value: Value, key: Key) => Made,
): Readonly<Record<Key, Made>> =>
  Object.fromEntries(Object.entries<Value>(record).map(([key, value]) => [key, make(value, key as Key)])) as Record<
    Key,
    Made
  >

/** @returns the value of a key; a missing one is made and stored */
export function getOrInsert<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const value = map.get(key) ?? make()
  map.set(key, value)
  return value
}

/** @returns a record with an entry for each name; keeps the type of the keys */
export const recordOf = <Name, const Key extends string, Value>(
  names: readonly Name[],
  keyOf: (name: Name) => Key,
  make: (name: Name) => Value,
): Readonly<Record<Key, Value>> =>
  Object.fromEntries(names.map((name) => [keyOf(name), make(name)])) as Record<Key, Value>
