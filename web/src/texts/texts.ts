/** The one message catalogue: every visible text of the web app, by area. A further language is a second folder of the same shape. */
export const texts = {}
