import { z } from 'zod'
import { defineCall } from '../call.ts'
import { previewVersions } from '../preview.ts'

const version = z.enum(previewVersions)

/** The pages are still being made; ask again. Answered with 202. */
const Preparing = z.object({ status: z.literal('preparing') })

export const PreviewChapter = z.object({
  title: z.string(),
  /** Container path. */
  path: z.string(),
  words: z.number(),
  /** Places that the other version does not have, or has with another picture. */
  changed: z.number(),
  /** Its styles are others in the other version. */
  restyled: z.boolean().optional(),
  /** The other version has no such page. */
  added: z.boolean(),
  /** In CSS pixels; present where the layout is fixed. */
  size: z.object({ width: z.number(), height: z.number() }).optional(),
  /** Which side of a spread the book wants for it; `center` stands alone. */
  spread: z.enum(['left', 'right', 'center']).optional(),
})
export type PreviewChapter = z.infer<typeof PreviewChapter>

export const Preview = z.object({
  status: z.literal('ready'),
  version,
  /** Which version of the result it is; 0 for the original. */
  revision: z.number(),
  /** Signed; pages stand below it (`pageAddress`). */
  base: z.string(),
  expiresAt: z.string(),
  direction: z.enum(['ltr', 'rtl']),
  language: z.string().optional(),
  chapters: z.array(PreviewChapter),
  toc: z.array(
    z.object({ label: z.string(), depth: z.number(), chapter: z.number().optional(), fragment: z.string().optional() }),
  ),
  counts: z.object({ pictures: z.number(), styles: z.number(), fonts: z.number(), media: z.number() }),
  /** A repaired version is there beside the original. */
  hasProcessed: z.boolean(),
})
export type Preview = z.infer<typeof Preview>

export const Content = z.object({
  status: z.literal('ready'),
  version,
  chapters: z.array(
    z.object({
      title: z.string(),
      /** Made harmless; relative addresses in it are meant from `address`. Cut at the end of a tag where `truncated`. */
      content: z.string(),
      truncated: z.boolean(),
      /** Signed: the whole page. */
      address: z.string(),
    }),
  ),
  expiresAt: z.string(),
})
export type Content = z.infer<typeof Content>

/** What the screen needs to show the pages. `?version=processed` (default) or `original`. */
export const preview = defineCall({
  method: 'GET',
  path: '/api/epub/:jobId/preview',
  for: 'signed-in',
  reply: z.discriminatedUnion('status', [Preview, Preparing]),
})

/** The chapters themselves. `?version=processed` (default) or `original`. */
export const content = defineCall({
  method: 'GET',
  path: '/api/epub/:jobId/content',
  for: 'signed-in',
  reply: z.discriminatedUnion('status', [Content, Preparing]),
})

/** A signed address: `/:token/:look/book/…` is a file of the book, `/:token/:look/leave?to=` the page that asks first. */
export const previewFiles = '/api/preview'
