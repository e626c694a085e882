import type { RunningActivity } from '@zhanggui/contract/product/window.ts'
import { CountDown } from '@zhanggui/page-kit/parts/count-down.tsx'
import { Icon } from '@zhanggui/page-kit/parts/icon.tsx'
import { Price } from '@zhanggui/page-kit/parts/price.tsx'
import { Link } from 'wouter'
import styles from './activity-strips.module.css'

/** By the type of an activity: what it is called, where it is, and what its price is. */
const kinds = {
  1: { name: '秒杀', path: 'seckill', priceName: () => '秒杀价' },
  2: { name: '砍价', path: 'bargain', priceName: () => '最低可砍到' },
  3: { name: '拼团', path: 'combination', priceName: (people: number) => `${people} 人团` },
} as const

/** The running activities of a product, each with the way to it. */
export function ActivityStrips({ of: activities }: { of: readonly RunningActivity[] }) {
  if (!activities.length) return null
  return (
    <nav className={styles.strips} aria-label="进行中的活动">
      {activities.map(({ type, id, price, people, endTime }) => {
        const { name, path, priceName } = kinds[type]
        return (
          <Link key={`${type} ${id}`} href={`/${path}/${id}`} className={styles.strip}>
            <b>{name}</b>
            <span className={styles.price}>
              {priceName(people)} <Price yuan={price} size={17} />
            </span>
            <small>
              距结束 <CountDown to={endTime} doneText="已结束" />
            </small>
            <Icon name="more" size={14} />
          </Link>
        )
      })}
    </nav>
  )
}
