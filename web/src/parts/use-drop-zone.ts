import { type ChangeEvent, type DragEvent, useEffect, useRef, useState } from 'react'

interface Given {
  readonly isDisabled: boolean
  readonly onFiles: (files: readonly File[]) => void
}

/** A place that takes dropped files and opens the browser's own choice; while disabled, drag, drop and click do nothing. */
export function useDropZone({ isDisabled, onFiles }: Given) {
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  useKeptPage()

  const browse = () => !isDisabled && input.current?.click()
  const over = (event: DragEvent) => {
    event.preventDefault()
    if (!isDisabled) setOver(true)
  }
  return {
    isOver,
    browse,
    zone: {
      onClick: browse,
      onDragEnter: over,
      onDragOver: over,
      onDragLeave({ currentTarget, relatedTarget }: DragEvent) {
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOver(false)
      },
      onDrop(event: DragEvent) {
        event.preventDefault()
        setOver(false)
        if (!isDisabled) onFiles([...event.dataTransfer.files])
      },
    },
    input: {
      ref: input,
      disabled: isDisabled,
      onClick: (event: { stopPropagation(): void }) => event.stopPropagation(),
      onChange({ target }: ChangeEvent<HTMLInputElement>) {
        onFiles([...(target.files ?? [])])
        target.value = ''
      },
    },
  }
}

/** What is dropped beside the zone must not make the browser leave the page. */
function useKeptPage() {
  useEffect(() => {
    const keep = (event: globalThis.DragEvent) => event.preventDefault()
    window.addEventListener('dragover', keep)
    window.addEventListener('drop', keep)
    return () => {
      window.removeEventListener('dragover', keep)
      window.removeEventListener('drop', keep)
    }
  }, [])
}
