import { useQuery } from '@tanstack/react-query'
import { ShipCommand } from '@zhanggui/contract/order/shipment.ts'
import { expressCompany } from '@zhanggui/contract/setting/express-company.ts'
import { mobileIn } from '@zhanggui/domain/keyword.ts'
import { BAD_NUMBER, guessCarrier, isExpressNumber, isOthers, tidyNumber } from '@zhanggui/domain/order/express.ts'
import { type DeliveryType, deliveryTypes } from '@zhanggui/domain/order/shipment.ts'
import { Alert, Form, Input, Segmented, Select } from 'antd'
import { useRef, useState } from 'react'
import { read } from '../../../../api/read.ts'
import { useSession } from '../../../../api/session.ts'
import { Field } from '../../../../kit/form/field.tsx'
import { savePreference } from '../../../../kit/settings/preferences.ts'
import styles from './dialogs.module.css'

const PREFERENCE = 'shipCarrier'
const typeOptions = Object.entries(deliveryTypes).map(([value, label]) => ({ value, label }))

/** The carrier this account shipped with last. */
export function useLastCarrier(): string | undefined {
  const known = useSession(({ user }) => user?.preferences[PREFERENCE])
  return typeof known === 'string' ? known : undefined
}

export function rememberCarrier(code: string | undefined) {
  if (code && useSession.getState().user?.preferences[PREFERENCE] !== code) savePreference(PREFERENCE, code)
}

type Sent = { deliveryType?: string; expressCode?: string; expressNumber?: string }

/** Asks once before a number leaves under a carrier that it plainly is not of. */
export function useCarrierDoubt() {
  const [asked, setAsked] = useState('')
  return {
    /** Whether to ask first: what was asked about a moment ago is meant so. */
    asks({ deliveryType, expressCode = '', expressNumber = '' }: Sent): boolean {
      const key = `${expressCode} ${expressNumber}`
      if (deliveryType !== 'express' || !isOthers(expressCode, expressNumber) || asked === key) return false
      setAsked(key)
      return true
    },
    isAsked: asked !== '',
    forget: () => setAsked(''),
  }
}

/** The question, in the form. @param act what the button says that sends it all the same */
export function CarrierDoubt({ act }: { act: string }) {
  const { data: carriers = [] } = useQuery(read(expressCompany.all, { query: {} }))
  const code: string = Form.useWatch('expressCode') ?? ''
  const number: string = Form.useWatch('expressNumber') ?? ''
  const nameOf = (of: string) => carriers.find((carrier) => carrier.code === of)?.name ?? of
  const like = guessCarrier(number).map(nameOf).join('、')
  return (
    <Alert
      className={styles.gap}
      type="warning"
      showIcon
      role="alert"
      title={`这个单号像${like}的，不是${nameOf(code)}的：请改快递公司或单号，核对无误后再点「${act}」`}
    />
  )
}

/** How goods leave: by a carrier, whose number is scanned or typed, by the shop's own courier, or without anything to carry. */
export function ParcelFields({ autoFocus = true }: { autoFocus?: boolean }) {
  const form = Form.useFormInstance()
  const type: DeliveryType = Form.useWatch('deliveryType') ?? 'express'
  return (
    <>
      <Form.Item name="deliveryType" label="发货方式">
        <Segmented aria-label="发货方式" options={typeOptions} />
      </Form.Item>
      {type === 'express' && <Express autoFocus={autoFocus} form={form} />}
      {type === 'send' && (
        <div className={styles.pair}>
          <Form.Item
            name="deliveryName"
            label="送货人"
            rules={[{ required: true, min: 2, message: '请输入送货人姓名' }]}
          >
            <Input maxLength={16} autoFocus={autoFocus} />
          </Form.Item>
          <Form.Item
            name="deliveryTel"
            label="送货电话"
            normalize={(typed: string) => mobileIn(typed) ?? typed}
            rules={[
              {
                required: true,
                validator: async (_, typed: string | undefined) => {
                  if (!mobileIn(typed ?? '')) throw new Error('手机号格式不正确')
                },
              },
            ]}
          >
            <Input maxLength={32} inputMode="tel" />
          </Form.Item>
        </div>
      )}
      <Field of={ShipCommand} name="mark" label="发货备注（选填）">
        <Input maxLength={255} allowClear />
      </Field>
    </>
  )
}

function Express({ autoFocus, form }: { autoFocus: boolean; form: ReturnType<typeof Form.useFormInstance> }) {
  const { data: carriers = [] } = useQuery(read(expressCompany.all, { query: {} }))
  const isChosen = useRef(false)
  const code: string | undefined = Form.useWatch('expressCode')
  const number: string | undefined = Form.useWatch('expressNumber')
  const guessed = guessCarrier(number ?? '').filter((each) => carriers.some((carrier) => carrier.code === each))
  const nameOf = (of: string) => carriers.find((carrier) => carrier.code === of)?.name ?? of

  // What staff chose themselves stays; what was remembered gives way to the number.
  function handleNumber(typed: string) {
    const [first] = guessCarrier(typed).filter((each) => carriers.some((carrier) => carrier.code === each))
    if (first && !isChosen.current) form.setFieldValue('expressCode', first)
  }

  const others = guessed.filter((each) => each !== code)
  return (
    <div className={styles.pair}>
      <Form.Item
        name="expressNumber"
        label="快递单号"
        extra={others.length > 0 && <>单号像 {others.map(nameOf).join('、')} 的</>}
        normalize={tidyNumber}
        rules={[
          { required: true, message: '请输入快递单号' },
          {
            validator: async (_, value: string | undefined) => {
              if (value && !isExpressNumber(code ?? '', value)) throw new Error(BAD_NUMBER)
            },
          },
        ]}
      >
        <Input
          maxLength={80}
          autoFocus={autoFocus}
          allowClear
          placeholder="扫描或输入，回车发出"
          onChange={({ target }) => handleNumber(target.value)}
        />
      </Form.Item>
      <Form.Item name="expressCode" label="快递公司" rules={[{ required: true, message: '请选择快递公司' }]}>
        <Select
          showSearch={{ optionFilterProp: 'label' }}
          placeholder="选择快递公司"
          options={carriers.map(({ code: value, name: label }) => ({ value, label }))}
          onChange={() => {
            isChosen.current = true
          }}
        />
      </Form.Item>
    </div>
  )
}
