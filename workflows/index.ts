export { mail } from './mail.ts'
export { repair } from './repair.ts'
export { retention } from './retention.ts'
export { subscription } from './subscription.ts'
