import { CircuitState, ConsecutiveBreaker, circuitBreaker, handleType, isBrokenCircuitError } from 'cockatiel'
import type { AiSwitchReason } from '../../contract/engine.ts'
import type { AiUse } from '../../contract/report.ts'
import type { AskedQuestion, RemoteModel } from '../../epub/node/remote-model.ts'
import { createEndpoint, ModelFailed, patiently } from './endpoint.ts'
import { charactersIn, tokensAbout } from './prompt.ts'
import type { ModelSettings } from './settings.ts'

/** So many failures in a row, and nobody asks for a while; then one question goes first. */
const failuresToOpen = 5
const restMs = 30_000
/** Before a question is asked for the second time. */
const pauseMs = 250

interface ModelOptions {
  readonly restMs?: number
  readonly pauseMs?: number
  readonly onBreak?: () => void
  readonly onReset?: () => void
}

/** Answers that fit their schema and could not be believed, one after the other, until the model is left alone. */
const disbeliefs = 3

/** One model for all jobs of this process, and what each may spend on it. */
export function openModel(settings: ModelSettings, options: ModelOptions = {}) {
  const endpoint = createEndpoint(settings)
  const breaker = circuitBreaker(handleType(ModelFailed), {
    halfOpenAfter: options.restMs ?? restMs,
    breaker: new ConsecutiveBreaker(failuresToOpen),
  })
  breaker.onBreak(() => options.onBreak?.())
  breaker.onReset(() => options.onReset?.())

  /** What one book asks. Ends what is still on its way when `signal` is aborted. */
  function session(signal?: AbortSignal): ModelSession {
    const { budgetMs, tokensPerBook, costPerBook, priceIn, priceOut, model } = settings
    const byFeature = new Map<number, { feature: number; questions: number; characters: number; pictures: number }>()
    const ended = new AbortController()
    const stop = signal ? AbortSignal.any([signal, ended.signal]) : ended.signal
    let left: AiSwitchReason | undefined
    let answered = 0
    let disbelieved = 0
    let inARow = 0
    let pictureBytes = 0
    let tokensIn = 0
    let tokensOut = 0
    // the time in which at least one question is open, however many are
    let waited = 0
    let open = 0
    let since = 0
    let clock: NodeJS.Timeout | undefined

    const cost = () => (tokensIn * priceIn + tokensOut * priceOut) / 1_000_000
    const spent = () => waited + (open > 0 ? performance.now() - since : 0)
    const leave = (reason: AiSwitchReason) => {
      left ??= reason
      ended.abort()
    }
    const enter = () => {
      if (open++ > 0) return
      since = performance.now()
      clock = setTimeout(() => leave('timed-out'), budgetMs - waited)
    }
    const exit = () => {
      if (--open > 0) return
      waited += performance.now() - since
      clearTimeout(clock)
    }
    const note = (question: AskedQuestion) => {
      const { feature, image } = question
      const told = byFeature.get(feature) ?? { feature, questions: 0, characters: 0, pictures: 0 }
      byFeature.set(feature, {
        feature,
        questions: told.questions + 1,
        characters: told.characters + charactersIn(question),
        pictures: told.pictures + (image ? 1 : 0),
      })
      pictureBytes += image?.bytes.length ?? 0
    }
    /** The question is paid for before it is asked: many at once cannot spend more than there is. */
    let reserved = 0
    const affords = (tokens: number) =>
      tokensIn + tokensOut + reserved + tokens <= tokensPerBook &&
      (costPerBook === undefined || cost() + (tokens * Math.max(priceIn, priceOut)) / 1_000_000 <= costPerBook)

    /** A book that went away says nothing of the endpoint, but its probe has not been passed either. */
    const isTooSlow = () => left === 'timed-out' || (stop.aborted && breaker.state === CircuitState.HalfOpen)

    async function ask(question: AskedQuestion): Promise<unknown> {
      if (left || stop.aborted) return undefined
      if (question.image && !settings.hasVision) return undefined
      if (spent() >= budgetMs) return void leave('timed-out')
      if (breaker.state === CircuitState.HalfOpen) return void leave('circuit-open')
      const tokens = tokensAbout(question) + question.maxTokens
      if (!affords(tokens)) return void leave('budget-spent')
      reserved += tokens
      enter()
      try {
        const answer = await patiently(
          () =>
            breaker.execute(async () => {
              note(question)
              return endpoint.ask(question, stop).catch((error: unknown) => {
                throw isTooSlow() ? new ModelFailed('timed-out') : error
              })
            }),
          { signal: stop, left: () => budgetMs - spent(), firstPause: options.pauseMs ?? pauseMs },
        )
        answered++
        // servers that do not count are believed to have used what was expected
        tokensIn += answer.tokensIn || tokensAbout(question)
        tokensOut += answer.tokensOut || Math.ceil(JSON.stringify(answer.value).length / 4)
        return answer.value
      } catch (error) {
        if (signal?.aborted) return undefined
        leave(reasonOf(error))
        return undefined
      } finally {
        reserved -= tokens
        exit()
      }
    }

    const judge = (isBelieved: boolean) => {
      inARow = isBelieved ? 0 : inARow + 1
      if (!isBelieved) disbelieved++
      if (inARow >= disbeliefs) leave('bad-answers')
    }

    return {
      model: {
        name: model,
        hasVision: settings.hasVision,
        patience: budgetMs,
        ask,
        judge,
      },
      use: () => ({
        engine: answered > disbelieved ? 'model' : 'offline',
        model,
        ...(left && { left }),
        answered,
        disbelieved,
        asked: [...byFeature.values()].sort((a, b) => a.feature - b.feature),
        pictureBytes,
        tokensIn,
        tokensOut,
        ...(priceIn + priceOut > 0 && { cost: Math.round(cost() * 1_000_000) / 1_000_000 }),
        waited: Math.round(spent()),
      }),
    }
  }
  return { name: settings.model, session }
}

export type OpenedModel = ReturnType<typeof openModel>

export interface ModelSession {
  readonly model: RemoteModel
  /** What was asked, sent and spent so far. */
  use(): AiUse
}

function reasonOf(error: unknown): AiSwitchReason {
  if (error instanceof ModelFailed) return error.fault === 'bad-answer' ? 'bad-answers' : error.fault
  return isBrokenCircuitError(error) ? 'circuit-open' : 'timed-out'
}
