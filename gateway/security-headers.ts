import type { Middleware } from 'koa'
import koaHelmet from 'koa-helmet'
import type { Config } from './config.ts'

/** No inline script anywhere; styles are set by components, so they may be inline. */
export function securityHeaders({ publicUrl }: Pick<Config, 'publicUrl'>): Middleware {
  const https = publicUrl.protocol === 'https:'
  const socket = `${https ? 'wss' : 'ws'}://${publicUrl.host}`
  return (
    (koaHelmet as unknown as { default?: typeof koaHelmet }).default?.(options(https, socket)) ??
    koaHelmet(options(https, socket))
  )
}

const options = (https: boolean, socket: string) => ({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'"],
      scriptSrcAttr: ["'none'"],
      styleSrc: ["'self'", "'unsafe-inline'"],
      imgSrc: ["'self'", 'data:', 'blob:'],
      fontSrc: ["'self'"],
      connectSrc: ["'self'", socket],
      workerSrc: ["'self'"],
      frameSrc: ["'self'"],
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
