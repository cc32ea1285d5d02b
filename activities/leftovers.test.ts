import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { clearLeftovers } from './leftovers.ts'

const place = mkdtempSync(join(tmpdir(), 'bookmender-leftovers-'))
afterAll(() => rmSync(place, { recursive: true, force: true }))

test('folders of dead workers go with the books in them; the living and strangers keep theirs', () => {
  for (const name of ['bookmender-worker-11-abc', 'bookmender-worker-22-def', 'bookmender-worker', 'other-33-x'])
    mkdirSync(join(place, name))
  writeFileSync(join(place, 'bookmender-worker-11-abc', 'input.epub'), 'a book')
  clearLeftovers(place, (pid) => pid === 22)
  expect(readdirSync(place).sort()).toEqual(['bookmender-worker', 'bookmender-worker-22-def', 'other-33-x'])
})
