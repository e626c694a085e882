import type { DaySale, DaySlot, SeckillDay } from '@zhanggui/contract/seckill/seckill.ts'
import { Button } from 'antd'
import { QuotaBar } from '../../../kit/activity/quota-bar.tsx'
import { Picture } from '../../../kit/media/picture.tsx'
import { Labels } from '../../../kit/text/labels.tsx'
import { moneyText } from '../../../kit/text/money.tsx'
import { StateTag } from '../../../kit/text/state-tag.tsx'
import { hoursText } from '../model/slots.ts'
import styles from './day-agenda.module.css'
import { type SlotActs, SlotMenu } from './slot-menu.tsx'

type Props = { of: SeckillDay; onSale: (sale: DaySale) => void; slotActs: SlotActs }

const phaseNames = { upcoming: '未开始', running: '进行中', ended: '已结束', closed: '已关闭' } as const

/** The day on a phone: its slots one below the other, each with what it sells. */
export function DayAgenda({ of: { slots, list }, onSale, slotActs }: Props) {
  return slots.map((slot) => (
    <section key={slot.id} className={styles.slot} aria-label={`${slot.name} ${hoursText(slot)}`}>
      <SlotHead of={slot} acts={slotActs} />
      <ul>
        {list
          .filter(({ timeId }) => timeId === slot.id)
          .map((sale) => (
            <li key={sale.id}>
              <button type="button" className={styles.sale} onClick={() => onSale(sale)}>
                <Picture src={sale.image} alt={sale.title} size={44} />
                <span className={styles.text}>
                  <span className={styles.title}>
                    <span>{sale.title}</span>
                    {sale.belowCost && <Labels of={['低于成本']} />}
                  </span>
                  <span className={styles.price}>
                    <b>{moneyText(sale.price)}</b>
                    {sale.phase === 'closed' && slot.phase !== 'closed' && <small>未开启</small>}
                    {sale.soldOut && <small>已抢光</small>}
                  </span>
                  <QuotaBar
                    of={`「${sale.title}」`}
                    sold={sale.sales}
                    paying={sale.reserved}
                    all={sale.quotaShow}
                    over={sale.phase !== 'running' || sale.soldOut}
                  />
                </span>
              </button>
            </li>
          ))}
      </ul>
    </section>
  ))
}

function SlotHead({ of, acts }: { of: DaySlot; acts: SlotActs }) {
  return (
    <header className={styles.head}>
      <b>{hoursText(of)}</b>
      <span className={styles.name}>{of.name}</span>
      <StateTag of="activity" value={phaseNames[of.phase]} />
      <SlotMenu slot={of} acts={acts}>
        <Button type="text" size="small" aria-label={`${of.name}，${of.count} 款`}>
          {of.count} 款 ▾
        </Button>
      </SlotMenu>
    </header>
  )
}
