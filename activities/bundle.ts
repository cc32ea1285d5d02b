import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { bundleWorkflowCode, DefaultLogger } from '@temporalio/worker'

const root = join(import.meta.dirname, '..')

/** Hash of everything that the bundle is made of. */
function sourceHash(): string {
  const hash = createHash('sha256')
  for (const folder of ['workflows', 'contract'])
    for (const name of (readdirSync(join(root, folder), { recursive: true }) as string[]).sort())
      if (name.endsWith('.ts') && !name.endsWith('.test.ts')) hash.update(name).update(readFileSync(join(root, folder, name)))
  return hash.update(readFileSync(join(root, 'package-lock.json'))).digest('hex')
}

/** Bundles the workflows into `file`, unless the file is of these very sources. */
export async function bundleWorkflows(file: string): Promise<string> {
  const stamp = `// ${sourceHash()}\n`
  if (existsSync(file) && readFileSync(file, 'utf8').startsWith(stamp)) return file
  const { code } = await bundleWorkflowCode({
    workflowsPath: join(root, 'workflows', 'index.ts'),
    workflowInterceptorModules: [join(root, 'workflows', 'correlation.ts')],
    logger: new DefaultLogger('ERROR'),
  })
  await mkdir(dirname(file), { recursive: true })
  await writeFile(`${file}.${process.pid}`, stamp + code)
  await rename(`${file}.${process.pid}`, file)
  return file
}

if (import.meta.main) {
  const [file] = process.argv.slice(2)
  if (!file) throw new Error('Name the file to write: node activities/bundle.ts OUTFILE')
  await bundleWorkflows(file)
}
