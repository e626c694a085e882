import { BrokerageAdjust, promoter } from '@zhanggui/contract/distribution/promoter.ts'
import { shopUser, type UserRow } from '@zhanggui/contract/user/shop-user.ts'
import { Form, Input, Segmented } from 'antd'
import { Facts } from '../../../kit/detail/parts.tsx'
import { FormDialog } from '../../../kit/dialog/form-dialog.tsx'
import { Field } from '../../../kit/form/field.tsx'
import { NumberInput } from '../../../kit/form/number-input.tsx'
import { RemoteSelect } from '../../../kit/form/remote-select.tsx'
import { moneyText } from '../../../kit/text/money.tsx'
import { nameOf } from '../model/promoter-words.ts'

/** A promoter as the acts need them. */
export type Promoting = {
  id: number
  nickname: string
  realName: string
  isPromoter: boolean
  brokeragePrice: number
  spreadUid: number
  spreadNickname: string
}

const SIGNS = [
  { value: 1, label: '增加' },
  { value: 2, label: '扣减' },
]

/** 调整佣金: shows what there is now and afterwards. */
export function AdjustDialog({ of, onClose }: { of: Promoting; onClose: () => void }) {
  return (
    <FormDialog
      name="佣金"
      title={`调整「${nameOf(of)}」的佣金`}
      act="调整佣金"
      message="佣金已调整"
      width={480}
      once
      add={promoter.adjust}
      edit={promoter.adjust}
      initial={{ type: 1 }}
      toBody={(typed) => ({ ...typed, uid: of.id })}
      onClose={onClose}
    >
      <Form.Item name="type" label="增减">
        <Segmented options={SIGNS} />
      </Form.Item>
      <Field of={BrokerageAdjust} name="price">
        <NumberInput<number>
          style={{ width: 200 }}
          min={0}
          max={999_999.99}
          precision={2}
          prefix="¥"
          controls={false}
        />
      </Field>
      <Form.Item noStyle dependencies={['type', 'price']}>
        {({ getFieldsValue }) => {
          const { type = 1, price = 0 } = getFieldsValue() as { type?: number; price?: number | null }
          const change = (type === 1 ? 1 : -1) * (price ?? 0)
          const after = Math.round((of.brokeragePrice + change) * 100) / 100
          return (
            <div style={{ marginBottom: 24 }}>
              <Facts
                items={[
                  { label: '现在可提', value: moneyText(of.brokeragePrice) },
                  { label: '调整后', value: type === 2 && after < 0 ? '可扣佣金不足' : moneyText(after) },
                ]}
              />
            </div>
          )
        }}
      </Form.Item>
      <Field of={BrokerageAdjust} name="mark" extra="推广员在佣金明细中能看到">
        <Input maxLength={100} placeholder="如：漏算的订单佣金" />
      </Field>
      <Field of={BrokerageAdjust} name="orderNo">
        <Input maxLength={20} placeholder="选填，与哪笔订单有关" />
      </Field>
    </FormDialog>
  )
}

/** 指定分销员: customers who promote from now on. */
export function AppointDialog({ onClose }: { onClose: () => void }) {
  return (
    <FormDialog
      name="分销员"
      title="指定分销员"
      act="指定"
      message="已指定分销员"
      width={480}
      add={promoter.appoint}
      edit={promoter.appoint}
      toBody={(typed) => ({ ...typed, isPromoter: true })}
      onClose={onClose}
    >
      <Field of={promoter.appoint.body} name="ids" label="用户" extra="指定后，从其推广码来的新客下单，就能得到佣金">
        <RemoteSelect<UserRow>
          of={shopUser.list}
          mode="multiple"
          nameOf={(user) => `${nameOf(user)}（ID ${user.id}${user.phone && `，${user.phone}`}）`}
          offers={({ isPromoter }) => !isPromoter}
          placeholder="输入手机号、昵称或ID"
        />
      </Field>
    </FormDialog>
  )
}
