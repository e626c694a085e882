import { useState } from 'react'
import type { InfoDialogProps } from '../act-dialog.ts'
import { EditReason, linesLeft, useEdit } from './edit-dialog.tsx'
import { GoodsDialog, GoodsRow } from './goods-dialog.tsx'
import { SkuSelect } from './sku-select.tsx'

const REASONS = ['买家要换颜色', '买家要换尺码', '拍错规格', '规格缺货']

/** 换规格: whole lines become another SKU of their product at the same price. */
export function SwapDialog(props: InfoDialogProps) {
  const { info } = props
  const [chosen, setChosen] = useState<Readonly<Record<number, number>>>({})
  const swap = Object.entries(chosen).map(([lineId, skuId]) => ({ lineId: Number(lineId), skuId }))
  const { shared } = useEdit({ orderNo: info.orderNo, swap }, '已换规格', props)

  function choose(lineId: number, skuId: number | undefined) {
    const { [lineId]: _, ...others } = chosen
    setChosen(skuId === undefined ? others : { ...others, [lineId]: skuId })
  }

  return (
    <GoodsDialog
      {...shared}
      act="换规格"
      width={640}
      button="换规格"
      ask="请选择要换的规格"
      reason={<EditReason common={REASONS} />}
    >
      {linesLeft(info).map(({ id, productId, skuId, storeName, sku, image, left }) => (
        <GoodsRow key={id} image={image} storeName={storeName} below={`${sku} ×${left}`}>
          <SkuSelect
            label={`「${storeName}」换为`}
            productId={productId}
            skuId={skuId}
            samePrice
            value={chosen[id]}
            onChange={(next) => choose(id, next)}
          />
        </GoodsRow>
      ))}
    </GoodsDialog>
  )
}
