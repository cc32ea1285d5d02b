/** What a table holds under a name that came out of a book: names such as `constructor` find nothing. */
export const lookup = <T>(table: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined
