import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'vite'
import { originToken } from '../contract/pages.ts'
import { headOf, notFoundHead } from './head.ts'

const dist = resolve(process.argv[2] ?? join(import.meta.dirname, 'dist'))
const server = join(import.meta.dirname, '..', '.cache', `prerender-${process.pid}`)

/** Run after `vite build`: draws every public page into a file of its own, with head, sitemap and robots. */
await build({
  configFile: join(import.meta.dirname, 'vite.config.ts'),
  logLevel: 'warn',
  build: { ssr: 'src/prerender.tsx', outDir: server, emptyOutDir: true, copyPublicDir: false, rolldownOptions: { output: {} } },
})
const { draw, publicPages, stateElement } = (await import(
  pathToFileURL(join(server, 'prerender.js')).href
)) as typeof import('./src/prerender.tsx')

const shell = readFileSync(join(dist, 'index.html'), 'utf8')
const assets = readdirSync(join(dist, 'assets'))
/** The two faces that every page begins with. */
const fonts = [/^literata-latin-wght/, /^atkinson-hyperlegible-next-latin-400/].flatMap((name) =>
  assets.filter((file) => name.test(file)),
)
const preloads = fonts
  .map((file) => `<link rel="preload" href="/assets/${file}" as="font" type="font/woff2" crossorigin />`)
  .join('\n    ')

/** JSON inside a script element: no `<`, so that nothing in it can end the element. */
const asState = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c')

function write(name: string, content: string) {
  const file = join(dist, name)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, content)
}

async function page(path: string, head: string) {
  const { html, data } = await draw(path)
  const state = `<script type="application/json" id="${stateElement}">${asState({ path, data })}</script>`
  return (
    shell
      .replace(/<title>[\s\S]*?<meta\s+name="description"[\s\S]*?\/>/, () => `${head}\n    ${preloads}`)
      // The page can be read without them: they must not hold up styles and fonts.
      .replaceAll(/<(script type="module"|link rel="modulepreload")/g, '<$1 fetchpriority="low"')
      .replace('<div id="app"></div>', () => `<div id="app">${html}</div>\n    ${state}`)
  )
}

/** Screens behind the sign-in are drawn in the browser; the shell is what they begin with. */
renameSync(join(dist, 'index.html'), join(dist, 'shell.html'))
const [home, ...others] = publicPages
for (const known of others) write(`${known.path.slice(1)}.html`, await page(known.path, headOf(known)))
write('404.html', await page('/404', notFoundHead))

const entries = publicPages.map(({ path, article }) => {
  const changed = article ? `<lastmod>${article.publishDate}</lastmod>` : ''
  return `  <url><loc>${originToken}${path}</loc>${changed}</url>`
})
write(
  'sitemap.xml',
  `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join('\n')}\n</urlset>\n`,
)
write(
  'robots.txt',
  `User-agent: *\nDisallow: /api/\nDisallow: /account\nDisallow: /checkout\nDisallow: /preview/\nSitemap: ${originToken}/sitemap.xml\n`,
)
// Last: a gateway that runs lists the build anew when this file is new.
if (home) write('index.html', await page(home.path, headOf(home)))
rmSync(server, { recursive: true, force: true })
