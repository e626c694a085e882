/** Whether a menu path leads out of the console and opens its own window. */
export function isExternal(path: string): boolean {
  return /^(https?:|mailto:|tel:)/.test(path)
}
