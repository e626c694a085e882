import { isSamePage } from './changes.ts'
import { sayChange } from './diff.ts'
import type { Page } from './page.ts'

/** A state to go back to, and what was done then. States share what did not change between them. */
export type Step = {
  page: Page
  words: string
  at: number /** Changes of one value in quick succession are one step. */
  key?: string
}
export type History = { past: readonly Step[]; present: Page; future: readonly Step[] }

export const MAX_STEPS = 100
const ONE_STEP_MS = 500

export const startHistory = (page: Page): History => ({ past: [], present: page, future: [] })

/**
 * The history with another page as the present one. The very same if the page is; what ends where it began is no step.
 * @param at milliseconds
 * @param key of the value that is typed or dragged: changes less than 500 ms after one another are one step
 */
export function record(
  history: History,
  page: Page,
  { at, key, words }: { at: number; key?: string; words?: string },
): History {
  const { past, present } = history
  if (page === present) return history
  const last = past.at(-1)
  const continues = key !== undefined && last?.key === key && at - last.at < ONE_STEP_MS && !history.future.length
  const before = continues ? last.page : present
  const earlier = continues ? past.slice(0, -1) : past
  if (isSamePage(before, page)) return continues ? { past: earlier, present: before, future: [] } : history
  const step = { page: before, words: words ?? sayChange(before, page), at, ...(key !== undefined && { key }) }
  return { past: [...earlier, step].slice(-MAX_STEPS), present: page, future: [] }
}

export function undo(history: History): History {
  const { past, present, future } = history
  const step = past.at(-1)
  if (!step) return history
  return { past: past.slice(0, -1), present: step.page, future: [{ ...step, page: present }, ...future] }
}

export function redo(history: History): History {
  const { past, present, future } = history
  const [step, ...later] = future
  if (!step) return history
  // What is typed from now on is a step of its own.
  const { key: _, ...done } = step
  return { past: [...past, { ...done, page: present }], present: step.page, future: later }
}

/** Goes to where so many steps of the list are done. */
export function jump(history: History, done: number): History {
  let at = history
  while (at.past.length > done && at.past.length) at = undo(at)
  while (at.past.length < done && at.future.length) at = redo(at)
  return at
}

/** What is true of the page at every step, as the terminal it is for: no step, and never taken back. */
export function throughout({ past, present, future }: History, change: (page: Page) => Page): History {
  const through = (step: Step) => ({ ...step, page: change(step.page) })
  return { past: past.map(through), present: change(present), future: future.map(through) }
}

/** What was done, the first step first, and which of it is taken back at present. */
export const stepsOf = ({ past, future }: History): { words: string; at: number; isDone: boolean }[] => [
  ...past.map(({ words, at }) => ({ words, at, isDone: true })),
  ...future.map(({ words, at }) => ({ words, at, isDone: false })),
]
