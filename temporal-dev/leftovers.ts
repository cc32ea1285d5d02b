import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runningPostgres } from './postgres.ts'
import { endProcess, isAlive } from './process-table.ts'
import { endTemporalOn } from './temporal.ts'

const prefix = 'bookmender-test-'

/** A folder for servers that live no longer than this process; a run that was killed is cleaned up by the next one. */
export async function temporaryFolder() {
  await removeLeftovers()
  const folder = mkdtempSync(join(tmpdir(), prefix))
  // Postgres may run as another user, who must be able to pass through.
  chmodSync(folder, 0o711)
  writeFileSync(join(folder, 'owner'), String(process.pid))
  return folder
}

/** Ends what runs on folders whose owner is gone, and removes them. */
async function removeLeftovers() {
  for (const name of readdirSync(tmpdir()).filter((name) => name.startsWith(prefix))) {
    const folder = join(tmpdir(), name)
    if (isAlive(ownerOf(folder))) continue
    const postgres = runningPostgres(join(folder, 'postgres'))
    if (postgres) await endProcess(postgres.pid, 'SIGINT', 5000)
    await endTemporalOn(join(folder, 'temporal.db'))
    rmSync(folder, { recursive: true, force: true })
  }
}

/** This process itself where the file is not written yet: such a folder was made a moment ago. */
function ownerOf(folder: string) {
  try {
    return Number(readFileSync(join(folder, 'owner'), 'utf8'))
  } catch {
    return process.pid
  }
}
