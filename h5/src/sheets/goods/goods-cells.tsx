import { shopWindow } from '@zhanggui/contract/product/window.ts'
import { Sheet } from '@zhanggui/page-kit/parts/sheet.tsx'
import { useState } from 'react'
import { useRead } from '../../api/read.ts'
import { useSite } from '../../api/site.ts'
import { Cell } from '../../parts/card.tsx'
import { Tag } from '../../parts/tag.tsx'
import type { Choice } from '../sku/sku-choice.ts'
import styles from './goods-cells.module.css'

type ChosenGiven = { attr: readonly { attrName: string }[]; choice: Choice; onChoose: () => void }

/** What is chosen so far. */
export function ChosenCell({ attr, choice, onChoose }: ChosenGiven) {
  return (
    <Cell name="已选" onOpen={onChoose}>
      {choice.filter(Boolean).join('，') || `请选择${attr.map(({ attrName }) => attrName).join('、')}`}
    </Cell>
  )
}

type Given = {
  /** Of which the freight is asked for; without one none is shown. */
  productId?: number
  isPostage?: boolean
  ensures: readonly string[]
  params: readonly { name: string; value: string }[]
}

/** When a product is sent, what the shop promises, and its parameters. */
export function GoodsCells({ productId, isPostage = false, ensures, params }: Given) {
  const shipHours = useSite()?.shipHours
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Cell name="发货">
        {isPostage && <Tag kind="plain">包邮</Tag>}
        {shipHours ? `付款后 ${shipHours} 小时内发出` : '付款后尽快发出'}
      </Cell>
      {productId !== undefined && <FreightCell productId={productId} />}
      {ensures.length > 0 && <Cell name="保障">{ensures.join('　')}</Cell>}
      {params.length > 0 && (
        <Cell name="参数" onOpen={() => setOpen(true)}>
          {params
            .slice(0, 2)
            .map(({ name, value }) => `${name} ${value}`)
            .join('，')}
        </Cell>
      )}
      {isOpen && (
        <Sheet title="参数" onClose={() => setOpen(false)}>
          <dl className={styles.params}>
            {params.map(({ name, value }) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </Sheet>
      )}
    </>
  )
}

/** What it costs to send one of it to the usual address of the buyer. */
function FreightCell({ productId }: { productId: number }) {
  const { data } = useRead(shopWindow.freight, { params: { id: productId } })
  if (!data) return <Cell name="运费">…</Cell>
  const { place, text, refusal } = data
  return <Cell name="运费">{[refusal || text, place && `至 ${place}`].filter(Boolean).join('　')}</Cell>
}
