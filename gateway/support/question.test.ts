import { expect, test } from 'vitest'
import { readQuestion } from './question.ts'

const id = '75ed5d0d-cd12-4796-953f-7004359291c4'

test.each([
  id,
  ` ${id.toUpperCase()} `,
  `repair-${id}`,
  `revision-${id}-2`,
  `https://books.example.org/support/jobs/${id}?at=17`,
])('an id, as it is or in something longer: %s', (text) => expect(readQuestion(text)).toEqual({ by: 'job', id }))

test('a reference, and more of an id', () => {
  expect(readQuestion(' 75ED5D0D ')).toEqual({ by: 'reference', beginning: '75ed5d0d' })
  expect(readQuestion('75ed5d0d-cd12')).toEqual({ by: 'reference', beginning: '75ed5d0d-cd12' })
})

test('an e-mail', () => expect(readQuestion(' Ann@Example.test ')).toEqual({ by: 'email', email: 'Ann@Example.test' }))

test.each(['', '75ed5d0', 'my diary', 'a b@c', '%%%%%%%%'])('nothing that could be found: %j', (text) =>
  expect(readQuestion(text)).toBeUndefined(),
)
