/** Whether a menu path leads out of the console and opens a window of its own (SH-34). */
export function isExternal(path: string): boolean {
  return /^(https?:|mailto:|tel:)/.test(path)
}
