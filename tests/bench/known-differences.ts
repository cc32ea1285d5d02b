/** Why our checker says something else than EPUBCheck of a file of the corpus; the key is part of its name. */
export const knownDifferences: Readonly<Record<string, string>> = {
  'ocf-container-not-ocf-error':
    'Ours refuses it as no EPUB before checking: it is another kind of archive. Both reject it; the refusal says what the file is.',
  'ocf-zip-unreadable-empty-fatal':
    'Ours refuses an empty file before checking, with a sentence instead of two ids. Both reject it.',
  'ocf-zip-unreadable-image-with-epub-extension-fatal':
    'Ours refuses a picture before checking, with a sentence that names its type instead of two ids. Both reject it.',
}
