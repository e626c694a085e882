import { type DraftQuote, draftOrder } from '@zhanggui/contract/order/draft-order.ts'
import { Button, Form, Input, Segmented, Select, Switch } from 'antd'
import { Section } from '../../../../kit/detail/detail-page.tsx'
import { SumColumn } from '../../../../kit/detail/parts.tsx'
import { Field } from '../../../../kit/form/field.tsx'
import { NumberInput } from '../../../../kit/form/number-input.tsx'
import { moneyText } from '../../../../kit/text/money.tsx'
import { ReasonInput } from '../fields/reason-field.tsx'
import styles from './draft.module.css'
import type { Typed } from './draft-typed.ts'

const { body: Body } = draftOrder.save
const REASONS = ['老客优惠', '电话议价', '满额优惠', '样品']
const EXPIRES = [
  { value: 2, label: '2 小时' },
  { value: 24, label: '24 小时' },
  { value: 72, label: '3 天' },
  { value: 168, label: '7 天' },
]

type SumsProps = { quote: DraftQuote | undefined; failed: string | undefined; typed: Typed; onDropCoupon: () => void }

/** What the customer pays, and what changes it. */
export function Sums({ quote, failed, typed, onDropCoupon }: SumsProps) {
  const isOpen = Boolean(quote?.freightPending)
  return (
    <Section title="金额">
      <Form.Item name="discountType" label="优惠">
        <Segmented
          aria-label="优惠"
          options={[
            { value: 0, label: '无' },
            { value: 1, label: '减金额' },
            { value: 2, label: '减百分比' },
          ]}
        />
      </Form.Item>
      {typed.discountType > 0 && (
        <>
          <Field of={Body} name="discountValue" label={typed.discountType === 1 ? '减多少元' : '减百分之几'}>
            <NumberInput<number>
              style={{ width: 160 }}
              min={0}
              max={typed.discountType === 1 ? 999_999.99 : 100}
              precision={2}
              controls={false}
              {...(typed.discountType === 1 ? { prefix: '¥' } : { suffix: '%' })}
            />
          </Field>
          <Field of={Body} name="discountReason">
            <ReasonInput common={REASONS} />
          </Field>
        </>
      )}
      <Field
        of={Body}
        name="freight"
        extra={quote && (isOpen ? '不填按运费模板计算' : `不填按运费模板：${moneyText(quote.templateFreight)}`)}
      >
        <NumberInput<number>
          style={{ width: 160 }}
          min={0}
          max={999_999.99}
          precision={2}
          prefix="¥"
          controls={false}
          placeholder="按模板"
        />
      </Field>
      <Form.Item name="useIntegral" label="使用客户的积分" valuePropName="checked">
        <Switch />
      </Form.Item>
      <Form.Item name="couponId" hidden>
        <Input />
      </Form.Item>
      {Boolean(typed.couponId) && (
        <Form.Item label="优惠券">
          用了客户的一张优惠券
          <Button type="link" size="small" onClick={onDropCoupon}>
            不用
          </Button>
        </Form.Item>
      )}
      <Form.Item name="expireHours" label="付款期限">
        <Select options={EXPIRES} style={{ width: 160 }} />
      </Form.Item>
      {quote ? (
        <>
          <SumColumn
            rows={sumRows(quote, isOpen)}
            total={{
              label: '应付',
              value: quote.payFee,
              ...(isOpen && { instead: `${moneyText(quote.payFee)} + 运费` }),
            }}
          />
          {isOpen && <p className={styles.note}>填好地区后计算运费</p>}
          {quote.offPercent > 0 && <p className={styles.note}>比售价少收 {quote.offPercent}%</p>}
          <ul className={styles.problems} aria-live="polite">
            {quote.warnings.map((warning) => (
              <li key={warning} className={styles.warning}>
                {warning}
              </li>
            ))}
          </ul>
        </>
      ) : (
        <p className={failed ? styles.problem : styles.dim} role={failed ? 'alert' : undefined}>
          {failed ?? '选好商品后在这里算出应付金额'}
        </p>
      )}
    </Section>
  )
}

/** @param isOpen freight is not known yet */
function sumRows(quote: DraftQuote, isOpen: boolean) {
  const { goods, ownGoods, couponFee, deductionPrice, usedIntegral, freight, lines } = quote
  const yuan = (value: number) => Math.round(value * 100) / 100
  const own = yuan(ownGoods - goods)
  const adjusted = yuan(lines.reduce((sum, { adjustShare }) => sum + adjustShare, 0))
  return [
    { label: '商品', value: goods },
    ...(own ? [{ label: '自定单价', value: own, added: true }] : []),
    ...(yuan(adjusted - own) ? [{ label: '优惠', value: yuan(adjusted - own) }] : []),
    ...(couponFee ? [{ label: '优惠券', value: -couponFee }] : []),
    ...(deductionPrice ? [{ label: '积分', note: `${usedIntegral} 分`, value: -deductionPrice }] : []),
    { label: '运费', value: freight, added: true, ...(isOpen && { instead: '待定' }) },
  ]
}
