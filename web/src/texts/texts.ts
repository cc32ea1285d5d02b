/**
 * The one message catalogue: every visible text of the web app, by area, as `texts.area.name`. An area is a file in `en/` and
 * a line in `en/index.ts`; a further language is a second folder of the same shape. A namespace and no object, and
 * never taken apart (`const words = texts.area`, not `const { area } = texts`): so a text goes only where it is said.
 */
export * as texts from './en/index.ts'
