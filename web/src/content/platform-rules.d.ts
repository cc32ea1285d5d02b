/** Rules of the compatibility check as data, put there by `web/platform-rules.ts`. */
declare module 'virtual:platform-rules' {
  interface PlatformRuleRow {
    readonly id: string
    readonly level: 'blocks' | 'warns' | 'informs'
    readonly message: string
    readonly limit?: string
    /** Where the platform says so. */
    readonly source: string
    /** When we read it: year and month. */
    readonly date: string
  }
  const rules: Readonly<Record<import('../../../contract/quality.ts').Platform, readonly PlatformRuleRow[]>>
  export default rules
}
