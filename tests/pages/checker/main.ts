import type { FromChecker } from './worker.ts'

const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' })
const state = document.querySelector('#state')!
const result = document.querySelector('#result')!
let dropped = 0

worker.addEventListener('message', ({ data }: MessageEvent<FromChecker>) => {
  if (data.kind === 'ready') state.textContent = 'Ready'
  else {
    state.textContent = 'Checked'
    result.textContent = JSON.stringify({ ...data, milliseconds: performance.now() - dropped })
  }
})

document.addEventListener('dragover', (event) => event.preventDefault())
document.addEventListener('drop', (event) => {
  event.preventDefault()
  const file = event.dataTransfer?.files[0]
  if (!file) return
  dropped = performance.now()
  worker.postMessage(file)
})
