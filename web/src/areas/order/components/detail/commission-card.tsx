import { orderCommission } from '@zhanggui/contract/order/order-commission.ts'
import type { OrderInfo } from '@zhanggui/contract/order/order-info.ts'
import { commissionLevels, commissionStatusLabels } from '@zhanggui/domain/distribution/commission.ts'
import { Button, Input } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { useCan } from '../../../../kit/access/can.tsx'
import { WriteButton } from '../../../../kit/access/write-button.tsx'
import { Section } from '../../../../kit/detail/detail-page.tsx'
import { FormDialog } from '../../../../kit/dialog/form-dialog.tsx'
import { Field } from '../../../../kit/form/field.tsx'
import { moneyText } from '../../../../kit/text/money.tsx'
import { shortNo } from '../../../../kit/text/short-no.ts'
import { StateTag } from '../../../../kit/text/state-tag.tsx'
import { CommissionPanel } from './commission-panel.tsx'
import styles from './order-detail.module.css'

type Earned = NonNullable<OrderInfo['commission']>[number]

/** 推广佣金: what the order earned on each level and where that stands, or why nothing; for those who may see it. */
export function CommissionCard({ info }: { info: OrderInfo }) {
  const { commission, commissionNote, orderNo } = info
  const mayVoid = useCan(orderCommission.void)
  const [ending, setEnding] = useState<Earned>()
  const [open, setOpen] = useState(false)
  if (!commission || !(commission.length || commissionNote)) return null
  return (
    <Section
      title="推广佣金"
      acts={
        commission.length > 0 && (
          <Button type="link" size="small" onClick={() => setOpen(true)}>
            佣金明细
          </Button>
        )
      }
    >
      {commission.map((one) => (
        <div key={one.level} className={styles.earned}>
          <span>
            {commissionLevels[one.level]}{' '}
            <Link to={`/distribution/promoter/${one.uid}`}>{one.promoter || `用户 ${one.uid}`}</Link>
          </span>
          <StateTag of="commission" value={commissionStatusLabels[one.status]} />
          <b className={styles.amount}>{moneyText(one.price)}</b>
          {(one.takenBack > 0 || (one.status === 2 && one.thawTime) || (mayVoid && one.status < 3)) && (
            <small className={styles.below}>
              {one.takenBack > 0 && <span>退款扣回 {moneyText(one.takenBack)}</span>}
              {one.status === 2 && one.thawTime && <span>{one.thawTime.slice(5, 16)} 解冻</span>}
              {mayVoid && one.status < 3 && (
                <WriteButton type="link" size="small" of={orderCommission.void} onClick={() => setEnding(one)}>
                  作废
                </WriteButton>
              )}
            </small>
          )}
        </div>
      ))}
      {commissionNote && <p className={styles.told}>{commissionNote}</p>}
      {open && <CommissionPanel info={info} onClose={() => setOpen(false)} />}
      {ending && (
        <FormDialog
          name="佣金"
          title={`作废订单 ${shortNo(orderNo)} 的${commissionLevels[ending.level]}佣金 ${moneyText(ending.price)}`}
          act="作废"
          message="佣金已作废"
          width={480}
          add={orderCommission.void}
          edit={orderCommission.void}
          toBody={(typed) => ({ ...typed, orderNo, level: ending.level })}
          onClose={() => setEnding(undefined)}
        >
          <Field of={orderCommission.void.body} name="reason" extra="作废后不能恢复，推广员能看到原因">
            <Input maxLength={100} placeholder="如：推广员用小号自己下单" />
          </Field>
        </FormDialog>
      )}
    </Section>
  )
}
