import { useCallback, useEffect, useRef, useState } from 'react'
import { type PreviewVersion, searchTime } from '../../../../contract/preview.ts'
import { contentPath } from '../../data/preview.ts'
import type { Match } from './find.ts'
import type { FromSearch, ToSearch } from './search-worker.ts'

export interface Outcome {
  readonly state: 'loading' | 'searching' | 'done' | 'stopped' | 'failed'
  readonly pattern: string
  readonly isLiteral: boolean
  readonly matches: readonly Match[]
}

const newWorker = () => new Worker(new URL('./search-worker.ts', import.meta.url), { type: 'module' })

/** Loads the texts once per version; each search has a worker of its own, which is ended when its time is over. */
export function useSearch(jobId: string, version: PreviewVersion) {
  const [outcome, setOutcome] = useState<Outcome>()
  const texts = useRef<{ key: string; loaded: Promise<readonly string[]> } | undefined>(undefined)
  const end = useRef<() => void>(() => undefined)
  const key = contentPath(jobId, version)

  useEffect(() => () => end.current(), [])
  // what was found in the other version stands elsewhere in this one
  useEffect(() => {
    if (key) setOutcome(undefined)
  }, [key])

  const load = useCallback(() => {
    if (texts.current?.key === key) return texts.current.loaded
    const worker = newWorker()
    const loaded = new Promise<readonly string[]>((resolve, reject) => {
      worker.onmessage = ({ data }: MessageEvent<FromSearch>) => {
        worker.terminate()
        if (data.kind === 'loaded') resolve(data.texts)
        else reject(new Error('The text could not be loaded'))
      }
      worker.onerror = () => reject(new Error('The text could not be loaded'))
    })
    texts.current = { key, loaded }
    loaded.catch(() => {
      texts.current = undefined
    })
    worker.postMessage({ kind: 'load', path: key } satisfies ToSearch)
    return loaded
  }, [key])

  const search = useCallback(
    async (pattern: string) => {
      end.current()
      if (pattern === '') return setOutcome(undefined)
      let isOver = false
      let timer: ReturnType<typeof setTimeout> | undefined
      let worker: Worker | undefined
      let found: readonly Match[] = []
      const finish = (state: Outcome['state'], isLiteral = false) => {
        if (isOver) return
        end.current()
        setOutcome({ state, pattern, isLiteral, matches: found })
      }
      end.current = () => {
        isOver = true
        clearTimeout(timer)
        worker?.terminate()
      }
      setOutcome({ state: 'loading', pattern, isLiteral: false, matches: [] })
      try {
        const all = await load()
        if (isOver) return undefined
        setOutcome({ state: 'searching', pattern, isLiteral: false, matches: [] })
        worker = newWorker()
        worker.onmessage = ({ data }: MessageEvent<FromSearch>) => {
          if (data.kind === 'found') found = [...found, ...data.matches]
          if (data.kind === 'done') finish('done', data.isLiteral)
        }
        worker.onerror = () => finish('failed')
        timer = setTimeout(() => finish('stopped'), searchTime)
        worker.postMessage({ kind: 'find', texts: all, pattern } satisfies ToSearch)
      } catch {
        finish('failed')
      }
      return undefined
    },
    [load],
  )
  return { outcome, search }
}
