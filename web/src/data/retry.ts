/** The specification's rules (core, section 8), read from the error's message: `${status}: ${body}`. */
export const retryQuery = (failures: number, { message }: Error) =>
  !message.includes('401') && !message.startsWith('4') && failures < 2

export const retryMutation = (failures: number, { message }: Error) => !message.startsWith('4') && failures < 1

/** 1 s, 2 s, 4 s … at most 30 s. */
export const retryDelay = (attempt: number) => Math.min(1000 * 2 ** attempt, 30_000)
