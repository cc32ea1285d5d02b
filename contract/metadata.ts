import { z } from 'zod'

const line = z.string().max(4000)

export const Creator = z.object({
  name: line,
  /** MARC relator code. */
  role: z.string().max(20).optional(),
  fileAs: line.optional(),
})
export type Creator = z.infer<typeof Creator>

export const Series = z.object({ name: line, position: z.number().optional() })

/** What a book says of itself, as far as it can be edited. */
export const BookMetadata = z.object({
  version: z.enum(['2.0', '3.0']),
  title: z.string().optional(),
  creators: z.array(Creator),
  language: z.string().optional(),
  identifier: z.string().optional(),
  publisher: z.string().optional(),
  date: z.string().optional(),
  description: z.string().optional(),
  series: Series.optional(),
  subjects: z.array(z.string()),
  cover: z.object({ path: z.string(), mediaType: z.string() }).optional(),
})
export type BookMetadata = z.infer<typeof BookMetadata>

/** Absent fields stay as they are, `null` takes one out; lists are whole lists. */
export const MetadataEdits = z.object({
  title: line.optional(),
  creators: z.array(Creator).max(200).optional(),
  language: line.optional(),
  identifier: line.optional(),
  publisher: line.nullable().optional(),
  date: line.nullable().optional(),
  description: z.string().max(40_000).nullable().optional(),
  series: Series.nullable().optional(),
  subjects: z.array(line).max(200).optional(),
  /** Id that the upload of the picture was answered with. */
  cover: z.uuid().optional(),
})
export type MetadataEdits = z.infer<typeof MetadataEdits>

/** Largest picture that is taken as a cover, in bytes. */
export const maxCoverBytes = 10 * 1_048_576
