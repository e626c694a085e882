import { useQuery } from '@tanstack/react-query'
import { category } from '@zhanggui/contract/product/category.ts'
import { freightTemplate } from '@zhanggui/contract/product/freight-template.ts'
import { product } from '@zhanggui/contract/product/product.ts'
import type { Route } from '@zhanggui/contract/routes.ts'
import { setting } from '@zhanggui/contract/setting/setting.ts'
import { adminUser } from '@zhanggui/contract/staff/admin-user.ts'
import { backup } from '@zhanggui/contract/work/backup.ts'
import { useEffect } from 'react'
import { read } from '../../../api/read.ts'
import { useSession } from '../../../api/session.ts'
import { canCall } from '../../../kit/access/can.tsx'
import { Checklist } from '../../../kit/figures/checklist.tsx'
import { savePreference } from '../../../kit/settings/preferences.ts'
import { type Opening, openingSteps } from '../model/opening.ts'

/** The preference that keeps how the user left the list: `folded`, `open`, or `done` for good. */
const PREFERENCE = 'opening'

/** 开店清单: what a new shop still lacks, as far as the user may see to it. It goes when all of it is there. */
export function OpeningChecklist() {
  const left = useSession((session) => session.user?.preferences[PREFERENCE])
  return left === 'done' ? null : <Steps left={left} />
}

function Steps({ left }: { left: unknown }) {
  const shop = useOpening()
  const steps = shop ? openingSteps(shop) : []
  const complete = steps.length > 0 && steps.every(({ done }) => done)
  useEffect(() => {
    if (complete) savePreference(PREFERENCE, 'done')
  }, [complete])
  if (steps.length < 2 || complete) return null
  const ready = steps.every(({ done, optional }) => done || optional)
  return (
    <Checklist
      title="开店清单"
      note="没有标可选的几项做完，商品就能卖了；其余的什么时候做都行"
      steps={steps}
      folded={left === 'folded' || (left !== 'open' && ready)}
      onFold={(folded) => savePreference(PREFERENCE, folded ? 'folded' : 'open')}
    />
  )
}

/** What the shop has; undefined until all that the user may see is known. */
function useOpening(): Opening | undefined {
  const session = useSession()
  const may = (...routes: Pick<Route, 'permission'>[]) => routes.every((route) => canCall(session, route))
  const one = { page: 1, limit: 1 }
  const site = useQuery({
    ...read(setting.info, { params: { group: 'site' }, silent: true }),
    enabled: may(setting.info, setting.save),
  })
  const freight = useQuery({
    ...read(freightTemplate.list, { query: one, silent: true }),
    enabled: may(freightTemplate.list, freightTemplate.save),
  })
  const products = useQuery({
    ...read(product.tabs, { query: {}, silent: true }),
    enabled: may(product.tabs, product.save),
  })
  const categories = useQuery({
    ...read(category.pick, { query: { type: 1 }, silent: true }),
    enabled: may(category.save),
  })
  const staff = useQuery({
    ...read(adminUser.list, { query: one, silent: true }),
    enabled: may(adminUser.list, adminUser.save),
  })
  const backups = useQuery({ ...read(backup.list, { silent: true }), enabled: may(backup.list, backup.save) })
  const asked = [site, freight, products, categories, staff, backups]
  if (asked.some(({ isLoading }) => isLoading)) return undefined
  const values = site.data?.values as Readonly<Record<string, unknown>> | undefined
  const countOf = (type: number) => products.data?.find((tab) => tab.type === type)?.count ?? 0
  return {
    site: values && {
      logo: Boolean(values.site_logo_lefttop || values.site_logo_square),
      phone: Boolean(values.consumer_hotline),
    },
    freight: freight.data && { name: freight.data.list[0]?.name },
    products: products.data && { onSale: countOf(1), stored: countOf(2) },
    categories: categories.data?.length,
    staff: staff.data?.total,
    backups: backups.data?.list.length,
  }
}
