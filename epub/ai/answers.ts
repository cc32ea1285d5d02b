import { digest } from './picks.ts'
import type { Answers, Model, Question } from './port.ts'

/** What makes two questions the same: what is asked, of which text and picture. */
export const keyOf = ({ feature, instruction, excerpts, image }: Question<unknown>): string =>
  `${feature}.${digest(JSON.stringify([instruction, excerpts, image?.mediaType, image ? sample(image.bytes) : '']))}`

/** A picture by its length and every few of its bytes. */
function sample(bytes: Uint8Array): string {
  const step = Math.max(1, Math.floor(bytes.length / 4096))
  let text = `${bytes.length}:`
  for (let at = 0; at < bytes.length; at += step) text += String.fromCharCode(bytes[at]!)
  return text
}

export interface Answering {
  readonly model: Model
  /** Given and heard so far. */
  answers(): Answers
}

/**
 * A model that is not asked what was answered before; without one behind it, it knows nothing else. An answer is kept as the
 * schema's own JSON, whatever `parse` made of it.
 */
export function answering(model: Model | undefined, known: Answers = {}): Answering {
  const heard: Record<string, unknown> = { ...known }
  return {
    answers: () => heard,
    model: {
      name: model?.name ?? '',
      hasVision: model?.hasVision ?? Object.keys(known).length > 0,
      async ask<T>(question: Question<T>, signal?: AbortSignal) {
        const key = keyOf(question)
        if (Object.hasOwn(heard, key)) return question.parse(heard[key])
        if (!model) return undefined
        let raw: unknown
        const answer = await model.ask(
          {
            ...question,
            parse(value: unknown) {
              raw = value
              return question.parse(value)
            },
          },
          signal,
        )
        if (answer !== undefined) heard[key] = raw
        return answer
      },
    },
  }
}
