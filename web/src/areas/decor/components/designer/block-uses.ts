import { decorPage } from '@zhanggui/contract/decor/page.ts'
import { type PageBlock, pageBlock } from '@zhanggui/contract/decor/page-block.ts'
import { useCan } from '../../../../kit/access/can.tsx'

/** The names of the pages that show a block, live ones first. */
export function usesWords({ uses }: Pick<PageBlock, 'uses'>): string {
  const named = uses.slice(0, 5).map(({ name }) => name)
  return named.join('、') + (uses.length > named.length ? ` 等 ${uses.length} 个` : '')
}

/** Whether staff may change a block: what live or waiting pages show is published by it. */
export function useMayChangeBlock(): (block: Pick<PageBlock, 'isShown'>) => boolean {
  const mayUpdate = useCan(pageBlock.update)
  const mayPublish = useCan(decorPage.publish)
  return ({ isShown }) => mayUpdate && (mayPublish || !isShown)
}
