/**
 * The one message catalogue: every visible text of the web app, by area, as `texts.area.name`. An area is a file in `en/` and
 * a line in `en/index.ts`; a further language is a second folder of the same shape. A namespace and no object: so the
 * bundler sends a text only with the screens that say it.
 */
export * as texts from './en/index.ts'
