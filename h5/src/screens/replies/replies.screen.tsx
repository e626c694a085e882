import { shopWindow, type WindowReply } from '@zhanggui/contract/product/window.ts'
import { Empty } from '@zhanggui/page-kit/parts/empty.tsx'
import { useParams, useSearchParams } from 'wouter'
import { useEndless } from '../../api/endless.ts'
import { useRead } from '../../api/read.ts'
import { go } from '../../go/go.ts'
import { Card } from '../../parts/card.tsx'
import { Face } from '../../parts/face.tsx'
import { skuText } from '../../parts/goods/sku-text.ts'
import { CardBones, Rows } from '../../parts/rows.tsx'
import { Screen } from '../../parts/screen.tsx'
import { Button } from '../../parts/typed/button.tsx'
import { Choices } from '../../parts/typed/choices.tsx'
import { Photos } from '../../parts/typed/photos.tsx'
import { Stars } from '../../parts/typed/stars.tsx'
import styles from './replies.module.css'

/** What buyers said of a product. */
export default function RepliesScreen() {
  const { id = '' } = useParams<{ id: string }>()
  const [search] = useSearchParams()
  const params = { id: Number(id) || 0 }
  const { data: counts } = useRead(shopWindow.replyCounts, { params })
  const tabs = [
    { key: 0, title: '全部', count: counts?.sumCount },
    { key: 1, title: '好评', count: counts?.goodCount },
    { key: 2, title: '中评', count: counts?.mediumCount },
    { key: 3, title: '差评', count: counts?.poorCount },
    { key: 4, title: '有图', count: counts?.picCount },
  ] as const
  const type = tabs.find(({ key }) => String(key) === search.get('type'))?.key ?? 0
  const replies = useEndless(shopWindow.replies, { params, query: { type } })
  return (
    <Screen title={counts?.sumCount ? `评价（好评 ${counts.replyChance}%）` : '评价'}>
      <Choices of={tabs} open={type} onOpen={(key) => go(`/goods/${id}/replies?type=${key}`, { replace: true })} />
      <Rows
        of={replies}
        skeleton={<CardBones height={120} count={4} />}
        empty={
          <Empty icon="talk" text={type ? '没有这样的评价' : '还没有人评价'}>
            <Button to={`/goods/${id}`}>回到商品</Button>
          </Empty>
        }
      >
        {(list) => list.map((reply) => <Reply key={reply.id} of={reply} />)}
      </Rows>
    </Screen>
  )
}

function Reply({ of: { nickname, avatar, star, createTime, sku, comment, pics, merchantReplyContent } }: Given) {
  return (
    <Card>
      <article className={styles.reply}>
        <p className={styles.who}>
          <Face nickname={nickname} avatar={avatar} size={26} />
          {nickname}
          <Stars of={star} />
        </p>
        <p className={styles.sku}>
          {createTime.slice(0, 10)}　{skuText(sku)}
        </p>
        <p className={styles.words}>{comment}</p>
        <Photos urls={pics} />
        {merchantReplyContent && <p className={styles.shop}>商家回复：{merchantReplyContent}</p>}
      </article>
    </Card>
  )
}
type Given = { of: WindowReply }
