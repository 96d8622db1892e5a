/** @returns a record of the same keys, each with what is made of its value; the keys stay known to the compiler */
export const mapValues = <Key extends string, Value, Made>(
  record: Readonly<Record<Key, Value>>,
  make: (value: Value, key: Key) => Made,
): Readonly<Record<Key, Made>> =>
  Object.fromEntries(Object.entries<Value>(record).map(([key, value]) => [key, make(value, key as Key)])) as Record<
    Key,
    Made
  >

/** @returns a record with an entry for each name; its keys are known to the compiler */
export const recordOf = <Name, const Key extends string, Value>(
  names: readonly Name[],
  keyOf: (name: Name) => Key,
  make: (name: Name) => Value,
): Readonly<Record<Key, Value>> =>
  Object.fromEntries(names.map((name) => [keyOf(name), make(name)])) as Record<Key, Value>
