import { expect, test } from 'vitest'
import type { BookMetadata } from '../../../../contract/metadata.ts'
import { editsOf, fieldsOf } from './metadata-form.ts'

const about: BookMetadata = {
  version: '3.0',
  title: 'Emma',
  creators: [{ name: 'Jane Austen', role: 'aut' }],
  language: 'en',
  publisher: 'Murray',
  series: { name: 'Novels', position: 4 },
  subjects: ['Marriage'],
}
const fields = fieldsOf(about)

test('an untouched form asks for nothing, nor does white space', () => {
  expect(editsOf(fields, fields)).toBeUndefined()
  expect(editsOf(fields, { ...fields, title: ' Emma ', subjects: 'Marriage\n\n' })).toBeUndefined()
})

test('only what differs is asked for', () => {
  expect(editsOf(fields, { ...fields, title: 'Emma. A Novel', subjects: 'Marriage\nEngland' })).toEqual({
    title: 'Emma. A Novel',
    subjects: ['Marriage', 'England'],
  })
})

test('what is emptied is taken out; a title is left to the service to refuse', () => {
  expect(
    editsOf(fields, { ...fields, publisher: '', series: '', title: '', creators: [{ key: 0, name: ' ', role: '', fileAs: '' }] }),
  ).toEqual({
    publisher: null,
    series: null,
    title: '',
    creators: [],
  })
})

test('a number in the series may be a half, with a comma too', () => {
  expect(editsOf(fields, { ...fields, position: '4,5' })).toEqual({ series: { name: 'Novels', position: 4.5 } })
})
