/** `npm run faults [-- JOBS]`: every fault once while that many jobs (200) run; ends with 1 when anything is lost, doubled or different. */
import { startMany } from './many.ts'
import { faults, runFaults } from './run.ts'

const jobs = Number(process.argv[2] ?? 200)
const say = (line: string) => console.log(line)
const many = await startMany()
try {
  const run = await runFaults(many, { jobs, faults, say })
  const { lost, doubled, misheard, different } = run
  say(
    `\n${run.jobs} jobs, ${run.faults.length} faults, ${run.seconds.toFixed(0)} s: ${lost.length} lost, ${doubled.length} doubled, ` +
      `${misheard.length} misheard of ${run.messages} messages, ${different.length} of ${run.views} views unlike their rebuild. ` +
      `${run.resent} uploads sent again, ${run.reconnects} sockets came back, the slowest job took ${run.slowest.toFixed(1)} s.`,
  )
  const wrong = [...lost, ...doubled, ...misheard, ...different]
  for (const one of wrong) console.error(one)
  if (wrong.length > 0) process.exitCode = 1
} finally {
  await many.stop()
}
process.exit()
