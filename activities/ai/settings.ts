import { z } from 'zod'

/** An empty variable counts as not set. */
const optional = <T extends z.ZodType>(schema: T) => z.preprocess((value) => (value === '' ? undefined : value), schema)

const Environment = z.object({
  AI_BASE_URL: optional(z.url({ protocol: /^https?$/ }).optional()),
  AI_API_KEY: optional(z.string().optional()),
  AI_MODEL: optional(z.string().optional()),
  AI_VISION: optional(z.enum(['on', 'off']).default('off')),
  AI_BUDGET_MS: optional(z.coerce.number().int().min(0).max(300_000).default(20_000)),
  AI_TIMEOUT_MS: optional(z.coerce.number().int().min(100).max(300_000).default(15_000)),
  AI_TOKENS_PER_BOOK: optional(z.coerce.number().int().positive().default(60_000)),
  AI_PRICE_IN: optional(z.coerce.number().min(0).default(0)),
  AI_PRICE_OUT: optional(z.coerce.number().min(0).default(0)),
  AI_COST_PER_BOOK: optional(z.coerce.number().positive().optional()),
})

/** Any endpoint that speaks as OpenAI's chat completions do. */
export interface ModelSettings {
  /** Up to and with `/v1`. */
  readonly baseUrl: string
  /** Local servers need none. */
  readonly apiKey: string | undefined
  readonly model: string
  readonly hasVision: boolean
  /** Longest time that one book waits for the model, in ms. */
  readonly budgetMs: number
  /** Longest time of one request, in ms. */
  readonly timeoutMs: number
  /** Of questions and answers together. */
  readonly tokensPerBook: number
  /** US dollars for a million tokens of questions, of answers; 0 where it costs nothing or nobody knows. */
  readonly priceIn: number
  readonly priceOut: number
  /** US dollars. */
  readonly costPerBook: number | undefined
}

/** Undefined: offline. Throws with a sentence on half a configuration. */
export function readModelSettings(given: Readonly<Record<string, string | undefined>>): ModelSettings | undefined {
  const env = Environment.parse(given)
  const { AI_BASE_URL: baseUrl, AI_MODEL: model, AI_API_KEY: apiKey } = env
  if (!baseUrl && !model && !apiKey) return undefined
  if (!baseUrl || !model)
    throw new Error(
      `${baseUrl ? 'AI_MODEL' : 'AI_BASE_URL'} is not set: a model needs the address of its endpoint (AI_BASE_URL) and its name (AI_MODEL). Set both, or unset AI_BASE_URL, AI_MODEL and AI_API_KEY to work offline.`,
    )
  return {
    baseUrl: baseUrl.replace(/\/+$/, ''),
    apiKey,
    model,
    hasVision: env.AI_VISION === 'on',
    budgetMs: env.AI_BUDGET_MS,
    timeoutMs: env.AI_TIMEOUT_MS,
    tokensPerBook: env.AI_TOKENS_PER_BOOK,
    priceIn: env.AI_PRICE_IN,
    priceOut: env.AI_PRICE_OUT,
    costPerBook: env.AI_COST_PER_BOOK,
  }
}
