import { toWireTime } from '@zhanggui/domain/time.ts'
import { add } from '@zhanggui/page-kit/operations.ts'
import { componentsOf, emptyPage, type Page, type PageType } from '@zhanggui/page-kit/page.ts'
import type { Theme } from '@zhanggui/page-kit/theme.ts'
import { serverNow } from '../../../../api/server-time.ts'
import { useCanvasData } from '../../model/canvas-data.ts'
import { DrawnPage } from '../designer/drawn-page.tsx'
import styles from './layout.module.css'

/** What an activity of the example still has. */
const SHOWN_MS = 26 * 3_600_000

/** A page of these components. */
const pageOf = (types: readonly string[], type: PageType = 2): Page =>
  types.reduce(
    (page, each, index) =>
      add(page, {
        type: each,
        stamp: 1_767_225_600_000_000 + index,
        preset: {
          props: {
            // Goods that sell have pictures; the newest may have none yet.
            ...(each.startsWith('goods') && { source: 'bestseller' }),
            ...(each === 'countdown' && { endTime: toWireTime(new Date(serverNow().getTime() + SHOWN_MS)) }),
          },
        },
      }).page,
    emptyPage(type),
  )

const screens = [
  { title: '首页', page: pageOf(['searchBar', 'coupons', 'seckill', 'titleBar', 'goodsList', 'tabBar']) },
  { title: '活动', page: pageOf(['countdown', 'bargain', 'combination', 'seckill', 'tabBar']) },
  { title: '我的', page: pageOf(['userCard', 'userAssets', 'userOrders', 'memberCard', 'tabBar'], 4) },
]
const none = new Map<number, never>()
/** What the colours do to three screens. */
export default function ThemePhones({ theme }: { theme: Theme }) {
  return (
    <div className={styles.phones}>
      {screens.map(({ title, page }) => (
        <figure key={title}>
          <div className={styles.mini} inert>
            <div>
              <Screen page={page} theme={theme} title={title} />
            </div>
          </div>
          <figcaption>{title}</figcaption>
        </figure>
      ))}
    </div>
  )
}

function Screen({ page, theme, title }: { page: Page; theme: Theme; title: string }) {
  const data = useCanvasData(componentsOf(page), page.terminal)
  return <DrawnPage page={page} data={data} blocks={none} theme={theme} title={title} />
}
