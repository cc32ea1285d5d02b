/** The areas in English; each screen's script carries the areas that it uses and no other. */
export { issues } from './issues.ts'
export { notFound } from './not-found.ts'
export { notices } from './notices.ts'
export { repair } from './repair.ts'
export { shell } from './shell.ts'
