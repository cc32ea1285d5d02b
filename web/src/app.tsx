import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { client } from './data/client.ts'
import type { createAppRouter } from './routes/router.tsx'

export const App = ({ router }: { router: ReturnType<typeof createAppRouter> }) => (
  <StrictMode>
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>
)
