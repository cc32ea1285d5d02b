import { expect, test } from 'vitest'
import type { BookMetadata } from '../metadata/metadata.ts'
import { editsIn } from './metadata-command.ts'

const known: BookMetadata = {
  version: '3.0',
  creators: [{ name: 'Jane Austen', role: 'aut', fileAs: 'Austen, Jane' }],
  subjects: [],
}

test('each field by its name; what is empty is taken out', () => {
  expect(editsIn(['title=Emma = a novel', 'publisher=', 'Date=1815'], known)).toEqual({
    title: 'Emma = a novel',
    publisher: '',
    date: '1815',
  })
})

test('creators with role and sort name; who stays keeps those they have', () => {
  expect(editsIn(['creators=Jane Austen; Ann Lee (trl, Lee, Ann); Bo Day (ill); C (, Day, C)'], known).creators).toEqual([
    { name: 'Jane Austen', role: 'aut', fileAs: 'Austen, Jane' },
    { name: 'Ann Lee', role: 'trl', fileAs: 'Lee, Ann' },
    { name: 'Bo Day', role: 'ill', fileAs: undefined },
    { name: 'C', role: undefined, fileAs: 'Day, C' },
  ])
})

test('lists and series', () => {
  expect(editsIn(['subjects=Love; Marriage;', 'series=Novels #2.5'], known)).toEqual({
    subjects: ['Love', 'Marriage'],
    series: { name: 'Novels', position: 2.5 },
  })
  expect(editsIn(['series=Novels'], known)).toEqual({ series: { name: 'Novels' } })
})

test.each(['colour=red', 'title'])('%s is refused with what there is', (word) => {
  expect(() => editsIn([word], known)).toThrow(/--set takes title=, language=/)
})
