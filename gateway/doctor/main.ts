/** `npm run doctor`: each part of the service with its version, lag and last error, on one screen. Ends with 1 where one failed. */
import { readFileSync } from 'node:fs'
import { connect } from '../../db/connect.ts'
import { BadConfiguration, readConfig } from '../config.ts'
import { serviceEnvironment } from '../local-environment.ts'
import { examineAll } from './checks.ts'
import { screenOf } from './screen.ts'

async function run() {
  const env = serviceEnvironment(process.env)
  const config = readConfig(env)
  const sql = connect(config.databaseUrl, { max: 2, applicationName: 'doctor', statementTimeout: 5000 })
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string }
  try {
    const asked = { config, sql, version, folder: env.BOOKMENDER_DATA, squareToken: env.SQUARE_ACCESS_TOKEN }
    const parts = await examineAll({ ...asked, noJava: env.OFFICIAL_JUDGE === 'off' })
    console.log(screenOf(parts))
    process.exitCode = parts.some(({ status }) => status === 'FAILED') ? 1 : 0
  } finally {
    await sql.end({ timeout: 1 })
  }
}

try {
  await run()
} catch (error) {
  if (!(error instanceof BadConfiguration)) throw error
  console.error(`There is no service to look at: start it with npm start, or set its variables.\n${error.message}`)
  process.exitCode = 2
}
