/** Media types as EPUBCheck 5.3.0 groups them (EPUB 3.3 section 3.2, OPS 2.0.1 section 1.3.7). */

export type Version = 2 | 3

export const isContentDocument = (type: string, version: Version) =>
  type === 'application/xhtml+xml' || type === (version === 2 ? 'application/x-dtbook+xml' : 'image/svg+xml')

/** Types of OEB 1, still let through. */
export const isOldDocument = (type: string) => type === 'text/x-oeb1-document' || type === 'text/html'
export const isStyle = (type: string) => type === 'text/css'
export const isOldStyle = (type: string) => type === 'text/x-oeb1-css'

const images = new Set(['image/gif', 'image/png', 'image/jpeg', 'image/svg+xml'])
export const isImage = (type: string, version: Version) => images.has(type) || (version === 3 && type === 'image/webp')

export const isAudio = (type: string) => type.startsWith('audio/')
export const isVideo = (type: string) => type.startsWith('video/')
export const isCoreAudio = (type: string) =>
  type === 'audio/mpeg' || type === 'audio/mp4' || /^audio\/ogg\s*;\s*codecs=opus$/.test(type)

export const isFont = (type: string) =>
  type.startsWith('font/') || type.startsWith('application/font-') || type === 'application/vnd.ms-opentype'

const coreFonts = new Set([
  'font/otf',
  'font/ttf',
  'font/woff',
  'font/woff2',
  'application/font-sfnt',
  'application/font-woff',
  'application/vnd.ms-opentype',
  'application/x-font-ttf',
])
export const isCoreFont = (type: string) => coreFonts.has(type)

const coreOthers = new Set([
  'text/javascript',
  'application/javascript',
  'application/ecmascript',
  'text/css',
  'application/pls+xml',
  'application/smil+xml',
])

export const isCore = (type: string) =>
  isCoreAudio(type) || isVideo(type) || isCoreFont(type) || isContentDocument(type, 3) || isImage(type, 3) || coreOthers.has(type)

const scripts = new Set(
  `application/javascript text/javascript application/ecmascript application/x-ecmascript application/x-javascript
  text/ecmascript text/javascript1.0 text/javascript1.1 text/javascript1.2 text/javascript1.3 text/javascript1.4
  text/javascript1.5 text/jscript text/livescript text/x-ecmascript text/x-javascript`.split(/\s+/),
)
export const isScript = (type: string) => scripts.has(type.toLowerCase())
