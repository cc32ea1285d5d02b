/** The areas in English; each screen's script carries the areas that it uses and no other. */
export { account } from './account.ts'
export { checkout } from './checkout.ts'
export { issues } from './issues.ts'
export { notFound } from './not-found.ts'
export { notices } from './notices.ts'
export { pricing } from './pricing.ts'
export { repair } from './repair.ts'
export { shell } from './shell.ts'
