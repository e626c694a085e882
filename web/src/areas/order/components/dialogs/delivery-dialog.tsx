import type { OrderInfo, OrderShipment } from '@zhanggui/contract/order/order-info.ts'
import { shipment } from '@zhanggui/contract/order/shipment.ts'
import { Alert, Button, Form, Select } from 'antd'
import { type ReactNode, useState } from 'react'
import { CallError } from '../../../../api/call-error.ts'
import { reactToError } from '../../../../api/reactions.ts'
import { toFieldData } from '../../../../api/use-write.ts'
import { write } from '../../../../api/write.ts'
import { WriteButton } from '../../../../kit/access/write-button.tsx'
import { Dialog } from '../../../../kit/dialog/dialog.tsx'
import { showSuccess } from '../../../../kit/feedback/feedback.ts'
import { WriteForm } from '../../../../kit/form/write-form.tsx'
import { useDirtyGuard } from '../../../../kit/page/dirty-guard.ts'
import { shortNo } from '../../../../kit/text/short-no.ts'
import { parcelsOf, wayOf } from '../../model/order-parcels.ts'
import type { InfoDialogProps } from '../act-dialog.ts'
import { StaleLine } from '../fields/reason-field.tsx'
import styles from './dialogs.module.css'
import { CarrierDoubt, ParcelFields, useCarrierDoubt } from './parcel-fields.tsx'

type Props = InfoDialogProps & {
  /** The parcel to correct; chosen here where there are several, if omitted. */
  deliveryNo?: string | undefined
}

/** 修改物流: how a parcel on its way goes. */
export function DeliveryDialog({ info, deliveryNo, onClose }: Props) {
  const open = parcelsOf(info).filter(({ parcel }) => parcel.canEdit)
  const [chosen, choose] = useState(deliveryNo ?? open.at(-1)?.parcel.deliveryNo)
  const found = open.find(({ parcel }) => parcel.deliveryNo === chosen)
  const title = `修改物流 · 订单 ${shortNo(info.orderNo)}`
  if (!found)
    return (
      <Dialog title={title} width={560} onCancel={onClose} footer={<Button onClick={onClose}>关闭</Button>}>
        <StaleLine text="没有可以修改的包裹：买家已收货，或包裹已撤回" />
      </Dialog>
    )
  return (
    <ParcelForm
      key={found.parcel.deliveryNo}
      title={parcelsOf(info).length > 1 ? `修改物流 · ${found.title} · 订单 ${shortNo(info.orderNo)}` : title}
      info={info}
      parcel={found.parcel}
      onClose={onClose}
    >
      {open.length > 1 && !deliveryNo && (
        <Form.Item label="包裹">
          <Select
            value={chosen}
            onChange={choose}
            options={open.map(({ parcel, title: label }) => ({
              value: parcel.deliveryNo,
              label: `${label} · ${wayOf(parcel)} ${parcel.expressNo}`,
            }))}
          />
        </Form.Item>
      )}
    </ParcelForm>
  )
}

type FormProps = {
  title: string
  info: OrderInfo
  parcel: OrderShipment
  onClose: () => void
  children: ReactNode
}

function ParcelForm({ title, info, parcel, onClose, children }: FormProps) {
  const [form] = Form.useForm()
  const [sending, setSending] = useState(false)
  const [dirty, setDirty] = useState(false)
  const [isUsed, setUsed] = useState(false)
  const doubt = useCarrierDoubt()
  useDirtyGuard(dirty)
  const { deliveryNo, deliveryType, expressCode, expressNo: expressNumber, deliveryName, mark } = parcel
  // The phone is masked: it is typed anew.
  const initial = { deliveryType, expressCode, expressNumber, deliveryName, mark }

  async function handleFinish(typed: Record<string, unknown>) {
    if (doubt.asks(typed)) return
    setSending(true)
    try {
      const body = { ...typed, deliveryNo, version: info.version, ...(isUsed && { confirmSame: true }) }
      await write(shipment.update, { body: body as never })
      setDirty(false)
      onClose()
      showSuccess('物流已修改，买家看到的是新的')
    } catch (error) {
      if (error instanceof CallError && error.code === 'SAME_NUMBER') setUsed(true)
      else reactToError(error, { showFieldErrors: (errors) => form.setFields(errors.map(toFieldData) as never) })
    } finally {
      setSending(false)
    }
  }

  return (
    <Dialog
      title={title}
      width={560}
      onCancel={() => !sending && onClose()}
      footer={[
        <Button key="cancel" disabled={sending} onClick={onClose}>
          不修改
        </Button>,
        <WriteButton key="ok" type="primary" of={{ isPending: sending }} onClick={form.submit}>
          修改物流
        </WriteButton>,
      ]}
    >
      <WriteForm
        form={form}
        name={`delivery-${deliveryNo}`}
        layout="vertical"
        of={{ isPending: sending }}
        initialValues={initial}
        onFinish={handleFinish}
        onValuesChange={(changed) => {
          setDirty(true)
          if (!('expressNumber' in changed || 'expressCode' in changed)) return
          setUsed(false)
          doubt.forget()
        }}
      >
        {children}
        <ParcelFields />
        {doubt.isAsked && <CarrierDoubt act="修改物流" />}
        {isUsed && (
          <Alert
            className={styles.gap}
            type="warning"
            showIcon
            role="alert"
            title="该快递单号已用于其他收货人的订单，核对无误后再点「修改物流」"
          />
        )}
        <button type="submit" hidden />
      </WriteForm>
    </Dialog>
  )
}
