import './data/no-eval.ts'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { App } from './app.tsx'
import './parts/tokens.css'
import { createAppRouter } from './routes/router.tsx'

const router = createAppRouter()
const root = document.getElementById('app')!

/** A page that was drawn when the web was built is taken over as it stands; any other is drawn here. */
if (root.firstElementChild) {
  // The router then draws what it drew at the build: no suspense boundary of its own round the page.
  router.ssr = { manifest: undefined }
  await router.load()
  hydrateRoot(root, <App router={router} />)
} else createRoot(root).render(<App router={router} />)
