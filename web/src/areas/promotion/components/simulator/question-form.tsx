import type { Simulation } from '@zhanggui/contract/promotion/simulation.ts'
import { Form, Segmented, Switch } from 'antd'
import { Section } from '../../../../kit/detail/detail-page.tsx'
import { WireTimePicker } from '../../../../kit/form/dates/wire-time-picker.tsx'
import { AreaCascader, useRegions } from '../../../setting/shared/area-cascader.tsx'
import { pathTo } from '../../model/area-path.ts'
import type { Question } from '../../model/question.ts'
import { ActivityField } from './activity-field.tsx'
import { Basket, type KnownSku } from './basket.tsx'
import { BuyerFields } from './buyer-fields.tsx'
import { CouponField } from './coupon-field.tsx'
import styles from './simulator.module.css'

type Props = {
  question: Question
  answer: Simulation | undefined
  known: ReadonlyMap<number, KnownSku>
  onAdd: (picked: ReadonlyMap<number, KnownSku>) => void
  onChange: (change: Partial<Question>) => void
}

/** The question: what is bought, by whom, with which means, when and where to. */
export function QuestionForm({ question, answer, known, onAdd, onChange }: Props) {
  const { items, at, usePoints = false, cityId, shippingType = 1 } = question
  const regions = useRegions()
  const area = cityId ? pathTo(regions, cityId) : undefined
  return (
    <Form layout="vertical" component="div" className={styles.form}>
      <Section title="商品" count={items.length ? `${items.length} 种` : undefined}>
        <Basket items={items} known={known} onAdd={onAdd} onChange={(next) => onChange({ items: next })} />
      </Section>
      {items.length === 1 && (
        <Section title="怎么卖">
          <Form.Item label="活动" htmlFor="simulate-activity">
            <ActivityField question={question} answer={answer} onChange={onChange} />
          </Form.Item>
        </Section>
      )}
      <Section title="谁买">
        <BuyerFields question={question} answer={answer} onChange={onChange} />
      </Section>
      <Section title="怎么付">
        <Form.Item label="优惠券" htmlFor="simulate-coupon">
          <CouponField question={question} answer={answer} onChange={onChange} />
        </Form.Item>
        <div className={styles.switch}>
          <span id="simulate-use">使用积分</span>
          <Switch
            aria-labelledby="simulate-use"
            checked={usePoints}
            onChange={(next) => onChange({ usePoints: next || undefined })}
          />
        </div>
      </Section>
      <Section title="什么时候、送到哪">
        <Form.Item label="下单时间" htmlFor="simulate-at" extra={at ? undefined : '不选按现在算'}>
          <WireTimePicker
            id="simulate-at"
            value={at ?? null}
            onChange={(next) => onChange({ at: next ?? undefined })}
          />
        </Form.Item>
        <Form.Item label="配送方式">
          <Segmented<1 | 2>
            aria-label="配送方式"
            value={shippingType}
            options={[
              { value: 1, label: '快递' },
              { value: 2, label: '到店自提' },
            ]}
            onChange={(next) => onChange({ shippingType: next === 2 ? 2 : undefined })}
          />
        </Form.Item>
        {shippingType === 1 && (
          <Form.Item label="收货地区" htmlFor="simulate-area" extra={cityId ? undefined : '不选时运费待定'}>
            <AreaCascader
              id="simulate-area"
              {...(area && { value: area })}
              onChange={(next) => onChange({ cityId: next?.at(-1) })}
            />
          </Form.Item>
        )}
      </Section>
    </Form>
  )
}
