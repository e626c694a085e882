import { CouponDraft, type CouponInfo, coupon } from '@zhanggui/contract/coupon/coupon.ts'
import { userSegment } from '@zhanggui/contract/user/user-segment.ts'
import { toWireTime } from '@zhanggui/domain/time.ts'
import { Button, Form, Input, Radio, Switch } from 'antd'
import { useContext, useEffect, useId, useRef, useState } from 'react'
import { CallError } from '../../../api/call-error.ts'
import { serverNow } from '../../../api/server-time.ts'
import { useWrite } from '../../../api/use-write.ts'
import { useCan } from '../../../kit/access/can.tsx'
import { WriteButton } from '../../../kit/access/write-button.tsx'
import { couponTypeOptions, couponUseTypeOptions } from '../../../kit/coupon/coupon-words.ts'
import { Section } from '../../../kit/detail/detail-page.tsx'
import { WireTimePicker } from '../../../kit/form/dates/wire-time-picker.tsx'
import { DraftOffer } from '../../../kit/form/draft/draft-offer.tsx'
import { useDraft } from '../../../kit/form/draft/use-draft.ts'
import { Field } from '../../../kit/form/field.tsx'
import { NumberInput } from '../../../kit/form/number-input.tsx'
import { RemoteSelect } from '../../../kit/form/remote-select.tsx'
import { WriteForm } from '../../../kit/form/write-form.tsx'
import { useDirtyGuard } from '../../../kit/page/dirty-guard.ts'
import { PageHeader } from '../../../kit/page/page-header.tsx'
import { ViewContext } from '../../../kit/page/view.ts'
import { CategoriesSelect } from '../../product/shared/category-cascader.tsx'
import { couponHelp } from '../field-help.ts'
import { blankCoupon, bodyOf, copyOf, type CouponForm as Values } from '../model/coupon-form.ts'
import { BuyerCard } from './buyer-card.tsx'
import styles from './coupon.module.css'
import { Impact } from './impact.tsx'
import { ScopeProducts } from './scope-products.tsx'

const LIST = '/marketing/coupon/list'
const DEBOUNCE_MS = 500
const yesNo = (no: string, yes: string) => [
  { value: false, label: no },
  { value: true, label: yes },
]

/** The form of a new coupon, with the coupon as its buyers will see it. @param of what it starts as a copy of */
export function CouponForm({ of }: { of?: CouponInfo }) {
  const [form] = Form.useForm<Values>()
  const { leave } = useContext(ViewContext)
  const [dirty, setDirty] = useState(false)
  const [saved, setSaved] = useState(false)
  const maySwitch = useCan(coupon.useStatus)
  const start = of ? copyOf(of, toWireTime(serverNow())) : blankCoupon
  const initial = { ...start, status: start.status && maySwitch }
  const typed = (Form.useWatch((values) => values, { form, preserve: true }) as Partial<Values> | undefined) ?? initial
  useDirtyGuard(dirty && !saved)
  const draft = useDraft<{ values: Values }>({
    of: 'coupon',
    id: of && `copy-${of.coupon.id}`,
    dirty: dirty && !saved,
    body: () => ({ values: form.getFieldsValue(true) }),
    onRestore: ({ values }) => {
      form.setFieldsValue(values)
      setDirty(true)
    },
  })

  // Leaves only after the form counts as saved, when the guard is gone.
  useEffect(() => {
    if (saved) leave(LIST)
  }, [saved, leave])

  const save = useWrite(coupon.save, {
    form,
    once: true,
    message: '新增成功',
    onSuccess: () => setSaved(true),
    onError: (error) => {
      const message = scopeProblem(error)
      const name = form.getFieldValue('useType') === 2 ? 'products' : 'categoryIds'
      if (message) form.setFields([{ name, errors: [message] }])
    },
  })
  const busy = save.isPending || saved
  const lastPress = useRef(Number.NEGATIVE_INFINITY)
  function handlePress() {
    const now = performance.now()
    if (now - lastPress.current < DEBOUNCE_MS) return
    lastPress.current = now
    form.submit()
  }

  return (
    <div className={styles.page}>
      <PageHeader title={of && '复制优惠券'} />
      <DraftOffer draft={draft} />
      <WriteForm<Values>
        form={form}
        name={useId()}
        layout="vertical"
        of={{ isPending: busy }}
        initialValues={initial}
        scrollToFirstError={{ block: 'center', focus: true }}
        onValuesChange={() => setDirty(true)}
        onFinish={() => save.mutate({ body: bodyOf(form.getFieldsValue(true)) })}
        className={styles.page}
      >
        <div className={styles.two}>
          <div className={styles.sections}>
            <Section title="优惠内容">
              <Terms of={typed} />
            </Section>
            <Section title="使用时间">
              <Validity of={typed} />
            </Section>
            <Section title="领取">
              <Receipt of={typed} />
            </Section>
          </div>
          <aside className={styles.side}>
            <Section title="买家看到的样子">
              <BuyerCard of={typed} />
            </Section>
            <Section title="影响预估">
              <Impact of={typed} />
            </Section>
          </aside>
        </div>
        <footer className={styles.foot}>
          <span className={styles.note}>
            {draft.savedAt ? `已暂存 ${draft.savedAt}` : '发布后面值和规则不能再改，可以复制一张再改'}
          </span>
          <Button disabled={busy} onClick={() => leave(LIST)}>
            取消
          </Button>
          <WriteButton type="primary" of={{ isPending: busy }} onClick={handlePress}>
            立即创建
          </WriteButton>
        </footer>
      </WriteForm>
    </div>
  )
}

