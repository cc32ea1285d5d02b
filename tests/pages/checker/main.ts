import { checkInBrowser, prepareChecker } from '../../../web/src/check/check-in-browser.ts'

const state = document.querySelector('#state')!
const result = document.querySelector('#result')!

async function check(file: File) {
  const dropped = performance.now()
  const answer = await checkInBrowser(file).catch((error: Error) => ({ failed: `${error.name} ${error.message}` }))
  result.textContent = JSON.stringify({ answer, milliseconds: performance.now() - dropped })
  state.textContent = 'Checked'
}

document.addEventListener('dragover', (event) => event.preventDefault())
document.addEventListener('drop', (event) => {
  event.preventDefault()
  const file = event.dataTransfer?.files[0]
  if (file) void check(file)
})

await prepareChecker()
state.textContent = 'Ready'
