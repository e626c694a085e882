import { diffPages, type Row } from '@zhanggui/page-kit/diff.ts'
import type { RefKind } from '@zhanggui/page-kit/fields.ts'
import { revert } from '@zhanggui/page-kit/operations.ts'
import type { Page } from '@zhanggui/page-kit/page.ts'
import { change } from '../../model/page-store.ts'

/** Changed values, as 3 → 6; '' for what says all by its own words. */
export const valueWords = ({ fromWords, toWords }: Row): string =>
  fromWords === undefined || toWords === undefined ? '' : `${fromWords} → ${toWords}`

/** Puts one difference back as it is live. */
export const takeBack = (live: Page, row: Row): void =>
  void change((page) => revert(page, live, row), { words: `撤掉：${row.words}`, stay: true })

export const differences = (live: Page, draft: Page, name?: (kind: RefKind, id: number) => string | undefined): Row[] =>
  diffPages(live, draft, name)
