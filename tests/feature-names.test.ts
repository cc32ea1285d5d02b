import { expect, test } from 'vitest'
import { features } from '../contract/features.ts'
import { featureName } from '../epub/feature-names.ts'

test('the engine calls the 37 features what the service sells them as', () => {
  expect(features.map(({ number }) => featureName(number))).toEqual(features.map(({ name }) => name))
  expect(featureName(38)).toBeUndefined()
})
