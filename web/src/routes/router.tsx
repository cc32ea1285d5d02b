import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router'
import { Coming } from '../screens/coming/coming.tsx'
import { NotFound } from '../screens/not-found/not-found.tsx'
import { Home, Opening } from './home.tsx'
import { Root } from './root.tsx'
import { readHomeSearch } from './sign-in-problem.ts'
import { Stumbled } from './stumbled.tsx'

const root = createRootRoute({ component: Root, notFoundComponent: NotFound })

const home = createRoute({ getParentRoute: () => root, path: '/', component: Home, validateSearch: readHomeSearch })
const pricing = createRoute({
  getParentRoute: () => root,
  path: '/pricing',
  component: lazyRouteComponent(() => import('../screens/pricing/pricing.tsx')),
})
const converter = createRoute({
  getParentRoute: () => root,
  path: '/converter',
  component: () => <Coming title="Ebook Converter">Documents in DOCX, HTML and plain text will become e-books here.</Coming>,
})
const blog = createRoute({
  getParentRoute: () => root,
  path: '/blog',
  component: () => <Coming title="Blog">Articles about making EPUBs that every shop accepts will stand here.</Coming>,
})
const account = createRoute({
  getParentRoute: () => root,
  path: '/account',
  component: () => <Coming title="Account">Your plan, your limits and your data will be managed here.</Coming>,
})

/** Paths match in any case and with or without a trailing slash. */
export const createAppRouter = () =>
  createRouter({
    routeTree: root.addChildren([home, pricing, converter, blog, account]),
    caseSensitive: false,
    trailingSlash: 'preserve',
    defaultPreload: 'intent',
    scrollRestoration: true,
    defaultPendingComponent: Opening,
    defaultErrorComponent: Stumbled,
  })

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
}
