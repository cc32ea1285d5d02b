import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import type { AskedQuestion } from '../../epub/node/remote-model.ts'
import { messagesOf } from './prompt.ts'
import type { ModelSettings } from './settings.ts'

export const modelFaults = ['timed-out', 'unreachable', 'refused', 'rate-limited', 'failing', 'bad-answer'] as const
export type ModelFault = (typeof modelFaults)[number]

/** The endpoint gave no answer that can be used. Holds no word of the question, the answer or the key. */
export class ModelFailed extends Error {
  override name = 'ModelFailed'
  readonly fault: ModelFault
  /** How long the endpoint asks to be left alone, in ms. */
  readonly retryAfter: number | undefined
  readonly status: number | undefined
  constructor(fault: ModelFault, { retryAfter, status }: { retryAfter?: number | undefined; status?: number } = {}) {
    super(status === undefined ? `The model is ${fault}` : `The model is ${fault}: HTTP ${status}`)
    this.fault = fault
    this.retryAfter = retryAfter
    this.status = status
  }
}

export interface Answered {
  readonly value: unknown
  readonly tokensIn: number
  readonly tokensOut: number
}

/** An answer that is longer than this is none. */
const mostBytes = 1_048_576
/** Longest that a `Retry-After` is believed, in ms. */
const mostPatience = 60_000

const Completion = z.object({
  choices: z.array(z.object({ message: z.object({ content: z.string() }), finish_reason: z.string().nullish() })).min(1),
  usage: z.object({ prompt_tokens: z.number().min(0), completion_tokens: z.number().min(0) }).nullish(),
})

/** Servers differ in how they want to be asked; what one refused is not said to it again. */
interface Dialect {
  format: 'json_schema' | 'json_object' | 'none'
  limit: 'max_tokens' | 'max_completion_tokens'
  temperature: boolean
}

/** One address that speaks as OpenAI's chat completions do. `ask` throws `ModelFailed`, or what `signal` was aborted with. */
export function createEndpoint({ baseUrl, apiKey, model, timeoutMs }: ModelSettings) {
  const dialect: Dialect = { format: 'json_schema', limit: 'max_tokens', temperature: true }

  const bodyOf = (question: AskedQuestion) => ({
    model,
    messages: messagesOf(question),
    [dialect.limit]: question.maxTokens,
    ...(dialect.temperature && { temperature: 0 }),
    ...(dialect.format === 'json_schema' && {
      response_format: { type: 'json_schema', json_schema: { name: 'answer', schema: question.schema } },
    }),
    ...(dialect.format === 'json_object' && { response_format: { type: 'json_object' } }),
  })

  /** Whether the same question is worth asking in another way. */
  function learn(complaint: string): boolean {
    if (dialect.limit === 'max_tokens' && complaint.includes('max_completion_tokens')) {
      dialect.limit = 'max_completion_tokens'
      return true
    }
    if (dialect.temperature && complaint.includes('temperature')) {
      dialect.temperature = false
      return true
    }
    if (dialect.format !== 'none' && /response_format|json_schema|json_object|grammar/.test(complaint)) {
      dialect.format = dialect.format === 'json_schema' ? 'json_object' : 'none'
      return true
    }
    return false
  }

  async function once(question: AskedQuestion, signal: AbortSignal): Promise<Answered> {
    const limit = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])
    try {
      const response = await fetch(`${baseUrl}/chat/completions`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...(apiKey && { authorization: `Bearer ${apiKey}` }) },
        body: JSON.stringify(bodyOf(question)),
        // a key is not carried to another address
        redirect: 'error',
        signal: limit,
      })
      const text = await textOf(response)
      if (response.ok) return answerIn(text, question)
      const { status } = response
      if ((status === 400 || status === 422) && learn(text)) return await once(question, signal)
      if (status === 429) throw new ModelFailed('rate-limited', { status, retryAfter: retryAfterOf(response) })
      throw new ModelFailed(status >= 500 ? 'failing' : 'refused', { status, retryAfter: retryAfterOf(response) })
    } catch (error) {
      if (error instanceof ModelFailed) throw error
      signal.throwIfAborted()
      throw new ModelFailed(limit.aborted ? 'timed-out' : 'unreachable')
    }
  }
  return { ask: once }
}

export type Endpoint = ReturnType<typeof createEndpoint>

/** The body as far as it may go: an endpoint may send without end. */
async function textOf({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of body ?? []) {
    bytes += chunk.length
    if (bytes > mostBytes) throw new ModelFailed('bad-answer')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function answerIn(text: string, question: AskedQuestion): Answered {
  const completion = Completion.safeParse(jsonIn(text))
  const choice = completion.data?.choices[0]
  if (!choice || choice.finish_reason === 'length') throw new ModelFailed('bad-answer')
  const { content } = choice.message
  const value = jsonIn(content.replace(/^\s*```(?:json)?\s*\n([\s\S]*?)\n\s*```\s*$/, '$1'))
  if (value === undefined || !fits(question.schema, value)) throw new ModelFailed('bad-answer')
  const usage = completion.data?.usage
  return { value, tokensIn: usage?.prompt_tokens ?? 0, tokensOut: usage?.completion_tokens ?? 0 }
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Schemas are ours; one that cannot be compiled leaves the judgement to who reads the answer. */
function fits(schema: AskedQuestion['schema'], value: unknown): boolean {
  let compiled: z.ZodType
  try {
    compiled = z.fromJSONSchema(schema as Parameters<typeof z.fromJSONSchema>[0])
  } catch {
    return true
  }
  return compiled.safeParse(value).success
}

function retryAfterOf({ headers }: Response): number | undefined {
  const given = headers.get('retry-after')
  if (!given) return undefined
  const ms = /^\d+$/.test(given) ? Number(given) * 1000 : Date.parse(given) - Date.now()
  return Number.isFinite(ms) && ms >= 0 ? Math.min(ms, mostPatience) : undefined
}

/** How often one question is asked. */
const tries = 3

const isWorthwhile = ({ fault }: ModelFailed) => fault !== 'refused'

interface Patience {
  readonly signal: AbortSignal
  /** Time that is left, and the first pause, in ms. */
  readonly left: () => number
  readonly firstPause: number
}

/** Asks again after pauses that grow and differ, so that many who were turned away do not come back together. */
export async function patiently<T>(ask: () => Promise<T>, { signal, left, firstPause }: Patience) {
  for (let attempt = 1; ; attempt++)
    try {
      return await ask()
    } catch (error) {
      if (!(error instanceof ModelFailed) || attempt === tries || !isWorthwhile(error)) throw error
      const wait = error.retryAfter ?? firstPause * 2 ** (attempt - 1) * (0.5 + Math.random())
      if (wait >= left()) throw error
      await pause(wait, undefined, { signal })
    }
}
