import { shopWindow, type WindowDetail } from '@zhanggui/contract/product/window.ts'
import { RichText } from '@zhanggui/page-kit/parts/rich-text.tsx'
import { useState } from 'react'
import { useParams } from 'wouter'
import { useRead } from '../../api/read.ts'
import { Card } from '../../parts/card.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { Screen } from '../../parts/screen.tsx'
import { Button } from '../../parts/typed/button.tsx'
import { GoodsBones } from '../../sheets/goods/goods-bones.tsx'
import { ChosenCell, GoodsCells } from '../../sheets/goods/goods-cells.tsx'
import { FootPair, GoodsFoot } from '../../sheets/goods/goods-foot.tsx'
import { GoodsGone } from '../../sheets/goods/goods-gone.tsx'
import { GoodsMain } from '../../sheets/goods/goods-main.tsx'
import { GoodsTop } from '../../sheets/goods/goods-top.tsx'
import { NewestReply } from '../../sheets/goods/newest-reply.tsx'
import { Recommended } from '../../sheets/goods/recommended.tsx'
import { type Choice, firstChoice } from '../../sheets/sku/sku-choice.ts'
import { SkuPrice, SkuSheet } from '../../sheets/sku/sku-sheet.tsx'
import { useBuying } from '../../sheets/sku/use-buying.ts'
import { ActivityStrips } from './activity-strips.tsx'
import { CouponCell } from './coupon-cell.tsx'
import styles from './goods.module.css'

/** A product: what it is, what it costs, and how it is bought. */
export default function GoodsScreen() {
  const { id = '' } = useParams<{ id: string }>()
  const goods = useRead(shopWindow.detail, { params: { id: Number(id) || 0 } })
  const { data } = goods
  const [open, setOpen] = useState<'both' | 'cart' | 'buy' | undefined>()
  const [chosen, setChosen] = useState<Choice | undefined>()
  const choice = chosen ?? (data ? firstChoice(data) : [])
  const { putInCart, buy, isBusy } = useBuying(() => setOpen(undefined))
  const acts = [
    { kind: 'soft' as const, label: '加入购物车', isBusy, onAct: putInCart },
    { kind: 'solid' as const, label: '立即购买', isBusy, onAct: buy },
  ]
  const foot = data && (
    <GoodsFoot>
      {data.product.stock > 0 ? (
        <FootPair>
          <Button kind="soft" onClick={() => setOpen('cart')}>
            加入购物车
          </Button>
          <Button onClick={() => setOpen('buy')}>立即购买</Button>
        </FootPair>
      ) : (
        <Button isWide disabled>
          抢光了
        </Button>
      )}
    </GoodsFoot>
  )
  return (
    <Screen title={data?.product.storeName ?? '商品'} isBare foot={foot}>
      <Loaded
        of={goods}
        skeleton={<GoodsBones />}
        failed={({ status, message }) => status === 404 && <GoodsGone isBare text={message} />}
      >
        {(detail) => (
          <>
            <Head goods={detail} />
            <ActivityStrips of={detail.activities} />
            <Card>
              <CouponCell productId={detail.product.id} points={detail.product.giveIntegral} />
              <ChosenCell attr={detail.attr} choice={choice} onChoose={() => setOpen('both')} />
              <GoodsCells {...detail} productId={detail.product.id} isPostage={detail.product.isPostage} />
            </Card>
            <NewestReply productId={detail.product.id} />
            {detail.content && (
              <Card title="详情">
                <RichText html={detail.content} />
              </Card>
            )}
            <Recommended title="你可能还喜欢" without={detail.product.id} />
            {open && (
              <SkuSheet
                goods={detail}
                hasCoupon
                choice={choice}
                onChoose={setChosen}
                acts={open === 'both' ? acts : acts.filter(({ kind }) => (kind === 'soft') === (open === 'cart'))}
                onClose={() => setOpen(undefined)}
              />
            )}
          </>
        )}
      </Loaded>
    </Screen>
  )
}

function Head({ goods: { product, collected, activityStyle, atmosphere } }: { goods: WindowDetail }) {
  const { id, sliderImage, image, videoLink, storeName, storeInfo, price, priceMax, sales } = product
  return (
    <>
      <GoodsTop
        productId={id}
        name={storeName}
        pictures={sliderImage.length ? sliderImage : [image]}
        video={videoLink}
        over={activityStyle}
        collected={collected}
        price={price}
      />
      {atmosphere && <img className={styles.atmosphere} src={atmosphere} alt="" />}
      <GoodsMain name={storeName} info={storeInfo} sales={sales}>
        <SkuPrice of={product} isFrom={priceMax > price} size={28} />
      </GoodsMain>
    </>
  )
}
