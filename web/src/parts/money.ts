/** `$5.99` from cents. */
export const dollars = (cents: number) => `$${(cents / 100).toFixed(2)}`
