import { oneTime, type Plan, planNames, planOf } from '../../../../contract/plans.ts'
import { texts } from '../../texts/texts.ts'

const { comparison: words } = texts.pricing

/** Yes, no, or words; `undefined` where the one-time purchase says nothing of it. */
export type Cell = boolean | string | undefined

export interface Row {
  readonly name: string
  /** In the order of `columns`. */
  readonly cells: readonly Cell[]
}

export const columns = ['free', 'oneTime', 'pro', 'publisher'] as const
export type Column = (typeof columns)[number]

const scans = ({ scansPerDay }: Plan) => (scansPerDay === undefined ? words.unlimited : words.perDay(scansPerDay))

const repairs = ({ repairsPerMonth }: Plan) =>
  repairsPerMonth === undefined ? words.unlimited : repairsPerMonth > 0 && words.perMonth(repairsPerMonth)

const features = ({ repairFeatures }: Plan) => {
  if (repairFeatures === 0) return words.detectionOnly
  return repairFeatures === 37 ? words.all(repairFeatures) : words.essential(repairFeatures)
}

const batch = ({ allowBatchProcessing, maxFilesPerBatch }: Plan) => {
  if (allowBatchProcessing) return words.upToFiles(maxFilesPerBatch)
  return maxFilesPerBatch > 0 && words.singleFile
}

const retention = ({ keepsFilesHours: [shortest = 0, longest] }: Plan) =>
  longest === undefined ? words.hours(shortest) : words.upToDays(longest / 24)

/** A row from what each plan says, and from what the one-time purchase says. */
const row = (name: string, ofPlan: (plan: Plan) => Cell, ofOneTime?: Cell): Row => {
  const [free, ...paid] = planNames.map(planOf).map(ofPlan)
  return { name, cells: [free, ofOneTime, ...paid] }
}

/** Everything in it is read from `contract/plans.ts`. */
export const rows: readonly Row[] = [
  row(words.rows.fileSize, ({ maxFileSize }) => words.megabytes(maxFileSize), words.megabytes(oneTime.maxFileSize)),
  row(words.rows.scans, scans),
  row(words.rows.repairs, repairs),
  row(words.rows.features, features),
  row(words.rows.downloads, ({ allowDownloads }) => allowDownloads, oneTime.allowDownloads),
  row(words.rows.metadata, ({ allowMetadataEditing }) => allowMetadataEditing, oneTime.allowMetadataEditing),
  row(words.rows.docx, ({ allowDocxConversion }) => allowDocxConversion),
  row(words.rows.batch, batch),
  row(words.rows.aiAnalysis, ({ name }) => name !== 'free'),
  row(words.rows.aiTools, ({ allowAITools }) => allowAITools),
  row(words.rows.priority, ({ priority }) => words.priority[priority], words.priority[oneTime.priority]),
  row(words.rows.retention, retention),
]
