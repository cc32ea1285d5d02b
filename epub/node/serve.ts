import type { Severity, Verdict } from '../check/message.ts'
import { type ConvertTask, convertFile } from './convert-file.ts'
import { type EditTask, editFile, readMetadataOf } from './edit-file.ts'
import { JudgeFailed } from './judge.ts'
import type { FromChild, ToChild } from './pool.ts'
import { type PreviewTask, previewFile } from './preview-file.ts'
import { type AskedQuestion, modelOver } from './remote-model.ts'
import { checkFile, inspectFile, judgeFile, type RepairTask, repairFile, repairWithFallback, type TaskContext } from './tasks.ts'

export type Tasks = Readonly<Record<string, (input: never, context: TaskContext) => Promise<unknown>>>

interface FileTask {
  readonly input: string
  readonly fileName?: string
}

interface CheckTask extends FileTask {
  readonly level?: Severity
  readonly ownWords?: boolean
}

/** What an engine process can do with a file. */
export const engineTasks = {
  inspect: ({ input, fileName }: FileTask) => inspectFile(input, fileName),
  check: ({ input, ...options }: CheckTask, { judge }: TaskContext) => checkFile(input, { judge, ...options }),
  judge: ({ input, ...options }: CheckTask, { judge }: TaskContext) => judgeFile(input, { judge, ...options }),
  repair: (task: RepairTask, context: TaskContext) => repairFile(task, context),
  edit: (task: EditTask) => editFile(task),
  metadata: ({ input }: FileTask) => readMetadataOf(input),
  convert: (task: ConvertTask, { onProgress, signal }: TaskContext) => convertFile(task, { onProgress, signal }),
  preview: (task: PreviewTask) => previewFile(task),
  mend: (task: RepairTask, context: TaskContext) => repairWithFallback(task, context),
} satisfies Tasks

/** Answers the pool that forked this process, one task at a time, until the pool lets go. */
export function serveTasks(tasks: Tasks) {
  const verdicts = new Map<number, { resolve: (verdict: Verdict) => void; reject: (error: Error) => void }>()
  const answers = new Map<number, (value: unknown) => void>()
  let asked = 0
  // A parent that is gone hears nothing; this process then ends by `disconnect`.
  const tell = (message: FromChild) => process.connected && process.send?.(message, undefined, undefined, () => {})

  const judge = (file: string) =>
    new Promise<Verdict>((resolve, reject) => {
      verdicts.set(++asked, { resolve, reject })
      tell({ kind: 'judge', ask: asked, file })
    })

  const line = {
    ask: (question: AskedQuestion) =>
      new Promise<unknown>((resolve) => {
        answers.set(++asked, resolve)
        tell({ kind: 'ask', ask: asked, question })
      }),
    judge: (isBelieved: boolean) => void tell({ kind: 'believed', isBelieved }),
  }

  async function run({ task, input, judged, model }: Extract<ToChild, { kind: 'run' }>) {
    const perform = tasks[task]
    if (!perform) throw new Error(`There is no task ${task}`)
    let last = 0
    const onProgress = (done: number) => {
      if (done - last < 0.02 && done < 1) return
      last = done
      tell({ kind: 'progress', done })
    }
    return perform(input as never, {
      judge: judged ? judge : undefined,
      onProgress,
      ...(model && { model: modelOver(line, model) }),
    })
  }

  process.on('message', (message: ToChild) => {
    if (message.kind === 'verdict') {
      const asker = verdicts.get(message.ask)
      verdicts.delete(message.ask)
      if (message.verdict) asker?.resolve(message.verdict)
      else asker?.reject(new JudgeFailed(message.error ?? 'EPUBCheck gave no answer'))
      return
    }
    if (message.kind === 'answer') {
      const take = answers.get(message.ask)
      answers.delete(message.ask)
      take?.(message.value)
      return
    }
    run(message).then(
      (value) => tell({ kind: 'done', value }),
      (error: Error & { code?: string; field?: string }) =>
        tell({ kind: 'failed', name: error.name, message: error.message, code: error.code ?? error.field }),
    )
  })
  process.on('disconnect', () => process.exit(0))
  tell({ kind: 'ready' })
}
