export { repair } from './repair.ts'
