import { type FrontHelp, type FrontSession, frontBargain } from '@zhanggui/contract/bargain/front-bargain.ts'
import { useState } from 'react'
import { useEndless } from '../../api/endless.ts'
import { Card } from '../../parts/card.tsx'
import { Face } from '../../parts/face.tsx'
import { More } from '../../parts/more.tsx'
import { Button } from '../../parts/typed/button.tsx'
import styles from './helpers.module.css'

/** Who cut the price, the newest first. */
export function Helpers({ session, newest }: { session: FrontSession; newest: readonly FrontHelp[] }) {
  const { bargainUserId, cutNum, cutPrice } = session
  const [isAll, setAll] = useState(false)
  const all = useEndless(frontBargain.helps, { query: { bargainUserId }, limit: 20 }, isAll)
  const shown = (isAll && all.list) || newest
  if (!cutNum) return null
  return (
    <Card title={`${cutNum} 人砍了`} right={<span className={styles.sum}>共砍 ¥{cutPrice.toFixed(2)}</span>}>
      {shown.map(({ nickname, avatar, price, createTime }) => (
        <div key={`${createTime} ${nickname} ${price}`} className={styles.help}>
          <Face nickname={nickname} avatar={avatar} />
          <span className={styles.who}>
            {nickname}
            <small>{createTime.slice(5, 16)}</small>
          </span>
          <b>砍掉 ¥{price.toFixed(2)}</b>
        </div>
      ))}
      {!isAll && cutNum > newest.length && (
        <div className={styles.all}>
          <Button kind="line" size={32} onClick={() => setAll(true)}>
            看全部 {cutNum} 刀
          </Button>
        </div>
      )}
      {isAll && <More of={all} />}
    </Card>
  )
}
