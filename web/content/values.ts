import { features } from '../../contract/features.ts'
import { planNames, planOf } from '../../contract/plans.ts'

const dollars = (cents: number) => `$${(cents / 100).toFixed(2)}`

/** What running text may name as `{{pro.monthly}}`: the plans' figures stand in `contract/plans.ts` and nowhere else. */
const values: Readonly<Record<string, string>> = Object.fromEntries([
  ...planNames.flatMap((name) => {
    const plan = planOf(name)
    return [
      [`${name}.name`, plan.displayName],
      [`${name}.monthly`, dollars(plan.monthlyPrice)],
      [`${name}.yearly`, dollars(plan.yearlyPrice)],
      [`${name}.size`, `${plan.maxFileSize} MB`],
      [`${name}.repairs`, plan.repairsPerMonth === undefined ? 'unlimited repairs' : `${plan.repairsPerMonth} repairs`],
      [`${name}.features`, String(plan.repairFeatures)],
      [`${name}.batch`, String(plan.maxFilesPerBatch)],
      [
        `${name}.scans`,
        plan.scansPerDay === undefined ? 'unlimited scans' : plan.scansPerDay === 1 ? 'one scan' : `${plan.scansPerDay} scans`,
      ],
      [`${name}.hours`, String(Math.min(...plan.keepsFilesHours))],
      [`${name}.days`, String(Math.max(...plan.keepsFilesHours) / 24)],
    ]
  }),
  ['features', String(features.length)],
])

/** A name that nobody knows ends the build: no page may show its braces. */
export const withValues = (text: string, further: Readonly<Record<string, string>> = {}) =>
  text.replaceAll(/\{\{([\w.-]+)\}\}/g, (_, name: string) => {
    const value = further[name] ?? values[name]
    if (value === undefined) throw new Error(`No value is called ${name}`)
    return value
  })
