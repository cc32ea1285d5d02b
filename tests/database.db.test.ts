import postgres from 'postgres'
import { expect, inject, test } from 'vitest'
import { freshDatabase } from './database.ts'

test('a test file gets a database of its own, with both roles of the house', async () => {
  const database = await freshDatabase()
  const owner = postgres(database.ownerUrl, { max: 1 })
  const service = postgres(database.url, { max: 1 })
  try {
    await owner`create table marks (mark text)`
    const [row] = await service<{ user: string; local: string }[]>`
      select current_user as user, current_setting('bookmender.local', true) as local`
    expect(row).toEqual({ user: 'bookmender_service', local: 'on' })
    await expect(service`select * from marks`).rejects.toThrow('permission denied')
    const [rights] = await owner<{ super: boolean }[]>`select rolsuper as super from pg_roles where rolname = current_user`
    expect(rights).toEqual({ super: false })
  } finally {
    await Promise.all([owner.end(), service.end()])
    await database.drop()
  }
})

test('the Temporal server of the run answers', async () => {
  const { Connection } = await import('@temporalio/client')
  const connection = await Connection.connect({ address: inject('temporalAddress') })
  const described = await connection.workflowService.describeNamespace({ namespace: inject('temporalNamespace') })
  expect(described.namespaceInfo?.name).toBe('bookmender-local')
  await connection.close()
})
