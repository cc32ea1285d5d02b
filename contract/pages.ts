/** Stands in the built pages for the address of the service, which only the gateway knows; it puts it in as it serves them. */
export const originToken = 'https://origin.invalid'
