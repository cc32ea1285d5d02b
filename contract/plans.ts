/** The one table of plans, prices and limits. Prices in US cents, sizes in MB (1 MB = 1,048,576 bytes). */
export const planNames = ['free', 'pro', 'publisher'] as const
export type PlanName = (typeof planNames)[number]

export const modes = ['find-error', 'deep-analysis'] as const
export type Mode = (typeof modes)[number]

export interface Plan {
  readonly name: PlanName
  readonly displayName: string
  /** Largest upload in MB. */
  readonly maxFileSize: number
  readonly maxFilesPerBatch: number
  readonly allowedModes: readonly Mode[]
  readonly allowMetadataEditing: boolean
  readonly allowBatchProcessing: boolean
  readonly allowDownloads: boolean
  readonly allowAITools: boolean
  readonly allowDocxConversion: boolean
  readonly priority: 'low' | 'normal' | 'high'
  readonly monthlyPrice: number
  readonly yearlyPrice: number
  /** Undefined means without limit. */
  readonly scansPerDay: number | undefined
  readonly repairsPerMonth: number | undefined
  /** Highest number of the 37 repair features that the plan may apply; 0 = detection only. */
  readonly repairFeatures: 0 | 18 | 37
  /** How long files are kept, in hours; Publisher may choose the longer one. */
  readonly keepsFilesHours: readonly number[]
  readonly features: readonly string[]
}

export const plans = {
  free: {
    name: 'free',
    displayName: 'Free',
    maxFileSize: 5,
    maxFilesPerBatch: 0,
    allowedModes: ['find-error'],
    allowMetadataEditing: false,
    allowBatchProcessing: false,
    allowDownloads: false,
    allowAITools: false,
    allowDocxConversion: false,
    priority: 'low',
    monthlyPrice: 0,
    yearlyPrice: 0,
    scansPerDay: 1,
    repairsPerMonth: 0,
    repairFeatures: 0,
    keepsFilesHours: [24],
    features: ['1 scan a day', 'Error detection with all 37 features', 'Files up to 5 MB'],
  },
  pro: {
    name: 'pro',
    displayName: 'Pro',
    maxFileSize: 50,
    maxFilesPerBatch: 1,
    allowedModes: ['find-error', 'deep-analysis'],
    allowMetadataEditing: true,
    allowBatchProcessing: false,
    allowDownloads: true,
    allowAITools: false,
    allowDocxConversion: true,
    priority: 'normal',
    monthlyPrice: 599,
    yearlyPrice: 5990,
    scansPerDay: undefined,
    repairsPerMonth: 25,
    repairFeatures: 18,
    keepsFilesHours: [24],
    features: [
      '25 repairs a month, unlimited scans',
      '18 essential repair features',
      'Download of repaired files',
      'Metadata editing',
      'DOCX conversion',
      'Files up to 50 MB',
    ],
  },
  publisher: {
    name: 'publisher',
    displayName: 'Publisher',
    maxFileSize: 200,
    maxFilesPerBatch: 50,
    allowedModes: ['find-error', 'deep-analysis'],
    allowMetadataEditing: true,
    allowBatchProcessing: true,
    allowDownloads: true,
    allowAITools: true,
    allowDocxConversion: true,
    priority: 'high',
    monthlyPrice: 2099,
    yearlyPrice: 20990,
    scansPerDay: undefined,
    repairsPerMonth: undefined,
    repairFeatures: 37,
    keepsFilesHours: [24, 720],
    features: [
      'Unlimited repairs',
      'All 37 repair features',
      'AI tools',
      'Batches of up to 50 files',
      '30 days of history',
      'Files up to 200 MB',
    ],
  },
} as const satisfies Record<PlanName, Plan>

/** A column of the comparison; it has no price and nothing can be bought. */
export const oneTime = {
  maxFileSize: 50,
  priority: 'normal',
  allowDownloads: true,
  allowMetadataEditing: true,
} as const satisfies Partial<Plan>

export const planOf = (name: PlanName): Plan => plans[name]

export const bytesPerMB = 1_048_576

/** Everything an upload may hold besides the file itself (multipart framing, form fields), in bytes. */
export const uploadOverhead = 65_536
