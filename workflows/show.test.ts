import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

const read = (file: string) => readFileSync(join(import.meta.dirname, file), 'utf8')
const files = [...read('index.ts').matchAll(/from '\.\/(.+)'/g)].map(([, file]) => file!)

describe('an operator can ask every workflow what it is doing', () => {
  test.each(files)('%s', (file) => {
    const source = read(file)
    expect(source, 'details in plain words').toMatch(/showing\(|setCurrentDetails\(/)
    expect(source, 'a query').toMatch(/showing\(|defineQuery/)
  })
})
