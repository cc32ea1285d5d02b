/** Actor of what staff does from a terminal: nobody's account. */
export const shell = 'shell'
