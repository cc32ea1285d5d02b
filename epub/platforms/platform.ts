export const platforms = ['kindle', 'appleBooks', 'kobo', 'googlePlay', 'adobe', 'calibre'] as const
export type Platform = (typeof platforms)[number]

/** `blocks`: the platform is not compatible; `warns` and `informs` leave it so. */
export type PlatformLevel = 'blocks' | 'warns' | 'informs'

export interface PlatformFinding {
  readonly rule: string
  readonly level: PlatformLevel
  readonly message: string
  readonly limit?: string
  readonly measured?: string
  readonly path?: string
}

export type PlatformFindings = Readonly<Record<Platform, readonly PlatformFinding[]>>

/** Whether each platform's published rules, as far as we check them, are met. */
export const compatibility = (findings: PlatformFindings): Record<Platform, boolean> =>
  Object.fromEntries(
    platforms.map((platform) => [platform, findings[platform].every(({ level }) => level !== 'blocks')]),
  ) as Record<Platform, boolean>
