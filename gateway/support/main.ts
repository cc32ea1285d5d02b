/** `npm run support -- find TEXT | show JOB [EVENT] | replay JOB`: what the screens of support show, in a terminal. */
import { setTimeout as pause } from 'node:timers/promises'
import { pino } from 'pino'
import { connect } from '../../db/connect.ts'
import { createLog } from '../../db/log.ts'
import { createPeople } from '../../db/people.ts'
import { createUploads } from '../../db/uploads.ts'
import { createViews } from '../../projections/views.ts'
import { BadConfiguration, readConfig } from '../config.ts'
import { jobIdIn } from '../jobs.ts'
import { serviceEnvironment } from '../local-environment.ts'
import { Refusal } from '../refuse.ts'
import { connectTemporal } from '../temporal.ts'
import { createSupportDesk } from './desk.ts'
import { find } from './find.ts'
import { inTerminal } from './in-terminal.ts'
import { recordLook, recordSearch } from './looks.ts'
import { askForReplay } from './replays.ts'
import { shell } from './shell.ts'
import { storyOf } from './story.ts'

const usage = 'Say find TEXT, show JOB [EVENT] or replay JOB'

async function run([command, subject, event]: readonly string[]): Promise<string> {
  if (!command || !subject) return fail(usage)
  const config = readConfig(serviceEnvironment(process.env))
  const sql = connect(config.databaseUrl, { max: 2, applicationName: 'support' })
  const temporal = connectTemporal(config)
  const people = createPeople(sql, config)
  const deps = {
    config,
    log: createLog(sql),
    people,
    uploads: createUploads(sql, people),
    views: createViews(sql),
    desk: createSupportDesk(temporal),
    logger: pino({ level: 'silent' }),
    now: () => new Date(),
  }
  try {
    if (command === 'find') {
      const found = await find(deps, { text: subject })
      if (found.by) await recordSearch(deps, shell, found.by, found.jobs.length)
      return inTerminal.found(found)
    }
    const jobId = jobIdIn(subject) ?? (await find(deps, { text: subject })).jobs[0]?.jobId
    if (jobId === undefined) return fail(`There is no job ${subject}`)
    if (command === 'show') {
      const story = await storyOf(deps, jobId)
      await recordLook(deps, shell, jobId, 'job')
      return inTerminal.story(story, event === undefined ? undefined : Number(event))
    }
    if (command !== 'replay') return fail(usage)
    const number = await askForReplay(deps, jobId, shell)
    for (;;) {
      const replay = (await storyOf(deps, jobId)).replays.find((one) => one.replay === number)
      if (replay && replay.status !== 'running') return inTerminal.replay(replay)
      await pause(500)
    }
  } finally {
    await Promise.all([temporal.close(), sql.end({ timeout: 1 })])
  }
}

function fail(sentence: string): never {
  console.error(sentence)
  process.exit(1)
}

if (import.meta.main)
  try {
    console.log(await run(process.argv.slice(2)))
  } catch (error) {
    if (error instanceof BadConfiguration || error instanceof Refusal) fail(error.message)
    throw error
  }
