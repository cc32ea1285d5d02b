const format = new Intl.DateTimeFormat(undefined, { dateStyle: 'long' })

/** A day as the reader writes it, from an ISO time. */
export const day = (iso: string) => format.format(new Date(iso))
