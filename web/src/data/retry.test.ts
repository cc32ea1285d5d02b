import { describe, expect, it } from 'vitest'
import { HttpError } from './http-error.ts'
import { retryDelay, retryMutation, retryQuery } from './retry.ts'

const server = new HttpError(503, '', 'Service Unavailable')
const network = new TypeError('Failed to fetch')

describe('queries', () => {
  it.each([
    ['401', new HttpError(401, '{"error":"Please sign in"}')],
    ['404', new HttpError(404, '')],
    ['429', new HttpError(429, 'wait')],
    ['a message that speaks of 401', new Error('upstream said 401')],
  ])('are not sent again after %s', (_, error) => {
    expect(retryQuery(0, error)).toBe(false)
  })

  it.each([server, network])('are sent again twice after %s', (error) => {
    expect([0, 1, 2].map((failures) => retryQuery(failures, error))).toEqual([true, true, false])
  })
})

describe('mutations', () => {
  it('are never sent again after a refusal', () => {
    expect(retryMutation(0, new HttpError(402, 'upgrade'))).toBe(false)
  })
  it('are sent again once after anything else', () => {
    expect([0, 1].map((failures) => retryMutation(failures, server))).toEqual([true, false])
  })
})

it('waits 1, 2, 4 seconds and never more than 30', () => {
  expect([0, 1, 2, 9].map(retryDelay)).toEqual([1000, 2000, 4000, 30_000])
})

it('carries status and body in the message, and reads the sentence and the reference', () => {
  const error = new HttpError(402, '{"error":"Please upgrade.","reference":"K7Q2-9F"}')
  expect(error.message).toBe('402: {"error":"Please upgrade.","reference":"K7Q2-9F"}')
  expect([error.sentence, error.reference]).toEqual(['Please upgrade.', 'K7Q2-9F'])
  expect(new HttpError(500, '', 'Internal Server Error').message).toBe('500: Internal Server Error')
})
