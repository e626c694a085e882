import type { ComponentType } from 'react'
import { lost, screens } from './screens.ts'

/** The screen that the document is of, its code loaded. */
export type Opened = { path: string; Screen: ComponentType }

/**
 * Waits for the code of the screen that a document was written for, whose first frame stands until then.
 * @param path as the table of screens has it; '' for the address of none
 * @returns undefined where it did not come: the screen itself then says so
 */
export async function loadOpened(path: string | undefined): Promise<Opened | undefined> {
  if (path === undefined) return undefined
  const load = screens.find((entry) => entry.path === path)?.load ?? lost
  try {
    return { path, Screen: (await load()).default }
  } catch {
    return undefined
  }
}
