/**
 * zod would try whether it may compile its schemas, which our policy forbids and browsers report. It reads this before its first
 * schema; it comes later, with the screens that check answers.
 */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })
