import { frontOrder } from '@zhanggui/contract/order/front-order.ts'
import type { FrontOrder } from '@zhanggui/contract/order/front-order-own.ts'
import { frontShipment } from '@zhanggui/contract/order/front-shipment.ts'
import { Empty } from '@zhanggui/page-kit/parts/empty.tsx'
import { toast } from '@zhanggui/page-kit/parts/toast.tsx'
import { useState } from 'react'
import { useParams } from 'wouter'
import { useRead } from '../../api/read.ts'
import { useWrite } from '../../api/write.ts'
import { keepDraft, readDraft } from '../../go/drafts.ts'
import { Area } from '../../parts/area.tsx'
import { Card } from '../../parts/card.tsx'
import { ItemRow } from '../../parts/goods/item-row.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { CardBones } from '../../parts/rows.tsx'
import { Screen } from '../../parts/screen.tsx'
import { Button } from '../../parts/typed/button.tsx'
import { PhotoField } from '../../parts/typed/photos.tsx'
import { StarField } from '../../parts/typed/stars.tsx'
import styles from './review.module.css'

const MAX_COMMENT = 512
const MAX_PICTURES = 9

/** Reviews the products of an order one by one. */
export default function ReviewScreen() {
  const { orderNo = '' } = useParams<{ orderNo: string }>()
  const order = useRead(frontOrder.detail, { params: { orderNo } })
  return (
    <Screen title="写评价">
      <Loaded of={order} skeleton={<CardBones height={300} count={2} />}>
        {({ lines, canReview }) => {
          const left = lines.filter(({ isReply }) => !isReply)
          if (canReview && left.length)
            return left.map((line) => <LineReview key={line.id} orderNo={orderNo} line={line} />)
          return (
            <Empty icon="talk" text={left.length ? '现在还不能评价，收到商品后再来' : '都评价过了，谢谢'}>
              <Button to={left.length ? `/order/${orderNo}` : '/orders?kind=unreviewed'}>
                {left.length ? '回到订单' : '看看别的待评价'}
              </Button>
            </Empty>
          )
        }}
      </Loaded>
    </Screen>
  )
}

type Typed = { productScore: number; serviceScore: number; comment: string; pics: string[] }

function LineReview({ orderNo, line }: { orderNo: string; line: FrontOrder['lines'][number] }) {
  const draft = `review-${line.id}`
  const [typed, setTyped] = useState<Typed>(
    () => readDraft<Typed>(draft) ?? { productScore: 5, serviceScore: 5, comment: '', pics: [] },
  )
  const set = (change: Partial<Typed>) => {
    const next = { ...typed, ...change }
    keepDraft(draft, next)
    setTyped(next)
  }
  const { send, isSending } = useWrite(frontShipment.comment, {
    done: () => {
      keepDraft(draft, undefined)
      toast('评价已发布')
    },
  })
  const publish = () => {
    const comment = typed.comment.trim()
    if (!comment) return toast('写几句用着怎么样吧')
    void send({ body: { ...typed, comment, orderNo, lineId: line.id } })
  }
  return (
    <Card>
      <ItemRow of={line} />
      <StarField label="商品" value={typed.productScore} onChange={(productScore) => set({ productScore })} />
      <StarField label="服务" value={typed.serviceScore} onChange={(serviceScore) => set({ serviceScore })} />
      <Area
        label="评价"
        placeholder="用着怎么样，给别人参考"
        max={MAX_COMMENT}
        value={typed.comment}
        onChange={(comment) => set({ comment })}
      />
      <PhotoField label="图片" urls={typed.pics} max={MAX_PICTURES} onChange={(pics) => set({ pics })} />
      <div className={styles.act}>
        <Button isWide isBusy={isSending} onClick={publish}>
          发布
        </Button>
      </div>
    </Card>
  )
}
