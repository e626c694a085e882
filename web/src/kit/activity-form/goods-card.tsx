import { Button } from 'antd'
import { Picture } from '../media/picture.tsx'
import { moneyText } from '../text/money.tsx'
import styles from './activity-form.module.css'
import type { Goods } from './values.ts'

/** The product of an activity. @param onChange chooses another, while it may be changed */
export function GoodsCard({ of, onChange }: { of: Goods; onChange: (() => void) | undefined }) {
  const { name, image, low, high, skus, stock } = of
  return (
    <div className={styles.goods}>
      <Picture src={image} alt={name} size={48} />
      <div className={styles.goodsText}>
        <b>{name}</b>
        <span>
          {skus} 个规格 · 售价 {low === high ? moneyText(low) : `${moneyText(low)} – ${moneyText(high)}`} · 库存{' '}
          {stock.toLocaleString('en-US')}
        </span>
      </div>
      {onChange ? <Button onClick={onChange}>更换商品</Button> : <span>保存后不能换商品</span>}
    </div>
  )
}
