export type Debounced<Args extends readonly unknown[]> = ((...args: Args) => void) & { cancel: () => void }

/**
 * Runs a function once, after the last of several calls, with the arguments of that call.
 * @param delay ms since the last call
 */
export function debounce<Args extends readonly unknown[]>(run: (...args: Args) => void, delay = 500): Debounced<Args> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const debounced = (...args: Args) => {
    clearTimeout(timer)
    timer = setTimeout(() => run(...args), delay)
  }
  return Object.assign(debounced, { cancel: () => clearTimeout(timer) })
}
