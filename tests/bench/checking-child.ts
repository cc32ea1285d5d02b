/**
 * Checks the books whose paths come in, a line each; answers with one JSON object a line. A process of its own, so that
 * its time and memory are those of the checker alone; set as the command line sets itself.
 */
import { createInterface } from 'node:readline'
import { checkPublication } from '../../epub/check/check.ts'
import { nodeCodec } from '../../epub/node/codec.ts'
import { openFile } from '../../epub/node/file.ts'
import { keepMemorySmall } from '../../epub/node/memory.ts'
import { schemas } from '../../epub/node/schemas.ts'
import { openPublication } from '../../epub/ocf/open.ts'

keepMemorySmall()

async function check(file: string) {
  const source = await openFile(file)
  try {
    return { messages: await checkPublication(await openPublication(source, { fileName: file, codec: nodeCodec }), { schemas }) }
  } catch (error) {
    if (error instanceof Error && error.name === 'BookRefused') return { messages: [], refused: error.message }
    throw error
  } finally {
    await source.close()
  }
}

for await (const file of createInterface({ input: process.stdin })) {
  const before = process.cpuUsage()
  const result = await check(file)
  const { user, system } = process.cpuUsage(before)
  const peak = process.resourceUsage().maxRSS / 1024
  process.stdout.write(`${JSON.stringify({ ...result, cpu: (user + system) / 1000, peak })}\n`)
}
