import type { User } from '../../data.ts'
import { Go } from '../../parts/go.tsx'
import type { ViewProps } from '../../view.tsx'
import type { userAssets } from './schema.ts'
import styles from './userAssets.module.css'

const assets = {
  balance: { title: '余额', link: '/pages/users/user_money/index' },
  points: { title: '积分', link: '/pages/users/user_integral/index' },
  coupons: { title: '优惠券', link: '/pages/users/user_coupon/index' },
  favourites: { title: '收藏', link: '/pages/users/user_goods_collection/index' },
  commission: { title: '佣金', link: '/pages/promoter/user_spread_user/index' },
} as const
const money: readonly string[] = ['balance', 'commission']

const say = (name: keyof typeof assets, value: number | undefined) => {
  if (value === undefined) return '--'
  return money.includes(name) ? `¥${value.toFixed(2)}` : value.toLocaleString('zh-CN')
}

export function UserAssetsView({ props, data }: Pick<ViewProps<typeof userAssets, User>, 'props' | 'data'>) {
  return (
    <div className={styles.assets}>
      {props.show.map((name) => (
        <Go key={name} link={assets[name].link} className={styles.asset}>
          <b>{say(name, data?.[name])}</b>
          {assets[name].title}
        </Go>
      ))}
    </div>
  )
}
