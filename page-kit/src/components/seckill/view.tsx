import type { Seckill } from '../../data.ts'
import { formatLink } from '../../links/links.ts'
import { ActivityGoods, ActivityHead } from '../../parts/activity.tsx'
import { CountDown } from '../../parts/count-down.tsx'
import type { ViewProps } from '../../view.tsx'
import type { seckill } from './schema.ts'
import styles from './seckill.module.css'

/** Nothing where no slot runs or comes today. */
export function SeckillView({ props, data }: Pick<ViewProps<typeof seckill, Seckill>, 'props' | 'data'>) {
  const { style, show, count, priceTone } = props
  if (data && !data.slot) return null
  const list = (data?.list ?? []).slice(0, count).map((card) => ({
    id: card.id,
    link: formatLink({ kind: 'seckill', id: String(card.id) }),
    image: card.image,
    title: card.title,
    price: card.price,
    was: card.otPrice,
    percent: card.percent,
  }))
  return (
    <>
      <ActivityHead {...props}>
        {data?.slot && (
          <>
            <span className={styles.slot}>{data.slot.name}</span>
            {data.slot.phase === 'running' ? (
              <CountDown to={data.slot.endTime} doneText="本场已结束" />
            ) : (
              <span className={styles.slot}>即将开始</span>
            )}
          </>
        )}
      </ActivityHead>
      <ActivityGoods list={list} look={{ columns: style === 1 ? 3 : 1, show, priceTone }} />
    </>
  )
}
