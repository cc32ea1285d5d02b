import type { Model, Question } from '../ai/port.ts'

/** A question as it leaves the engine process: plain data, the reading of the answer stays behind. */
export type AskedQuestion = Omit<Question<unknown>, 'parse'>

/**
 * A model as the parent of the engine processes has it. Keys, limits and the circuit breaker stay there: a process that
 * works on strangers' books has no use for a key, and what one book learns of an endpoint all others know.
 */
export interface RemoteModel {
  readonly name: string
  readonly hasVision: boolean
  /** The answer as it came; undefined where there is none that can be used. Never throws. */
  ask(question: AskedQuestion): Promise<unknown>
  /** Whether an answer that fitted its schema could be believed. */
  judge(isBelieved: boolean): void
  /** How much longer than others a task may take that asks it, in ms. */
  readonly patience: number
}

/** Sends what the parent is to hear. */
export interface ModelLine {
  readonly ask: (question: AskedQuestion) => Promise<unknown>
  readonly judge: (isBelieved: boolean) => void
}

/** The same seen from the engine process. */
export const modelOver = ({ ask, judge }: ModelLine, { name, hasVision }: Pick<Model, 'name' | 'hasVision'>): Model => ({
  name,
  hasVision,
  async ask({ parse, ...question }, signal) {
    signal?.throwIfAborted()
    const value = await ask(question)
    signal?.throwIfAborted()
    if (value === undefined) return undefined
    const answer = believed(parse, value)
    judge(answer !== undefined)
    return answer
  },
})

/** What a stranger answered may be of any shape: a reading that stumbles over it is a no. */
function believed<T>(parse: Question<T>['parse'], value: unknown): T | undefined {
  try {
    return parse(value)
  } catch {
    return undefined
  }
}
