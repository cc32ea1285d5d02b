import { createContext, lazy, type ReactNode, Suspense, use, useMemo, useState } from 'react'

const SignInDialog = lazy(() => import('./sign-in-dialog.tsx'))

const OpenSignIn = createContext<() => void>(() => undefined)

/** Opens the sign-in dialog from anywhere. */
export const useSignIn = () => use(OpenSignIn)

export function SignInProvider({ children }: { children: ReactNode }) {
  const [open, setOpen] = useState(false)
  const [wasOpened, setWasOpened] = useState(false)
  const openDialog = useMemo(
    () => () => {
      setWasOpened(true)
      setOpen(true)
    },
    [],
  )
  return (
    <OpenSignIn value={openDialog}>
      {children}
      {wasOpened && (
        <Suspense>
          <SignInDialog open={open} onOpenChange={setOpen} />
        </Suspense>
      )}
    </OpenSignIn>
  )
}
