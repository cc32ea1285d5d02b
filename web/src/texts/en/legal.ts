export const legal = {
  updated: (date: string) => `Last updated ${date}`,
  contents: 'On this page',
  others: 'Other policies',
} as const
