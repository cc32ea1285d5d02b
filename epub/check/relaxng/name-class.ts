/** Which names an element or attribute pattern accepts; plain data, so that it can be stored and compared as JSON. */
export type NameClass =
  | readonly ['name', namespace: string, local: string]
  | readonly ['namespace', namespace: string, except: NameClass | null]
  | readonly ['any', except: NameClass | null]
  | readonly ['either', readonly NameClass[]]

/** A name met in a document. `local` is `undefined` for any name that the schema does not mention: all those behave alike. */
export interface Name {
  readonly namespace: string | undefined
  readonly local: string | undefined
}

export function accepts(names: NameClass, name: Name): boolean {
  switch (names[0]) {
    case 'name':
      return names[2] === name.local && names[1] === name.namespace
    case 'namespace':
      return names[1] === name.namespace && !(names[2] && accepts(names[2], name))
    case 'any':
      return !(names[1] && accepts(names[1], name))
    case 'either':
      return names[1].some((part) => accepts(part, name))
  }
}

/** 3 for an exact name, 2 for any name of a namespace, 1 for any name at all, 0 for no match. */
export function precision(names: NameClass, name: Name): number {
  switch (names[0]) {
    case 'name':
      return accepts(names, name) ? 3 : 0
    case 'namespace':
      return accepts(names, name) ? 2 : 0
    case 'any':
      return accepts(names, name) ? 1 : 0
    case 'either':
      return Math.max(...names[1].map((part) => precision(part, name)))
  }
}

/** Every exact name that is mentioned, exceptions included. */
export function* mentioned(names: NameClass): Generator<readonly [namespace: string, local: string | undefined]> {
  switch (names[0]) {
    case 'name':
      yield [names[1], names[2]]
      break
    case 'namespace':
      yield [names[1], undefined]
      if (names[2]) yield* mentioned(names[2])
      break
    case 'any':
      if (names[1]) yield* mentioned(names[1])
      break
    case 'either':
      for (const part of names[1]) yield* mentioned(part)
  }
}

/** Local names that can be offered as what was expected; wildcards offer none. */
export function* offered(names: NameClass): Generator<string> {
  if (names[0] === 'name') yield names[2]
  else if (names[0] === 'either') for (const part of names[1]) yield* offered(part)
}
