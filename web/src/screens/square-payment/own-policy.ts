/** Whether this document came with the policy of `/square-payment`: the one whose address it was loaded from. */
export function isLoadedWithOwnPolicy() {
  const [entry] = performance.getEntriesByType('navigation')
  const path = new URL(entry?.name ?? location.href).pathname.toLowerCase()
  return path.startsWith('/square-payment')
}
