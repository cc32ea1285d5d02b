/** What a language is called in English: `German`; the tag itself where nobody knows it. */
export function nameOf(tag: string): string {
  try {
    return new Intl.DisplayNames(['en'], { type: 'language' }).of(tag) ?? tag
  } catch {
    return tag
  }
}
