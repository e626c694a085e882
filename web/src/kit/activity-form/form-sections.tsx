import { freightTemplate } from '@zhanggui/contract/product/freight-template.ts'
import { Form, Input, Select, Switch } from 'antd'
import type { ReactNode } from 'react'
import { Section } from '../detail/detail-page.tsx'
import { Field } from '../form/field.tsx'
import { NumberInput } from '../form/number-input.tsx'
import { RemoteSelect } from '../form/remote-select.tsx'
import { MaterialPicker } from '../media/material-picker.tsx'
import { moneyText } from '../text/money.tsx'
import styles from './activity-form.module.css'
import { ActivityDraft, choices } from './values.ts'

/** 谁能买、买多少. @param limits those of its kind @param used what of its budget is used; null without one */
export function TermsSection({ limits, used }: { limits: ReactNode; used: number | null }) {
  return (
    <Section title="谁能买、买多少">
      <div className={styles.fields}>
        {limits}
        <Form.Item name="allowCoupon" label="能用优惠券">
          <Select options={choices} />
        </Form.Item>
        <Form.Item name="allowPoints" label="能用积分">
          <Select options={choices} />
        </Form.Item>
        <Field of={ActivityDraft} name="giveIntegral" label="赠送积分" extra="每件">
          <NumberInput min={0} max={999_999} precision={0} className={styles.short} />
        </Field>
        <Field
          of={ActivityDraft}
          name="budget"
          label="预算（选填）"
          extra={
            used === null ? '活动价一共让利到这个数就不能再下单' : `已用 ${moneyText(used)}；让利到这个数就不能再下单`
          }
        >
          <NumberInput prefix="¥" min={0} max={99_999_999.99} precision={2} className={styles.short} />
        </Field>
        <Field of={ActivityDraft} name="status" label="活动状态" extra="开启后到点就能买">
          <Switch checkedChildren="开启" unCheckedChildren="关闭" />
        </Field>
      </div>
    </Section>
  )
}

/** 买家看到的内容, but for the details. */
export function ContentSection() {
  return (
    <Section title="买家看到的内容">
      <div className={styles.fields}>
        <Field
          of={ActivityDraft}
          name="unitName"
          rules={[{ required: true, whitespace: true, message: '请输入单位' }]}
        />
        <Field of={ActivityDraft} name="tempId" rules={[{ required: true, message: '请选择运费模板' }]}>
          <RemoteSelect of={freightTemplate.list} allowClear={false} placeholder="请选择运费模板" />
        </Field>
        <Field of={ActivityDraft} name="sort" extra="数字越大越靠前">
          <NumberInput min={0} max={9999} precision={0} className={styles.short} />
        </Field>
        <Field of={ActivityDraft} name="info" label="活动简介（选填）" className={styles.wide}>
          <Input.TextArea maxLength={255} showCount autoSize={{ minRows: 2, maxRows: 4 }} />
        </Field>
        <Field of={ActivityDraft} name="image" rules={[{ required: true, message: '请上传主图' }]}>
          <MaterialPicker size={88} />
        </Field>
        <Field
          of={ActivityDraft}
          name="images"
          className={styles.wide}
          extra="最多选择 10 张图片，可拖动排序"
          rules={[
            { required: true, type: 'array', min: 1, message: '请上传商品轮播图' },
            { type: 'array', max: 10, message: '最多选择10张图片！' },
          ]}
        >
          <MaterialPicker num={10} size={88} />
        </Field>
      </div>
    </Section>
  )
}
