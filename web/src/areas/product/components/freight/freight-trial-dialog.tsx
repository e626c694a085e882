import { type FreightTemplateRow, FreightTrial, freightTemplate } from '@zhanggui/contract/product/freight-template.ts'
import type { AreaPath } from '@zhanggui/domain/product/freight.ts'
import { Alert, Form } from 'antd'
import { useWrite } from '../../../../api/use-write.ts'
import { Dialog } from '../../../../kit/dialog/dialog.tsx'
import { Field } from '../../../../kit/form/field.tsx'
import { AreaCascader } from '../../../setting/shared/area-cascader.tsx'
import styles from './freight.module.css'

type Typed = { area: AreaPath; num?: number; weight?: number; volume?: number; amount?: number }

/** Tries a freight template: shows what would be charged for an address, and why. */
export function FreightTrialDialog({ template, onClose }: { template: FreightTemplateRow; onClose: () => void }) {
  const [form] = Form.useForm<Typed>()
  const trial = useWrite(freightTemplate.trial, { form })
  const { data } = trial
  return (
    <Dialog
      title={`试算运费：${template.name}`}
      width={520}
      okText="试算"
      cancelText="关闭"
      of={trial}
      onOk={form.submit}
      onCancel={onClose}
    >
      <Form
        form={form}
        layout="vertical"
        initialValues={{ num: 1 }}
        onFinish={({ area, ...goods }) =>
          trial.mutate({ body: { tempId: template.id, cityId: area.at(-1) ?? 0, ...goods } })
        }
      >
        <Form.Item name="area" label="收货地区" rules={[{ required: true, message: '请选择收货地区' }]}>
          <AreaCascader />
        </Form.Item>
        <div className={styles.narrow}>
          <Field of={FreightTrial} name="num" />
          {template.type === 2 && <Field of={FreightTrial} name="weight" label="总重量（kg）" />}
          {template.type === 3 && <Field of={FreightTrial} name="volume" label="总体积（m³）" />}
          <Field of={FreightTrial} name="amount" label="商品金额（元）" />
        </div>
      </Form>
      {data && (
        <Alert
          type={data.rule === 'refused' ? 'warning' : 'success'}
          message={<p className={styles.fee}>{data.rule === 'refused' ? '不配送' : `¥ ${data.fee.toFixed(2)}`}</p>}
          description={data.explain}
        />
      )}
    </Dialog>
  )
}
