/** Addresses that every page needs before anybody is signed in. Plain constants: the first script of the web carries no zod. */
export const loginPath = '/api/login'
export const logoutPath = '/api/logout'
export const callbackPath = '/api/callback'
export const authUserPath = '/api/auth/user'
export const servicePath = '/api/service'
