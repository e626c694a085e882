import type { PreOrderForm } from '@zhanggui/contract/order/front-order.ts'
import type { FrontSeckill } from '@zhanggui/contract/seckill/front-seckill.ts'
import { RichText } from '@zhanggui/page-kit/parts/rich-text.tsx'
import { type ReactNode, useState } from 'react'
import type { Reading } from '../../api/read.ts'
import { useAt } from '../../api/use-at.ts'
import { Card, Cell } from '../../parts/card.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { Screen } from '../../parts/screen.tsx'
import { GoodsBones } from '../goods/goods-bones.tsx'
import { ChosenCell, GoodsCells } from '../goods/goods-cells.tsx'
import { GoodsGone } from '../goods/goods-gone.tsx'
import { GoodsMain } from '../goods/goods-main.tsx'
import { GoodsTop } from '../goods/goods-top.tsx'
import { NewestReply } from '../goods/newest-reply.tsx'
import { type Choice, firstChoice } from '../sku/sku-choice.ts'
import { SkuSheet } from '../sku/sku-sheet.tsx'
import { ActivityFoot } from './activity-foot.tsx'
import { skuGoodsOf } from './activity-sku.ts'
import { activityStateOf } from './activity-state.ts'
import { ActivityStrip } from './activity-strip.tsx'
import { useActivityBuying } from './use-activity-buying.ts'

type Activity = Omit<FrontSeckill['activity'], 'num' | 'onceNum' | 'totalNum' | 'timeId'>
type Given<Detail> = {
  kind: {
    title: string
    /** The list of its kind. */
    home: string
    /** What buying in it is called. */
    act: string
  }
  of: Reading<Detail>
  /** Units of an order; 0 for no limit. */
  onceNum: number
  /** What names the activity in a checkout. */
  line: Pick<PreOrderForm['orderDetails'][number], 'seckillId' | 'combinationId'>
  /** Below the name. */
  note?: ReactNode
  /** The first lines of the facts. */
  cells?: ReactNode
  children?: ReactNode
}

/** A product of an activity in which it is bought at once: what it is, what it costs for how long, and the way to buy it. */
export function ActivityScreen<Detail extends Omit<FrontSeckill, 'activity'> & { activity: Activity }>({
  kind,
  of,
  onceNum,
  line,
  note,
  cells,
  children,
}: Given<Detail>) {
  const { data, retry } = of
  const [isOpen, setOpen] = useState(false)
  const [chosen, setChosen] = useState<Choice>()
  const { buy, isBusy } = useActivityBuying()
  const goods = data && skuGoodsOf(data, data.activity, onceNum)
  const choice = chosen ?? (goods ? firstChoice(goods) : [])
  const isBuyable = data !== undefined && activityStateOf(data) === 'open'
  useAt(data?.activity.phase === 'upcoming' ? data.startTime : data?.endTime, retry)
  return (
    <Screen
      title={data?.activity.title ?? kind.title}
      isBare
      foot={data && <ActivityFoot detail={data} label={kind.act} isBusy={isBusy} onBuy={() => setOpen(true)} />}
    >
      <Loaded
        of={of}
        skeleton={<GoodsBones />}
        failed={({ status, message }) =>
          status === 404 && <GoodsGone isBare text={message} to={kind.home} label={`看看别的${kind.title}`} />
        }
      >
        {(detail) => {
          const { activity, collected, startTime, endTime, attr, cid: _, ...facts } = detail
          const { productId, title, info, sales, images, image, content, giveIntegral } = activity
          const isFrom = (goods?.product.priceMax ?? 0) > activity.price
          return (
            <>
              <GoodsTop
                productId={productId}
                name={title}
                pictures={images.length ? images : [image]}
                collected={collected}
                price={activity.price}
              />
              <GoodsMain
                name={title}
                info={info}
                sales={sales}
                strip={<ActivityStrip activity={activity} isFrom={isFrom} startTime={startTime} endTime={endTime} />}
              >
                {note}
              </GoodsMain>
              <Card>
                {cells}
                {isBuyable && <ChosenCell attr={attr} choice={choice} onChoose={() => setOpen(true)} />}
                {giveIntegral > 0 && <Cell name="积分">每件赠 {giveIntegral} 积分</Cell>}
                <GoodsCells {...facts} />
              </Card>
              {children}
              <NewestReply productId={productId} />
              {content && (
                <Card title="详情">
                  <RichText html={content} />
                </Card>
              )}
              {isOpen && isBuyable && goods && (
                <SkuSheet
                  goods={goods}
                  choice={choice}
                  onChoose={setChosen}
                  acts={[
                    {
                      kind: 'solid',
                      label: kind.act,
                      isBusy,
                      onAct: (sku, num) => buy({ ...line, attrValueId: sku.id, productNum: num }),
                    },
                  ]}
                  onClose={() => setOpen(false)}
                />
              )}
            </>
          )
        }}
      </Loaded>
    </Screen>
  )
}
