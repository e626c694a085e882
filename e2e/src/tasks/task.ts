import { readFileSync, writeFileSync } from 'node:fs'
import { expect, inEmptyShop, test } from '../shop/journey.ts'
import type { Account } from '../shop/shop.ts'
import { Hands } from './hands.ts'
import { rowsOf, withCount } from './table.ts'

export { expect } from '../shop/journey.ts'

/** Fills the counts into the table instead of comparing with it. */
const isFillingIn = process.env.TASKS_TABLE === 'write'

export const tableFile = new URL('../../../docs/tasks.md', import.meta.url)

type Desk = {
  /** Signs somebody in; the counting begins on the home page, as a morning does. */
  begin: (as?: Account | string) => Promise<Hands>
}

const counted = (base: typeof test) =>
  base.extend<Desk>({
    begin: async ({ open }, use, info) => {
      let hands: Hands | undefined
      await use(async (as = 'admin') => {
        const page = await open('/dashboard', { as })
        hands = new Hands(page)
        await hands.see(page.getByRole('button', { name: /^全局搜索/ }))
        await hands.see(page.getByRole('heading', { level: 1 }))
        return hands
      })
      if (hands && info.status === info.expectedStatus) settle(info.title, hands)
    },
  })

/** A task of staff; its title is that of its row in docs/tasks.md. */
export const task = counted(test)
/** The same in a shop without any data. */
export const taskInEmptyShop = counted(inEmptyShop)

/** What was counted is what the table says: one click more fails, and one less wants to be written down. */
function settle(title: string, { count, waited }: Hands) {
  const text = readFileSync(tableFile, 'utf8')
  if (isFillingIn) writeFileSync(tableFile, withCount(text, title, count, waited))
  else expect({ ...count }, 'docs/tasks.md').toEqual(rowsOf(text).find((row) => row.title === title)?.counted)
}
