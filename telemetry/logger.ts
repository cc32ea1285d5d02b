import { type Logger, pino } from 'pino'

/** Drivers hang rows and parameters on their errors; a log holds none of them. */
export function withoutValues(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error) }
  const { name, message, stack, cause } = error
  const code = 'code' in error ? error.code : undefined
  return { name, message, code, stack, ...(cause !== undefined && { cause: cause instanceof Error ? cause.message : undefined }) }
}

/** One line of JSON for each thing that happens: `process`, and what `context` says of the call or activity it belongs to. */
export const createLogger = (process: string, level: string | undefined, context: () => object = () => ({})): Logger =>
  pino({
    level: level || 'info',
    base: { process, pid: globalThis.process.pid },
    mixin: context,
    serializers: { err: withoutValues },
  })
