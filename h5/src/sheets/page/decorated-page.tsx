import type { ServedComponent, ServedPage } from '@zhanggui/contract/decor/front-page.ts'
import type { Box } from '@zhanggui/page-kit/define.ts'
import type { Settings } from '@zhanggui/page-kit/page.ts'
import { PageView } from '@zhanggui/page-kit/page-view.tsx'
import { needsServiceEntry, ServiceEntry } from '@zhanggui/page-kit/parts/service-entry.tsx'
import { Bone } from '@zhanggui/page-kit/parts/skeleton.tsx'
import type { Shown } from '@zhanggui/page-kit/rule.ts'
import type { ViewOf } from '@zhanggui/page-kit/view.tsx'
import { lazy, Suspense, useCallback, useMemo, useState } from 'react'
import { serverNow } from '../../api/clock.ts'
import { useSite } from '../../api/site.ts'
import { usePageActs } from './page-acts.ts'
import { useDue } from './popups.ts'
import { useSteps } from './use-steps.ts'
import { useView } from './use-view.ts'

/** Loaded with the first product that is put into the cart. */
const CartSku = lazy(() => import('../sku/cart-sku.tsx'))

type Given = {
  page: ServedPage
  preview: string | undefined
  /** The views that the screen loads. */
  viewOf: ViewOf
}

/** A decorated page with all that its views may do. */
export function DecoratedPage({ page, preview, viewOf }: Given) {
  const [putting, setPutting] = useState<number>()
  const putInCart = useCallback(({ id }: { id: number }) => setPutting(id), [])
  const { act, dataOf } = usePageActs(page, preview, putInCart)
  const due = useDue(page.componentsData)
  const count = useSteps(due.length)
  const shown = useMemo(() => due.map(shownOf), [due])
  useView(page.id, preview === undefined)
  const settings = page.settings as Settings
  const service = useSite()?.service
  const isReachable = service && (service.phone || service.url || service.qrcode)
  return (
    <>
      <PageView
        settings={settings}
        components={shown}
        upTo={count}
        dataOf={dataOf}
        act={act}
        now={serverNow}
        viewOf={viewOf}
      />
      {isReachable && needsServiceEntry(settings, page.componentsData) && <ServiceEntry />}
      {putting !== undefined && (
        <Suspense fallback={null}>
          <CartSku productId={putting} onClose={() => setPutting(undefined)} />
        </Suspense>
      )}
    </>
  )
}

const shownOf = ({ props, box, ...component }: ServedComponent) =>
  ({ ...component, props: props as Record<string, unknown>, box: box as Box }) as unknown as Shown

/** Whether a page brings its own bottom navigation. */
export const hasOwnTabs = (page: ServedPage | undefined): boolean =>
  page?.componentsData.some(({ type }) => type === 'tabBar') ?? false

export function PageBones() {
  return (
    <div className="coming">
      <Bone height={36} radius={18} />
      <Bone height={160} radius={12} />
      <Bone height={150} radius={12} />
      <Bone height={220} radius={12} />
    </div>
  )
}
