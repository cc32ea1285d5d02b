import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router'
import { readSelection } from '../screens/checkout/selection.ts'
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
  component: lazyRouteComponent(() => import('../screens/account/account.tsx')),
})
const checkout = createRoute({
  getParentRoute: () => root,
  path: '/checkout',
  validateSearch: readSelection,
  component: lazyRouteComponent(() => import('../screens/checkout/checkout.tsx')),
})
const squareCheckout = createRoute({
  getParentRoute: () => root,
  path: '/square-checkout',
  validateSearch: readSelection,
  component: lazyRouteComponent(() => import('../screens/square-checkout/square-checkout.tsx')),
})
const squarePayment = createRoute({
  getParentRoute: () => root,
  path: '/square-payment',
  validateSearch: readSelection,
  component: lazyRouteComponent(() => import('../screens/square-payment/square-payment.tsx')),
})
const success = createRoute({
  getParentRoute: () => root,
  path: '/success',
  validateSearch: readSelection,
  component: lazyRouteComponent(() => import('../screens/success/success.tsx')),
})

/** Paths match in any case and with or without a trailing slash. */
export const createAppRouter = () =>
  createRouter({
    routeTree: root.addChildren([home, pricing, converter, blog, account, checkout, squareCheckout, squarePayment, success]),
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
