import { createRootRoute, createRoute, createRouter, lazyRouteComponent, type RouterHistory } from '@tanstack/react-router'
import { readSelection } from '../screens/checkout/selection.ts'
import { NotFound } from '../screens/not-found/not-found.tsx'
import { readAt } from '../screens/support/read-at.ts'
import { Home, Opening } from './home.tsx'
import { loadArticle, loadLegal } from './load-content.ts'
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
  component: lazyRouteComponent(() => import('../screens/converter/converter.tsx')),
})
const blog = createRoute({
  getParentRoute: () => root,
  path: '/blog',
  component: lazyRouteComponent(() => import('../screens/blog/blog.tsx')),
})
const article = createRoute({
  getParentRoute: () => root,
  path: '/blog/$slug',
  loader: ({ params }) => loadArticle(params.slug),
  staleTime: Number.POSITIVE_INFINITY,
  component: lazyRouteComponent(() => import('../screens/blog/article-page.tsx')),
})
const calibreGuide = createRoute({
  getParentRoute: () => root,
  path: '/guides/calibre-alternative',
  component: lazyRouteComponent(() => import('../screens/guides/calibre.tsx')),
})
const kdpGuide = createRoute({
  getParentRoute: () => root,
  path: '/guides/amazon-kdp-errors',
  component: lazyRouteComponent(() => import('../screens/guides/kdp.tsx')),
})
const platformGuide = createRoute({
  getParentRoute: () => root,
  path: '/guides/platform-specific',
  component: lazyRouteComponent(() => import('../screens/guides/platforms.tsx')),
})
const terms = createRoute({
  getParentRoute: () => root,
  path: '/terms-of-service',
  loader: () => loadLegal('terms-of-service'),
  staleTime: Number.POSITIVE_INFINITY,
  component: lazyRouteComponent(() => import('../screens/legal/terms.tsx')),
})
const privacy = createRoute({
  getParentRoute: () => root,
  path: '/privacy-policy',
  loader: () => loadLegal('privacy-policy'),
  staleTime: Number.POSITIVE_INFINITY,
  component: lazyRouteComponent(() => import('../screens/legal/privacy.tsx')),
})
const refund = createRoute({
  getParentRoute: () => root,
  path: '/refund-policy',
  loader: () => loadLegal('refund-policy'),
  staleTime: Number.POSITIVE_INFINITY,
  component: lazyRouteComponent(() => import('../screens/legal/refund.tsx')),
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

const sharedReport = createRoute({
  getParentRoute: () => root,
  path: '/report/$token',
  component: lazyRouteComponent(() => import('../screens/shared-report/shared-report.tsx')),
})

const preview = createRoute({
  getParentRoute: () => root,
  path: '/preview/$jobId',
  component: lazyRouteComponent(() => import('../screens/preview/preview.tsx')),
})
const previewOfNothing = createRoute({
  getParentRoute: () => root,
  path: '/preview',
  component: lazyRouteComponent(() => import('../screens/preview/preview.tsx')),
})

const support = createRoute({
  getParentRoute: () => root,
  path: '/support',
  component: lazyRouteComponent(() => import('../screens/support/support.tsx')),
})
const supportJob = createRoute({
  getParentRoute: () => root,
  path: '/support/jobs/$jobId',
  validateSearch: readAt,
  component: lazyRouteComponent(() => import('../screens/support/support-job.tsx')),
})

/** Paths match in any case and with or without a trailing slash. */
export const createAppRouter = (history?: RouterHistory) =>
  createRouter({
    routeTree: root.addChildren([
      home,
      pricing,
      converter,
      blog,
      article,
      calibreGuide,
      kdpGuide,
      platformGuide,
      terms,
      privacy,
      refund,
      account,
      checkout,
      squareCheckout,
      squarePayment,
      success,
      sharedReport,
      preview,
      previewOfNothing,
      support,
      supportJob,
    ]),
    ...(history ? { history } : {}),
    caseSensitive: false,
    trailingSlash: 'preserve',
    defaultPreload: 'intent',
    // Where a page is drawn at the build it would add an inline script.
    scrollRestoration: typeof document !== 'undefined',
    defaultPendingComponent: Opening,
    defaultErrorComponent: Stumbled,
  })

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
}
