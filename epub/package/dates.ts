const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const pad = (value: number | string, size = 2) => String(value).padStart(size, '0')

/** W3C date and time format (the profile EPUBCheck checks `dc:date` by). */
export function isW3cDate(date: string): boolean {
  const match = /^(\d{4})(?:-(\d\d)(?:-(\d\d)(?:T(\d\d):(\d\d)(?::(\d\d)(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d))?)?)?$/.exec(date)
  if (!match) return false
  const [, year, month = '01', day = '01', hour = '00', minute = '00', second = '00'] = match
  return isDay(Number(year), Number(month), Number(day)) && Number(hour) < 24 && Number(minute) < 60 && Number(second) < 60
}

const isDay = (year: number, month: number, day: number) =>
  month >= 1 && month <= 12 && day >= 1 && day <= new Date(Date.UTC(year === 0 ? 4 : year, month, 0)).getUTCDate()

/** The same date in W3C form; undefined when it cannot be read without guessing. Times without a zone count as UTC. */
export function asW3cDate(written: string): string | undefined {
  const text = written.trim().replace(/\s+/g, ' ')
  if (isW3cDate(text)) return text
  const clock = /(\d{1,2}):(\d\d)(?::(\d\d)(?:[.,]\d+)?)?\s*(Z|UTC|GMT|[+-]\d\d:?\d\d)?/i.exec(text)
  const date = dayOf(clock ? text.replace(clock[0], ' ') : text)
  if (!date) return undefined
  if (!clock || date.length < 10) return date
  const zone = clock[4] && /^[+-]/.test(clock[4]) ? clock[4].replace(/^(...)(\d\d)$/, '$1:$2') : 'Z'
  const whole = `${date}T${pad(clock[1]!)}:${clock[2]}:${clock[3] ?? '00'}${zone}`
  return isW3cDate(whole) ? whole : date
}

function dayOf(text: string): string | undefined {
  const make = (year: string, month?: number, day?: number) => {
    const date = [year, ...(month ? [pad(month), ...(day ? [pad(day)] : [])] : [])].join('-')
    return isW3cDate(date) ? date : undefined
  }
  const iso = /(?<!\d)(\d{4})[-/.年 ]\s*(\d{1,2})(?:[-/.月 ]\s*(\d{1,2}))?(?!\d)/.exec(text)
  if (iso) {
    const [, year, month, day] = iso
    return make(year!, Number(month), day ? Number(day) : undefined) ?? make(year!)
  }
  const compact = /(?<!\d)(\d{4})(\d\d)(\d\d)(?!\d)/.exec(text)
  if (compact) return make(compact[1]!, Number(compact[2]), Number(compact[3]))
  const name = /(?<![a-z])(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*/i.exec(text)
  const year = /(?<!\d)(\d{4})(?!\d)/.exec(text)?.[1]
  if (name && year) {
    const day = /(?<!\d)(\d{1,2})(?:st|nd|rd|th)?(?!\d)/.exec(text)?.[1]
    return make(year, months.indexOf(name[1]!.toLowerCase()) + 1, day ? Number(day) : undefined) ?? make(year)
  }
  const dayFirst = /(?<!\d)(\d{1,2})[-/. ](\d{1,2})[-/. ](\d{4})(?!\d)/.exec(text)
  if (dayFirst) {
    const [, a, b, y] = dayFirst
    if (Number(a) > 12 || /\./.test(dayFirst[0]) || a === b) return make(y!, Number(b), Number(a)) ?? make(y!)
    if (Number(b) > 12) return make(y!, Number(a), Number(b)) ?? make(y!)
    return make(y!)
  }
  return year ? make(year) : undefined
}

/** `CCYY-MM-DDThh:mm:ssZ`, the one form of `dcterms:modified` (EPUB 3.3 section 5.5.5). */
export const isModified = (date: string) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(date)

/** The same moment in that form; a date alone counts from midnight UTC. */
export function asModified(written: string): string | undefined {
  const date = asW3cDate(written)
  if (!date) return undefined
  const whole = date.length === 4 ? `${date}-01-01` : date.length === 7 ? `${date}-01` : date
  const moment = new Date(whole.length === 10 ? `${whole}T00:00:00Z` : whole)
  return Number.isNaN(moment.getTime()) ? undefined : `${moment.toISOString().slice(0, 19)}Z`
}

/** An MS-DOS date and time, date in the high 16 bits; undefined for an impossible one. */
export function fromDos(modified: number): string | undefined {
  const date = modified >>> 16
  const time = modified & 0xffff
  const [year, month, day] = [1980 + (date >> 9), (date >> 5) & 15, date & 31]
  if (!isDay(year, month, day)) return undefined
  const [hour, minute, second] = [time >> 11, (time >> 5) & 63, (time & 31) * 2]
  return hour > 23 || minute > 59 || second > 59
    ? `${year}-${pad(month)}-${pad(day)}T00:00:00Z`
    : `${year}-${pad(month)}-${pad(day)}T${pad(hour)}:${pad(minute)}:${pad(second)}Z`
}
