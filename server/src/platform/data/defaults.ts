import type { Ctx } from '../http/context.ts'

/** Rows that areas bring to a shop: when it is set up, and later with the version that has them first. */
export type Defaults = {
  /** @param insert adds the rows that are missing; those that are there stay as staff left them */
  add(insert: (tx: Ctx) => Promise<void>): void
  /** Adds all that is missing, in the order of registration. */
  insertAll(tx: Ctx): Promise<void>
}

export function makeDefaults(): Defaults {
  const inserts: ((tx: Ctx) => Promise<void>)[] = []
  return {
    add: (insert) => {
      inserts.push(insert)
    },
    insertAll: async (tx) => {
      for (const insert of inserts) await insert(tx)
    },
  }
}
