import { shopWindow } from '@zhanggui/contract/product/window.ts'
import { Icon } from '@zhanggui/page-kit/parts/icon.tsx'
import { Link } from 'wouter'
import { useRead } from '../../api/read.ts'
import { Card } from '../../parts/card.tsx'
import { Face } from '../../parts/face.tsx'
import { skuText } from '../../parts/goods/sku-text.ts'
import { Stars } from '../../parts/typed/stars.tsx'
import styles from './newest-reply.module.css'

/** What a buyer said of a product, and how many liked it. */
export function NewestReply({ productId }: { productId: number }) {
  const { data } = useRead(shopWindow.newestReply, { params: { id: productId } })
  const { reply, sumCount, replyChance } = data ?? {}
  if (!reply) return null
  return (
    <Card
      title={`评价 ${sumCount}`}
      right={
        <Link href={`/goods/${productId}/replies`} className={styles.good}>
          好评 {replyChance}%
          <Icon name="more" size={14} />
        </Link>
      }
    >
      <div className={styles.reply}>
        <p className={styles.who}>
          <Face nickname={reply.nickname} avatar={reply.avatar} size={26} />
          {reply.nickname}
          <Stars of={reply.star} />
          <span className={styles.sku}>{skuText(reply.sku)}</span>
        </p>
        <p className={styles.words}>{reply.comment}</p>
      </div>
    </Card>
  )
}