type Part = { of: Partial<Values> }

function Terms({ of: { useType, hasMin, money, minPrice } }: Part) {
  const isLow = hasMin && money && minPrice && minPrice < money
  return (
    <div className={styles.fields}>
      <Field of={CouponDraft} name="name" rules={[{ required: true, whitespace: true, message: '请输入优惠券名称' }]} />
      <Field of={CouponDraft} name="useType" label="类型" hint={couponHelp.useType}>
        <Radio.Group options={couponUseTypeOptions} />
      </Field>
      {useType === 2 && (
        <Form.Item
          name="products"
          label="商品"
          rules={[{ required: true, type: 'array', min: 1, message: '请至少选择一个商品' }]}
        >
          <ScopeProducts />
        </Form.Item>
      )}
      {useType === 3 && (
        <Form.Item
          name="categoryIds"
          label="品类"
          rules={[
            { required: true, type: 'array', min: 1, message: '请选择品类' },
            { type: 'array', max: 50, message: '最多选择 50 个品类' },
          ]}
          extra="包括下级分类的商品"
        >
          <CategoriesSelect placeholder="可多选" />
        </Form.Item>
      )}
      <Field of={CouponDraft} name="money" label="面值" rules={[amountRule('请输入优惠券面值')]} required>
        <NumberInput prefix="¥" min={0} max={99_999.99} precision={2} className={styles.short} />
      </Field>
      <Form.Item name="hasMin" label="使用门槛">
        <Radio.Group options={yesNo('无门槛', '有门槛')} />
      </Form.Item>
      {hasMin && (
        <Field
          of={CouponDraft}
          name="minPrice"
          label="最低消费"
          required
          rules={[amountRule('请输入最低消费')]}
          hint={couponHelp.minPrice}
          extra={isLow && <span role="note">门槛低于面值，最多抵扣至 0 元</span>}
        >
          <NumberInput prefix="¥" min={0} max={99_999.99} precision={2} className={styles.short} />
        </Field>
      )}
    </div>
  )
}

function Validity({ of: { isFixedTime } }: Part) {
  return (
    <div className={styles.fields}>
      <Form.Item name="isFixedTime" label="使用有效期">
        <Radio.Group options={yesNo('天数', '时间段')} />
      </Form.Item>
      {isFixedTime ? (
        <Times names={['useStartTime', 'useEndTime']} message="请选择使用有效期限" future />
      ) : (
        <Field
          of={CouponDraft}
          name="day"
          label="有效天数"
          required
          rules={[{ required: true, type: 'integer', min: 1, max: 999, message: '请选择使用有效期限' }]}
          hint={couponHelp.day}
        >
          <NumberInput min={1} max={999} precision={0} suffix="天" className={styles.short} />
        </Field>
      )}
    </div>
  )
}

