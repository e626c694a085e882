import { type Coupon, CouponChange, CouponDraft, coupon } from '@zhanggui/contract/coupon/coupon.ts'
import { userSegment } from '@zhanggui/contract/user/user-segment.ts'
import { useCan } from '../../../kit/access/can.tsx'
import { FormDialog } from '../../../kit/dialog/form-dialog.tsx'
import { WireTimePicker } from '../../../kit/form/dates/wire-time-picker.tsx'
import { Field } from '../../../kit/form/field.tsx'
import { NumberInput } from '../../../kit/form/number-input.tsx'
import { RemoteSelect } from '../../../kit/form/remote-select.tsx'
import { moneyText } from '../../../kit/text/money.tsx'
import { couponHelp } from '../field-help.ts'
import styles from './coupon.module.css'

const CHANGEABLE = ['name', 'sort', 'remark', 'limitPerUser', 'total', 'receiveEndTime'] as const

/** 编辑: what may still change of a coupon that buyers hold copies of. */
export function ChangeDialog({ row, onClose }: { row: Coupon; onClose: () => void }) {
  const isClaimed = row.type === 1 || row.type === 4
  const mayChooseSegment = useCan(userSegment.list) && isClaimed
  return (
    <FormDialog
      name="优惠券"
      width={560}
      add={coupon.save}
      edit={coupon.update}
      once
      row={row}
      describe={{ segmentId: (id) => (id ? `分群 ${id}` : '所有人') }}
      toBody={(typed) => ({
        ...Object.fromEntries(
          CHANGEABLE.flatMap((name) => {
            const value = typed[name] ?? (name === 'remark' ? '' : undefined)
            return name in typed || name === 'remark' ? [[name, value] as const] : []
          }).filter(([name, value]) => value !== undefined && value !== row[name]),
        ),
        ...(mayChooseSegment && { segmentId: typed.segmentId ?? null }),
        ...((typed.budget ?? null) !== row.budget && { budget: typed.budget ?? 0 }),
      })}
      onClose={onClose}
    >
      <Field of={CouponChange} name="name" rules={[{ required: true, message: '请输入优惠券名称' }]} />
      <div className={styles.times}>
        <Field
          of={CouponChange}
          name="limitPerUser"
          extra="只能调大"
          rules={[atLeast(row.limitPerUser, '每人限领只能调大')]}
        >
          <NumberInput min={1} max={99} precision={0} style={{ width: 160 }} />
        </Field>
        {row.isLimited && (
          <Field
            of={CouponChange}
            name="total"
            extra={`已领 ${row.receivedCount}，只能调大`}
            rules={[atLeast(row.total, '发布数量只能调大')]}
          >
            <NumberInput min={1} max={99_999_999} precision={0} style={{ width: 160 }} />
          </Field>
        )}
        <Field of={CouponChange} name="sort" extra="数字越大越靠前">
          <NumberInput min={0} max={9999} precision={0} style={{ width: 160 }} />
        </Field>
      </div>
      <Field
        of={CouponChange}
        name="budget"
        label="预算（选填）"
        hint={couponHelp.budget}
        extra={row.budgetUsed === null ? '一共抵扣到这个数就不能再用' : `已用 ${moneyText(row.budgetUsed)}，不能小于它`}
      >
        <NumberInput prefix="¥" min={0} max={99_999_999.99} precision={2} style={{ width: 160 }} />
      </Field>
      {row.isReceiveLimited && (
        <Field
          of={CouponChange}
          name="receiveEndTime"
          extra="只能延后"
          rules={[
            {
              validator: async (_, value: string | null) => {
                if (!value) throw new Error('请选择领取时间')
                if (value < (row.receiveEndTime ?? '')) throw new Error('领取结束时间只能延后')
              },
            },
          ]}
        >
          <WireTimePicker />
        </Field>
      )}
      {mayChooseSegment && (
        <Field of={CouponDraft} name="segmentId" label="谁可以领" extra="不选则所有人都可以领">
          <RemoteSelect of={userSegment.list} placeholder="所有人" />
        </Field>
      )}
      <Field of={CouponChange} name="remark" extra="只有员工可见" />
    </FormDialog>
  )
}

const atLeast = (least: number, message: string) => ({
  validator: async (_: unknown, value: number | null) => {
    if (value === null || value === undefined || value < least) throw new Error(message)
  },
})
