/** Home, with what went wrong with the sign-in and the reference that support can search. */
export const withProblem = (signIn: 'failed' | 'cancelled' | 'unavailable', reference: string) =>
  `/?${new URLSearchParams({ signIn, reference })}`
