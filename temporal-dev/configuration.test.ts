import { describe, expect, test } from 'vitest'
import { HalfSet, readConfiguration } from './configuration.ts'

const refusal = (environment: Record<string, string>) => {
  try {
    readConfiguration(environment)
    return ''
  } catch (error) {
    if (error instanceof HalfSet) return error.message
    throw error
  }
}

describe('a half-set configuration is refused, and the sentence names what to set', () => {
  const halves: Record<string, [environment: Record<string, string>, names: string]> = {
    'an issuer without a client': [{ OIDC_ISSUER: 'https://id.test' }, 'OIDC_CLIENT_ID and OIDC_CLIENT_SECRET are not'],
    'a client without its secret': [{ OIDC_ISSUER: 'https://id.test', OIDC_CLIENT_ID: 'a' }, 'OIDC_CLIENT_SECRET is not'],
    'an empty variable': [
      { OIDC_ISSUER: 'https://id.test', OIDC_CLIENT_ID: 'a', OIDC_CLIENT_SECRET: '' },
      'OIDC_CLIENT_SECRET is not',
    ],
    'an account page without a provider': [
      { OIDC_ACCOUNT_URL: 'https://id.test/me' },
      'OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET are not',
    ],
    'a token of Square alone': [{ SQUARE_ACCESS_TOKEN: 'a' }, 'SQUARE_LOCATION_ID'],
    'an address of Square alone': [{ SQUARE_BASE_URL: 'https://pay.test' }, 'SQUARE_ACCESS_TOKEN'],
    'a mail server without a sender': [{ SMTP_URL: 'smtp://mail.test' }, 'MAIL_FROM is not'],
    'a model without an address': [{ AI_MODEL: 'small', AI_API_KEY: 'k' }, 'AI_BASE_URL is not'],
    'an address without a model': [{ AI_BASE_URL: 'http://127.0.0.1:8080/v1' }, 'AI_MODEL is not'],
    'a namespace without a server': [{ TEMPORAL_NAMESPACE: 'books' }, 'TEMPORAL_ADDRESS is not'],
    'a database without an owner': [{ DATABASE_URL: 'postgres://s@db/books' }, 'DATABASE_OWNER_URL is not'],
    'an owner without a service': [{ DATABASE_OWNER_URL: 'postgres://o@db/books' }, 'DATABASE_URL is not'],
    'a port that is none': [{ PORT: 'http' }, 'PORT is http'],
    'an address that is none': [{ PUBLIC_URL: 'books.example.org:443:1' }, 'PUBLIC_URL is books.example.org:443:1'],
  }
  test.each(Object.entries(halves))('%s', (_, [environment, names]) => {
    expect(refusal(environment)).toContain(names)
  })
})

test('several problems are told at once', () => {
  expect(refusal({ OIDC_ISSUER: 'https://id.test', DATABASE_URL: 'postgres://s@db/books' }).split('\n')).toHaveLength(2)
})

test('with nothing set all parts are local; each can be replaced alone', () => {
  const none = { postgres: false, temporal: false, identity: false, square: false, mail: false, blobs: false }
  expect(readConfiguration({}).outside).toEqual(none)
  expect(readConfiguration({ TEMPORAL_ADDRESS: 'temporal.test:7233' }).outside).toEqual({ ...none, temporal: true })
  const mail = { SMTP_URL: 'smtp://mail.test', MAIL_FROM: 'books@mail.test' }
  expect(readConfiguration(mail).outside).toEqual({ ...none, mail: true })
  expect(readConfiguration({ BLOB_STORE: 's3://books' }).outside).toEqual({ ...none, blobs: true })
})
