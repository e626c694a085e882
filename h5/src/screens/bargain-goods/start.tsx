import { frontBargain } from '@zhanggui/contract/bargain/front-bargain.ts'
import type { BargainState } from '@zhanggui/domain/promotion/bargain-session.ts'
import { RichText } from '@zhanggui/page-kit/parts/rich-text.tsx'
import { useRead } from '../../api/read.ts'
import { useAt } from '../../api/use-at.ts'
import { Card, Cell } from '../../parts/card.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { Screen } from '../../parts/screen.tsx'
import { Tag } from '../../parts/tag.tsx'
import { ActivityFoot } from '../../sheets/activity/activity-foot.tsx'
import { ActivityStrip } from '../../sheets/activity/activity-strip.tsx'
import { GoodsBones } from '../../sheets/goods/goods-bones.tsx'
import { GoodsCells } from '../../sheets/goods/goods-cells.tsx'
import { GoodsGone } from '../../sheets/goods/goods-gone.tsx'
import { GoodsMain } from '../../sheets/goods/goods-main.tsx'
import { GoodsTop } from '../../sheets/goods/goods-top.tsx'
import { NewestReply } from '../../sheets/goods/newest-reply.tsx'
import styles from './start.module.css'
import { useCutting } from './use-cutting.ts'

type Given = { bargainId: number; state: BargainState; onChange: () => void }

/** The product of a bargain, with the way to start cutting it. */
export function Start({ bargainId, state, onChange }: Given) {
  const bargain = useRead(frontBargain.detail, { params: { id: bargainId } })
  const { data } = bargain
  const { start, isBusy } = useCutting(bargainId, onChange)
  useAt(data?.activity.phase === 'upcoming' ? data.startTime : data?.endTime, () => {
    bargain.retry()
    onChange()
  })
  const foot = data && (
    <ActivityFoot
      detail={{ ...data, activity: { ...data.activity, price: data.activity.minPrice } }}
      label="砍到这个价"
      refusal={state === 2 ? '发起次数已用完' : ''}
      isBusy={isBusy}
      onBuy={() => start(bargainId)}
    />
  )
  return (
    <Screen title={data?.activity.title ?? '砍价'} isBare foot={foot}>
      <Loaded
        of={bargain}
        skeleton={<GoodsBones />}
        failed={({ status, message }) =>
          status === 404 && <GoodsGone isBare text={message} to="/bargain" label="看看别的砍价" />
        }
      >
        {({ activity, collected, startTime, endTime, productPrice, params, ensures }) => {
          const { productId, title, info, sales, images, image, content, rule } = activity
          return (
            <>
              <GoodsTop
                productId={productId}
                name={title}
                pictures={images.length ? images : [image]}
                collected={collected}
                price={activity.minPrice}
              />
              <GoodsMain
                name={title}
                info={info}
                sales={sales}
                strip={
                  <ActivityStrip
                    activity={{ ...activity, price: activity.minPrice, otPrice: productPrice }}
                    priceName="最低"
                    startTime={startTime}
                    endTime={endTime}
                  />
                }
              >
                {activity.countPeopleAll > 0 && <Tag>{activity.countPeopleAll} 人在砍</Tag>}
              </GoodsMain>
              <Card>
                <Cell name="怎么砍">
                  从 ¥{activity.price.toFixed(2)} 砍起，连自己 {activity.peopleNum} 刀到最低价
                </Cell>
                <Cell name="次数">
                  每人可发起 {activity.num} 次，可帮 {activity.bargainNum} 位好友
                </Cell>
                {activity.quota > 0 && (
                  <Cell name="还剩">
                    {activity.quota} {activity.unitName}，先到先得
                  </Cell>
                )}
                <GoodsCells params={params} ensures={ensures} />
              </Card>
              {rule && (
                <Card title="规则">
                  <div className={styles.rule}>
                    <RichText html={rule} />
                  </div>
                </Card>
              )}
              <NewestReply productId={productId} />
              {content && (
                <Card title="详情">
                  <RichText html={content} />
                </Card>
              )}
            </>
          )
        }}
      </Loaded>
    </Screen>
  )
}
