const shape = /^(\d+)(?:-(\d+)(?:-(\d+)(?:T(\d+)(?::(\d+)(?::(\d+)(?:\.\d+)?)?(Z|[+-]\d+:\d+)?)?)?)?)?$/

/** Whether a date is one of W3C's date and time formats, as far as EPUBCheck looks. */
export function isDate(text: string): boolean {
  const match = shape.exec(text)
  if (!match || match[1]!.replace(/^0+/, '').length > 4) return false
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0] = match
    .slice(1, 7)
    .map((part) => (part === undefined ? undefined : Number(part)))
  if (match[7] && match[7] !== 'Z') return true
  const days = new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate()
  return year > 0 && month >= 1 && month <= 12 && day >= 1 && day <= days && hour < 24 && minute < 60 && second < 60
}
