import type { OrderInfo } from '@zhanggui/contract/order/order.ts'
import { Button } from 'antd'
import { Note } from '../../../../kit/detail/parts.tsx'
import { SidePanel } from '../../../../kit/dialog/side-panel.tsx'
import { copy } from '../../../../kit/feedback/copy.ts'
import { moneyText } from '../../../../kit/text/money.tsx'
import { priceSentenceOf, priceStepsOf } from '../../model/order-price.ts'
import styles from './order-detail.module.css'

/** 优惠明细: how the price came about, step by step, each with its share of the lines. */
export default function PricePanel({ info, onClose }: { info: OrderInfo; onClose: () => void }) {
  const sentence = priceSentenceOf(info)
  return (
    <SidePanel title="优惠明细" width={480} onClose={onClose}>
      <Note tone="plain" act={<Button onClick={() => copy(sentence)}>复制给买家</Button>}>
        {sentence}
      </Note>
      <ul className={styles.steps}>
        {priceStepsOf(info).map(({ label, why, value, lines }) => (
          <li key={label}>
            <b>{label}</b>
            <b className={value < 0 ? styles.less : undefined}>{moneyText(value)}</b>
            {why && <small>{why}</small>}
            {lines.length > 0 && (
              <dl>
                {lines.map((line) => (
                  <div key={line.id}>
                    <dt>{line.name}</dt>
                    <dd>{moneyText(line.value, false)}</dd>
                  </div>
                ))}
              </dl>
            )}
          </li>
        ))}
        <li>
          <b>{info.paid ? '实付' : '应付'}</b>
          <b className={styles.due}>{moneyText(info.payPrice)}</b>
        </li>
      </ul>
    </SidePanel>
  )
}
