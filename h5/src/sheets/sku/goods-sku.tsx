import { shopWindow } from '@zhanggui/contract/product/window.ts'
import { Sheet } from '@zhanggui/page-kit/parts/sheet.tsx'
import { Bone } from '@zhanggui/page-kit/parts/skeleton.tsx'
import { useState } from 'react'
import { useRead } from '../../api/read.ts'
import { Loaded } from '../../parts/loaded.tsx'
import { type Choice, choiceOf, firstChoice } from './sku-choice.ts'
import { type SkuAct, SkuSheet } from './sku-sheet.tsx'

type Given = {
  productId: number
  /** The SKU that is chosen at first. */
  skuId?: number
  acts: readonly SkuAct[]
  hasNum?: boolean
  onClose: () => void
}

/** The choice of a SKU where only its product is known, as in lists and in the cart. */
export function GoodsSku({ productId, skuId, acts, hasNum, onClose }: Given) {
  const goods = useRead(shopWindow.detail, { params: { id: productId }, query: { brief: true } })
  const [chosen, setChosen] = useState<Choice>()
  const { data } = goods
  if (!data)
    return (
      <Sheet title="选择规格" onClose={onClose}>
        <Loaded of={goods} skeleton={<Bone height={260} radius={12} />}>
          {() => null}
        </Loaded>
      </Sheet>
    )
  const first = skuId === undefined ? firstChoice(data) : choiceOf(data, skuId)
  return (
    <SkuSheet
      goods={data}
      choice={chosen ?? first}
      onChoose={setChosen}
      acts={acts}
      hasNum={hasNum}
      hasCoupon={hasNum !== false}
      onClose={onClose}
    />
  )
}
