import type { PageKind } from '@zhanggui/domain/decor/page.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { documentOf, hashOf } from '../page-facts/page-document.service.ts'
import { undrawnPage } from '../template/built-in-template.service.ts'
import { findDefault, insertShipped } from './page.repository.ts'
import { noteDraft, noteLive } from './page-core.service.ts'

const shipped: readonly { key: string; type: PageKind; name: string }[] = [
  { key: 'general', type: 2, name: '商城首页' },
  { key: 'userClassic', type: 4, name: '个人中心' },
]

/** Publishes the home and the user centre that all channels have, in a shop that has none. */
export async function publishDefaultPages(tx: Ctx): Promise<void> {
  for (const { key, type, name } of shipped) {
    if (await findDefault(tx, 3, type)) continue
    const page = await undrawnPage(key)
    const head = { name, terminal: 3 as const, type, templateKey: key }
    const row = await insertShipped(tx, { ...head, ...documentOf(page) }, hashOf(page))
    if (!row) continue
    await noteDraft(tx, row)
    await noteLive(tx, row, page)
  }
}