function Receipt({ of: { isReceiveLimited, isLimited, type } }: Part) {
  const mayChooseSegment = useCan(userSegment.list)
  const maySwitch = useCan(coupon.useStatus)
  return (
    <div className={styles.fields}>
      <Field of={CouponDraft} name="type" extra={typeHints[type ?? 1]}>
        <Radio.Group options={couponTypeOptions} />
      </Field>
      <Form.Item name="isReceiveLimited" label="领取是否限时">
        <Radio.Group options={yesNo('不限时', '限时')} />
      </Form.Item>
      {isReceiveLimited && <Times names={['receiveStartTime', 'receiveEndTime']} message="请选择领取时间" />}
      <Field
        of={CouponDraft}
        name="limitPerUser"
        hint={couponHelp.perUser}
        rules={[{ required: true, message: '请输入每人限领' }]}
      >
        <NumberInput min={1} max={99} precision={0} suffix="张" className={styles.short} />
      </Field>
      <Form.Item name="isLimited" label="是否限量">
        <Radio.Group options={yesNo('不限量', '限量')} />
      </Form.Item>
      {isLimited && (
        <Field
          of={CouponDraft}
          name="total"
          required
          rules={[{ required: true, type: 'integer', min: 1, message: '请输入发布数量' }]}
        >
          <NumberInput min={1} max={99_999_999} precision={0} suffix="张" className={styles.short} />
        </Field>
      )}
      {mayChooseSegment && (type === 1 || type === 4) && (
        <Field of={CouponDraft} name="segmentId" label="谁可以领" extra="不选则所有人都可以领">
          <RemoteSelect of={userSegment.list} placeholder="所有人" />
        </Field>
      )}
      <Field
        of={CouponDraft}
        name="budget"
        label="预算（选填）"
        hint={couponHelp.budget}
        extra="一共抵扣到这个数就不能再用"
      >
        <NumberInput prefix="¥" min={0} max={99_999_999.99} precision={2} className={styles.short} />
      </Field>
      <Field of={CouponDraft} name="sort" extra="数字越大越靠前">
        <NumberInput min={0} max={9999} precision={0} className={styles.short} />
      </Field>
      <Field of={CouponDraft} name="remark" label="备注（选填）" extra="只有员工可见">
        <Input.TextArea maxLength={255} showCount autoSize={{ minRows: 2, maxRows: 6 }} />
      </Field>
      {maySwitch && (
        <Form.Item name="status" label="状态" valuePropName="checked">
          <Switch checkedChildren="开启" unCheckedChildren="关闭" />
        </Form.Item>
      )}
    </div>
  )
}

const typeHints: Readonly<Record<number, string>> = {
  1: '买家在领券中心和商品页领取',
  2: '新用户注册后自动到账',
  3: '在商品里选为「赠送优惠券」，买家付款后到账',
  4: '买家凭兑换码领取；创建后在列表里生成兑换码',
}

type TimesProps = {
  names: readonly ['useStartTime' | 'receiveStartTime', 'useEndTime' | 'receiveEndTime']
  message: string
  /** It must end later than now. */
  future?: boolean
}

/** The first and the last second of a window. */
function Times({ names: [start, end], message, future }: TimesProps) {
  return (
    <div className={styles.times}>
      <Field of={CouponDraft} name={start} required rules={[{ required: true, message }]}>
        <WireTimePicker />
      </Field>
      <Field
        of={CouponDraft}
        name={end}
        required
        dependencies={[start, 'receiveEndTime', 'isReceiveLimited']}
        rules={[
          { required: true, message },
          ({ getFieldValue }) => ({
            validator: async (_, value: string | null) => {
              if (!value) return
              const from: string | undefined = getFieldValue(start)
              if (from && value <= from) throw new Error('结束时间须晚于开始时间')
              if (!future) return
              if (value <= toWireTime(serverNow())) throw new Error('使用结束时间须晚于现在')
              const received: string | undefined = getFieldValue('isReceiveLimited') && getFieldValue('receiveEndTime')
              if (received && value < received) throw new Error('使用结束时间不能早于领取结束时间')
            },
          }),
        ]}
      >
        <WireTimePicker />
      </Field>
    </div>
  )
}

const amountRule = (message: string) => ({
  validator: async (_: unknown, value: number | null | undefined) => {
    if (!value || value <= 0) throw new Error(message)
  },
})

/** What the server says of the scope, which the form shows as products or categories. */
function scopeProblem(error: Error): string | undefined {
  if (!(error instanceof CallError)) return undefined
  const { errors } = (error.body ?? {}) as { errors?: { field: string; message: string }[] }
  return errors?.find(({ field }) => field.startsWith('scopeIds'))?.message
}
