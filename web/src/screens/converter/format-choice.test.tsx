import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { outputFormats, outputs } from '../../../../contract/conversion.ts'
import { FormatChoice } from './format-choice.tsx'

const formats = outputFormats.map((value) => ({ value, label: outputs[value].label, premium: outputs[value].premium }))
const closed = (isPremium: boolean) => {
  const props = { formats, value: 'epub', onValue: () => {}, isPremium, isDisabled: false } as const
  return [...renderToString(<FormatChoice {...props} />).matchAll(/<option[^>]*value="(\w+)"[^>]*disabled=""/g)].map(
    ([, value]) => value,
  )
}

test('C121: premium formats are closed to those whose plan has none, as the server says which they are', () => {
  expect(closed(false)).toEqual(formats.filter(({ premium }) => premium).map(({ value }) => value))
  expect(closed(true)).toEqual([])
})
