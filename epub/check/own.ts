/** A value by a key that comes from a book: what every object inherits, such as `constructor`, is not among them. */
export const ownValue = <V>(table: Readonly<Record<string, V>>, key: string): V | undefined =>
  Object.hasOwn(table, key) ? table[key] : undefined
