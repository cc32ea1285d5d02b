import { writeFile } from 'node:fs/promises'
import { engineTasks, serveTasks } from '../epub/node/serve.ts'
import { makeSample } from './demo/prepare.ts'
import type { EngineFault } from './faults.ts'

/** Fails as an engine may fail, for the tests of the fallback; run only when `BOOKMENDER_FAULTS` asks for it. */
async function fail({ fault, output }: { fault: EngineFault; output: string }): Promise<unknown> {
  if (fault === 'throw') throw new Error('The engine was asked to fail')
  if (fault === 'hang') for (;;);
  if (fault === 'oom') {
    const kept: Uint8Array[] = []
    for (;;) {
      kept.push(new Uint8Array(32 << 20).fill(kept.length))
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
  }
  await writeFile(output, 'This is no book.')
  return { changed: true, bytes: 16, rubbish: true }
}

serveTasks({ ...engineTasks, makeSample, fail })
