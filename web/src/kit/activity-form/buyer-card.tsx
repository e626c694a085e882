import { Section } from '../detail/detail-page.tsx'
import { moneyText } from '../text/money.tsx'
import styles from './activity-form.module.css'
import type { BuyerLook } from './activity-kind.ts'

/** The activity as a buyer sees it. */
export function BuyerCard({ title, look: { price, was, beside, below } }: { title: string; look: BuyerLook }) {
  return (
    <Section title="买家看到的样子">
      <div className={styles.card}>
        <header>
          <b>{price === null ? '¥—' : moneyText(price)}</b>
          {was !== undefined && price !== null && was > price && <del>{moneyText(was)}</del>}
          <small>{beside}</small>
        </header>
        <div>
          <b>{title || '活动标题'}</b>
          <small>{below}</small>
        </div>
      </div>
    </Section>
  )
}
