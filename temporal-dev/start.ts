/** `npm start` once everything is installed: the whole house in one terminal, until Ctrl-C. */
import { readyAccounts } from './accounts.ts'
import { type House, startHouse } from './house.ts'

const began = Number(process.env.BOOKMENDER_BEGAN) || Date.now()
const seconds = () => ((Date.now() - began) / 1000).toFixed(1)
const say = (name: string, line: string) => console.log(`${name.padEnd(11)}| ${line}`)

const cancelled = new AbortController()
let stopping: Promise<void> | undefined

const starting = startHouse({
  say,
  signal: cancelled.signal,
  livePages: process.argv.includes('--dev'),
  anyPorts: process.env.START_PORTS === 'any',
})

/** Once, however many signals come: a terminal sends Ctrl-C to everybody in it, and the bootstrap passes it on. */
function stop() {
  stopping ??= end().catch((error: Error) => {
    console.error(error)
    process.exitCode = 1
  })
  stopping.then(() => process.exit())
}

async function end() {
  cancelled.abort(new Error('Stopped before it was ready'))
  const house = await starting.catch(() => undefined)
  if (!house) return
  say('bookmender', 'stopping')
  await house.stop()
  say('bookmender', 'stopped; your data is kept')
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop)
process.once('disconnect', stop)

try {
  const house = await starting
  console.log(table(house))
  if (process.env.START_JSON) {
    const { url, temporalUi, identityUrl, squareUrl, outboxUrl, databaseUrl, ownerUrl, metrics, dataFolder } = house
    console.log(
      JSON.stringify({
        ready: true,
        url,
        temporalUi,
        identityUrl,
        squareUrl,
        outboxUrl,
        databaseUrl,
        ownerUrl,
        metrics,
        dataFolder,
      }),
    )
  }
} catch (error) {
  if (!stopping) {
    console.error(`\n${error instanceof Error ? error.message : error}\n`)
    process.exit(1)
  }
}

function table(house: House) {
  const rows: [string, string | undefined][] = [
    ['Bookmender', house.url],
    ['Temporal UI', house.temporalUi],
    ['Sign-in', house.identityUrl],
    ['Square', house.squareUrl],
    ['Outbox', house.outboxUrl],
    ...Object.entries(house.metrics).map(([name, url]): [string, string] => [`Metrics of ${name}`, url]),
    ['Database, service', house.databaseUrl],
    ['Database, owner', house.ownerUrl],
    ['Data', house.dataFolder],
    ...(house.localParts.includes('identity')
      ? readyAccounts.map(({ email, what }): [string, string] => [`Account, ${what}`, email])
      : []),
  ]
  const shown = rows.filter(([, value]) => value)
  const left = Math.max(...shown.map(([name]) => name.length))
  const right = Math.max(...shown.map(([, value]) => String(value).length))
  const line = (from: string, middle: string, to: string) =>
    `${from}${'─'.repeat(left + 2)}${middle}${'─'.repeat(right + 2)}${to}`
  return [
    '',
    line('┌', '┬', '┐'),
    ...shown.map(([name, value]) => `│ ${name.padEnd(left)} │ ${String(value).padEnd(right)} │`),
    line('└', '┴', '┘'),
    `Ready after ${seconds()} s. Open ${house.url}; stop with Ctrl-C.`,
    '',
  ].join('\n')
}
