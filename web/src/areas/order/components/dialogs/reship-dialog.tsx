import { draftOrder } from '@zhanggui/contract/order/draft-order.ts'
import { useState } from 'react'
import { useWrite } from '../../../../api/use-write.ts'
import { showNotice } from '../../../../kit/feedback/feedback.ts'
import { Field } from '../../../../kit/form/field.tsx'
import { UnitsInput } from '../../../../kit/form/units-input.tsx'
import { go } from '../../../../kit/page/go.ts'
import { shortNo } from '../../../../kit/text/short-no.ts'
import { orderAddress } from '../../model/order-words.ts'
import type { InfoDialogProps } from '../act-dialog.ts'
import styles from '../draft/draft.module.css'
import { ReasonInput } from '../fields/reason-field.tsx'
import { GoodsDialog, GoodsRow } from './goods-dialog.tsx'
import { SkuSelect } from './sku-select.tsx'

const REASONS = ['运输破损', '快递丢件', '少发漏发', '发错规格']
/** Of what the buyer fetched. */
const PICKUP_REASONS = ['商品破损', '少给漏给', '给错规格']

type Chosen = { num: number; skuId?: number | undefined }

/** 补发: what of a sent order was lost, broken or left out goes to its receiver once more, for nothing. */
export function ReshipDialog({ info, onClose, onDone }: InfoDialogProps) {
  const { orderNo, storeName } = info
  const isPickup = info.shippingType === 2
  const [chosen, setChosen] = useState<Readonly<Record<number, Chosen>>>({})
  const reship = useWrite(draftOrder.reship, {
    once: true,
    onSuccess: (made) => {
      showNotice({
        key: made.orderNo,
        level: 'info',
        title: `已生成补发订单 ${shortNo(made.orderNo)}`,
        content: `${isPickup ? '等买家到店自提' : '等待发货'}，点这里打开`,
        onOpen: () => go(orderAddress(made.id)),
      })
      onDone?.()
      onClose()
    },
  })
  const lines = Object.entries(chosen).flatMap(([lineId, { num, skuId }]) =>
    num ? [{ lineId: Number(lineId), num, ...(skuId && { skuId }) }] : [],
  )
  const total = lines.reduce((sum, { num }) => sum + num, 0)
  const set = (id: number, change: Partial<Chosen>) =>
    setChosen({ ...chosen, [id]: { num: 0, ...chosen[id], ...change } })

  return (
    <GoodsDialog
      info={info}
      onClose={onClose}
      act="补发"
      may={info.allow.reship}
      button={total ? `补发 ${total} 件` : '补发'}
      chosen={total ? JSON.stringify(lines) : ''}
      ask="请填写补发几件"
      isPending={reship.isPending}
      onSend={({ reason }) => reship.mutate({ body: { orderNo, lines, reason } })}
      reason={
        <Field of={draftOrder.reship.body} name="reason" label="原因" style={{ marginTop: 12 }}>
          <ReasonInput common={isPickup ? PICKUP_REASONS : REASONS} />
        </Field>
      }
      below={
        <p className={styles.note}>
          生成一张 ¥0.00 的{isPickup ? `自提订单，买家凭新的核销码到「${storeName}」取` : '订单，寄给同一收货人'}
          ；占用库存，不计销售。
        </p>
      }
    >
      {info.lines
        .filter(({ sentNum }) => sentNum > 0)
        .map(({ id, productId, skuId, storeName, sku, image, sentNum }) => (
          <GoodsRow
            key={id}
            image={image}
            storeName={storeName}
            below={`${sku === '默认' ? '' : `${sku} · `}已发 ${sentNum} 件`}
          >
            <SkuSelect
              label={`「${storeName}」补发的规格`}
              productId={productId}
              skuId={skuId}
              value={chosen[id]?.skuId}
              onChange={(next) => set(id, { skuId: next })}
            />
            <UnitsInput
              label={`「${storeName}」补发几件`}
              max={sentNum}
              empty={0}
              value={chosen[id]?.num ?? 0}
              onChange={(num) => set(id, { num })}
            />
          </GoodsRow>
        ))}
    </GoodsDialog>
  )
}
