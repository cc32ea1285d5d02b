import { Outlet } from '@tanstack/react-router'
import { Footer } from '../parts/footer.tsx'
import { Header } from '../parts/header.tsx'
import { LocalStrip } from '../parts/local-strip.tsx'
import { SignInProvider } from '../parts/sign-in.tsx'
import { Toaster } from '../parts/toaster.tsx'
import { texts } from '../texts/texts.ts'

export const Root = () => (
  <SignInProvider>
    <a
      href="#main"
      className="absolute start-2 z-50 -translate-y-20 rounded-small bg-blue px-4 py-2 text-on-blue focus:translate-y-2"
    >
      {texts.shell.skip}
    </a>
    <LocalStrip />
    <Header />
    <main id="main" tabIndex={-1} className="flex-1 outline-none">
      <Outlet />
    </main>
    <Footer />
    <Toaster />
  </SignInProvider>
)
