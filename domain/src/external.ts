/** Whether a menu path leads out of the console and opens its own window (SH-34). */
export function isExternal(path: string): boolean {
  return /^(https?:|mailto:|tel:)/.test(path)
}
