import type { Middleware } from 'koa'
import koaHelmet from 'koa-helmet'
import type { Config } from './config.ts'

/** Where Square's card form comes from, what it talks to, and the letters it is set in. */
const squareHosts = {
  production: ['https://web.squarecdn.com', 'https://pci-connect.squareup.com', 'https://connect.squareup.com'],
  sandbox: [
    'https://sandbox.web.squarecdn.com',
    'https://pci-connect.squareupsandbox.com',
    'https://connect.squareupsandbox.com',
  ],
} as const
const squareFonts = ['https://square-fonts-production-f.squarecdn.com', 'https://d1g145x70srn7h.cloudfront.net']
const isCardPage = (path: string) => /^\/square-payment\/?$/i.test(path)

/** No inline script anywhere; styles are set by components, so they may be inline. Only the page of the card form knows Square. */
export function securityHeaders({ publicUrl, square }: Pick<Config, 'publicUrl'> & Partial<Pick<Config, 'square'>>): Middleware {
  const https = publicUrl.protocol === 'https:'
  const socket = `${https ? 'wss' : 'ws'}://${publicUrl.host}`
  const hosts = !square
    ? []
    : square.environment === 'local'
      ? [new URL(square.scriptUrl).origin]
      : squareHosts[square.environment]
  const usual = helmet(options(https, socket, []))
  const withCards = helmet(options(https, socket, hosts))
  return (ctx, next) => (isCardPage(ctx.path) ? withCards : usual)(ctx, next)
}

const helmet = (settings: ReturnType<typeof options>): Middleware =>
  ((koaHelmet as unknown as { default?: typeof koaHelmet }).default ?? koaHelmet)(settings)

const options = (https: boolean, socket: string, cards: readonly string[]) => ({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'", ...cards],
      scriptSrcAttr: ["'none'"],
      styleSrc: ["'self'", "'unsafe-inline'", ...cards],
      imgSrc: ["'self'", 'data:', 'blob:'],
      fontSrc: ["'self'", ...(cards.length > 0 ? squareFonts : [])],
      connectSrc: ["'self'", socket, ...cards],
      workerSrc: ["'self'"],
      frameSrc: ["'self'", ...cards],
      frameAncestors: ["'none'"],
      objectSrc: ["'none'"],
      baseUri: ["'none'"],
      formAction: ["'self'"],
      ...(https && { upgradeInsecureRequests: [] }),
    },
  },
  strictTransportSecurity: https ? { maxAge: 31_536_000, includeSubDomains: false } : false,
  referrerPolicy: { policy: 'same-origin' as const },
  xFrameOptions: { action: 'deny' as const },
})
