/** The areas in English; each screen's script carries the areas that it uses and no other. */
export { notFound } from './not-found.ts'
