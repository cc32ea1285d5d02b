import { SaxesParser } from 'saxes'

/** Deeper nesting than this is a fault of its own: nobody wrote it, and readers die of it. */
const deepest = 5000
/** Every so many levels the prefixes in force are noted anew. */
const stride = 32

/**
 * A strict parser that stays linear: the library looks for a prefix through all open elements, which is quadratic in
 * a chapter whose paragraphs are never closed. Call `leave` at every `closetag`.
 */
export function createStrictParser() {
  const parser = new SaxesParser({ xmlns: true, position: true })
  const scopes: Record<string, string>[] = []
  parser.on('opentagstart', ({ ns }) => {
    const depth = scopes.length
    if (depth % stride === stride - 1) for (const scope of scopes.slice(-stride)) Object.assign(ns, scope)
    scopes.push(ns)
    if (depth > deepest) parser.fail('elements are nested too deeply.')
  })
  return { parser, leave: () => scopes.pop() }
}
