import { expect, test } from 'vitest'
import { readAudit } from './audit.ts'

const flaws = (severity: string) => JSON.stringify({ vulnerabilities: { koa: { severity } }, metadata: {} })

test.each([
  ['no flaw', JSON.stringify({ vulnerabilities: {} }), { outcome: 'clean' }],
  ['a slight one', flaws('moderate'), { outcome: 'clean' }],
  ['a grave one', flaws('critical'), { outcome: 'found', packages: ['koa (critical)'] }],
  [
    'a registry that has no audit',
    '{"message":"405 Method Not Allowed","statusCode":405}',
    { outcome: 'silent', reason: '405 Method Not Allowed' },
  ],
  ['no network', '', { outcome: 'silent', reason: 'npm gave no answer' }],
])('%s', (_, output, audit) => {
  expect(readAudit(output)).toEqual(audit)
})
