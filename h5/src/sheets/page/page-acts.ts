import { frontPages, type ServedPage } from '@zhanggui/contract/decor/front-page.ts'
import { toast } from '@zhanggui/page-kit/parts/toast.tsx'
import type { Act } from '@zhanggui/page-kit/view.tsx'
import { useCallback, useMemo, useState } from 'react'
import { CallError, call } from '../../api/call.ts'
import { openLink } from '../../go/go.ts'
import { takeCoupon } from '../take-coupon.ts'

type Data = Record<string, unknown> & { list?: unknown[] }

/** What a page lets its views do, and its live data: those it came with, and those that were asked for since. */
export function usePageActs(page: ServedPage, preview: string | undefined, addToCart: Act['addToCart']) {
  const [later, setLater] = useState<ReadonlyMap<string, Data>>(new Map())
  const came = useMemo(() => new Map(page.componentsData.map(({ id, data }) => [id, data])), [page])
  const dataOf = useCallback((id: string) => later.get(id) ?? came.get(id), [later, came])
  const act = useMemo(
    (): Act => ({
      open: openLink,
      addToCart,
      takeCoupon,
      async more(componentId, wanted) {
        try {
          const body = { pageId: page.id, componentId, preview, ...wanted }
          const { data } = (await call(frontPages.data, { body })) as { data: Data }
          setLater((before) => {
            const shown = before.get(componentId) ?? (came.get(componentId) as Data | undefined)
            const list = wanted.page ? [...(shown?.list ?? []), ...(data.list ?? [])] : data.list
            return new Map(before).set(componentId, { ...data, ...(list && { list }) })
          })
        } catch (error) {
          if (!(error instanceof CallError)) throw error
          toast(error.message, { label: '再试一次', onAct: () => act.more(componentId, wanted) })
        }
      },
    }),
    [page.id, preview, came, addToCart],
  )
  return { act, dataOf }
}
