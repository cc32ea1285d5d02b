/** Address of the compiled schemas, put there by `web/schema-tables.ts`. */
declare module 'virtual:schema-tables' {
  const address: string
  export default address
}
