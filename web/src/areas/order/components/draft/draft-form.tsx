import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type DraftInfo, type DraftQuote, draftOrder } from '@zhanggui/contract/order/draft-order.ts'
import { store } from '@zhanggui/contract/store/store.ts'
import { Form, Input, Segmented } from 'antd'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { isAsked as mustWait } from '../../../../api/asked.ts'
import { read } from '../../../../api/read.ts'
import { useSite } from '../../../../api/site.ts'
import { useWrite } from '../../../../api/use-write.ts'
import { Can, useCan } from '../../../../kit/access/can.tsx'
import { WriteButton } from '../../../../kit/access/write-button.tsx'
import { DetailPage, Section } from '../../../../kit/detail/detail-page.tsx'
import { confirm } from '../../../../kit/feedback/feedback.ts'
import { Field } from '../../../../kit/form/field.tsx'
import { rulesOf } from '../../../../kit/form/form-rules.ts'
import { RemoteSelect } from '../../../../kit/form/remote-select.tsx'
import { WriteForm } from '../../../../kit/form/write-form.tsx'
import { failureText } from '../../../../kit/page/block-state.tsx'
import { useDirtyGuard } from '../../../../kit/page/dirty-guard.ts'
import { moneyText } from '../../../../kit/text/money.tsx'
import { useSettled } from '../../../../kit/use-settled.ts'
import { AreaCascader, useAreaRule } from '../../../setting/shared/area-cascader.tsx'
import { PasteAddress } from '../fields/paste-address.tsx'
import { TagChoice } from '../order-tags.tsx'
import { PayLinkDialog } from '../pay-link-dialog.tsx'
import { type ChosenCustomer, CustomerField, MOBILE } from './customer-field.tsx'
import styles from './draft.module.css'
import { type DraftGoods, DraftGoodsList } from './draft-goods.tsx'
import { DraftPaidDialog } from './draft-paid-dialog.tsx'
import { Sums } from './draft-sums.tsx'
import { bodyOf, goodsOf, initialOf, type Typed } from './draft-typed.ts'

const { body: Body } = draftOrder.save
const LIST = '/order/draft'
const EXCEED = { permission: 'admin:order:create:discount' } as const

/**
 * 代客下单: an order that staff compose, with what it comes to beside it.
 * @param onReload shows the draft as it is stored now
 */
export function DraftForm({ info, onReload }: { info?: DraftInfo; onReload: (id: number) => void }) {
  const navigate = useNavigate()
  const [form] = Form.useForm<Typed>()
  const [items, setItems] = useState<DraftGoods[]>(() => (info ? goodsOf(info) : []))
  const [saved, setSaved] = useState<{ id: number; version: number } | undefined>(info)
  const [dirty, setDirty] = useState(false)
  const [sent, setSent] = useState<{ orderNo: string; payUrl: string; qrcode: string }>()
  const [converting, setConverting] = useState<{ id: number; version: number }>()
  const [isAsked, setAsked] = useState(false)
  /** The phone of a pasted address that was taken for the customer's. */
  const taken = useRef('')
  useDirtyGuard(dirty)
  const mayConvert = useCan(draftOrder.convert)
  // Without a link to send, the money is taken here: at the counter, or as somebody says.
  const takesHere = useSite()?.frontDomain === '' && mayConvert
  const typed = (Form.useWatch([], form) as Typed | undefined) ?? initialOf(info)
  const body = bodyOf(typed, items)
  const [asked, isCurrent] = useSettled(body)
  const quote = useQuery({
    ...read(draftOrder.compute, { body: asked, silent: true }),
    enabled: asked.items.length > 0,
    placeholderData: keepPreviousData,
  })
  const shown = items.length ? quote.data : undefined
  const isReckoned = isCurrent && !quote.isPlaceholderData && !quote.isFetching

  const save = useWrite(draftOrder.save, {
    form,
    onConflict: async (_, message) => {
      const content = `${message}。重新加载会换成最新的内容，您填写的会丢失。`
      if (saved && (await confirm({ content, okText: '重新加载' }))) onReload(saved.id)
    },
  })
  const send = useWrite(draftOrder.send, { form, once: true, message: '已生成待付款订单' })

  /** Whether all is there that an order needs; marks what is not. */
  async function isComplete() {
    setAsked(true)
    const faults = await form.validateFields().then(
      () => [],
      ({ errorFields }: { errorFields: { name: (string | number)[] }[] }) => errorFields,
    )
    if (faults[0]) form.scrollToField(faults[0].name, { behavior: 'smooth', block: 'center' })
    return !faults.length && items.length > 0
  }
  /** Stores what was typed; undefined when it was refused, which was said. */
  async function keepDraft() {
    if (!items.length) {
      setAsked(true)
      return undefined
    }
    const answer = await save
      .mutateAsync({ body: { ...bodyOf(form.getFieldsValue(true), items), ...saved } })
      .catch(() => undefined)
    if (!answer) return undefined
    setSaved(answer)
    setDirty(false)
    return answer
  }
  async function handleSave() {
    if (await keepDraft()) navigate(LIST)
  }
  async function handleSend() {
    const draft = (await isComplete()) ? await keepDraft() : undefined
    const answer = draft && (await send.mutateAsync({ body: { id: draft.id } }).catch(() => undefined))
    if (mustWait(answer)) navigate(LIST)
    else if (answer) setSent(answer)
  }
  async function handleConvert() {
    const draft = (await isComplete()) ? await keepDraft() : undefined
    if (draft) setConverting(draft)
  }

  /** Whoever sends an address is the customer, unless another is chosen; the next address that is pasted corrects that. */
  function handleAddress(phone: string) {
    setDirty(true)
    const { customer }: Typed = form.getFieldsValue(true)
    const isFree = !customer || ('phone' in customer && customer.phone === taken.current)
    if (!isFree || !MOBILE.test(phone)) return
    taken.current = phone
    form.setFields([{ name: 'customer', value: { phone }, errors: [] }])
  }

  const busy = save.isPending || send.isPending
  // An order is made of what was reckoned and is shown, not of what was typed a moment ago.
  const blocked = items.length > 0 && (!isReckoned || Boolean(shown?.problems.length))
  return (
    <WriteForm<Typed>
      form={form}
      name="draft"
      layout="vertical"
      of={{ isPending: busy }}
      initialValues={initialOf(info)}
      onValuesChange={() => setDirty(true)}
      scrollToFirstError
    >
      <DetailPage
        fixed
        back={{ to: LIST, title: '代客下单' }}
        head={{
          title: info ? `代客订单 ${info.draftNo}` : '新建代客订单',
          below: shown && <Obstacles of={shown} />,
          acts: (
            <>
              <WriteButton of={save} onClick={handleSave}>
                保存草稿
              </WriteButton>
              <Can do={draftOrder.convert}>
                <WriteButton
                  type={takesHere ? 'primary' : 'default'}
                  of={draftOrder.convert}
                  disabled={busy || blocked}
                  onClick={handleConvert}
                >
                  确认收款
                </WriteButton>
              </Can>
              <WriteButton
                type={takesHere ? 'default' : 'primary'}
                of={send}
                disabled={busy || blocked}
                onClick={handleSend}
              >
                发给客户付款
              </WriteButton>
            </>
          ),
        }}
        side={
          <Sums
            quote={shown}
            failed={quote.error ? failureText(quote.error) : undefined}
            typed={typed}
            onDropCoupon={() => {
              form.setFieldsValue({ couponId: 0 })
              setDirty(true)
            }}
          />
        }
      >
        <Section title="客户">
          <Form.Item
            name="customer"
            className={styles.last}
            rules={[{ required: true, message: '请选择客户或填写客户手机号' }]}
          >
            {/* A coupon is its customer's own. */}
            <CustomerField onChoose={() => form.setFieldsValue({ couponId: 0 })} />
          </Form.Item>
          <CustomerLine quote={shown} customer={typed.customer} />
        </Section>
        <Section title="商品" count={items.length ? `${items.length} 种` : undefined}>
          <DraftGoodsList
            items={items}
            quote={shown}
            onChange={(next) => {
              setItems(next)
              setDirty(true)
            }}
          />
          {isAsked && !items.length && (
            <p className={styles.problem} role="alert">
              请选择商品
            </p>
          )}
        </Section>
        <Section title="收货">
          <Receiver type={typed.shippingType} onFill={handleAddress} />
        </Section>
        <Section title="备注和标签">
          <div className={styles.two}>
            <Field of={Body} name="mark">
              <Input.TextArea maxLength={512} autoSize={{ minRows: 1, maxRows: 4 }} />
            </Field>
            <Field of={Body} name="remark">
              <Input.TextArea maxLength={512} autoSize={{ minRows: 1, maxRows: 4 }} />
            </Field>
          </div>
          <Form.Item name="tagIds" label="标签" className={styles.last}>
            <TagChoice />
          </Form.Item>
        </Section>
      </DetailPage>
      {sent && (
        <PayLinkDialog
          title="发给客户付款"
          text={`订单 ${sent.orderNo} 等待付款，库存已留。`}
          payUrl={sent.payUrl}
          qrcode={sent.qrcode}
          onClose={() => navigate(LIST)}
        />
      )}
      {converting && (
        <DraftPaidDialog
          draft={converting}
          amount={shown?.payFee ?? 0}
          onDone={() => navigate(LIST)}
          onClose={() => setConverting(undefined)}
        />
      )}
    </WriteForm>
  )
}

/** Why no order can be made of the draft yet, beside the buttons for that. */
function Obstacles({ of: { problems, offPercent, limitPercent } }: { of: DraftQuote }) {
  const mayExceed = useCan(EXCEED)
  if (!problems.length) return null
  return (
    <span className={styles.problem} role="alert">
      {problems.map(({ message }) => message).join('；')}
      {offPercent > limitPercent && !mayExceed && `，优惠超过 ${limitPercent}% 请有「高额折扣」权限的人来下单`}
    </span>
  )
}

function CustomerLine({ quote, customer }: { quote: DraftQuote | undefined; customer: ChosenCustomer | undefined }) {
  if (!customer) return null
  const known = quote?.customer
  if (known)
    return (
      <div className={styles.customer}>
        <b>{known.nickname || `用户 ${known.uid}`}</b>
        <span>{known.phone}</span>
        <span>{known.levelName || '无等级'}</span>
        {known.nowMoney !== null && (
          <span>
            余额 <b>{moneyText(known.nowMoney)}</b>
          </span>
        )}
        {known.integral !== null && (
          <span>
            积分 <b>{known.integral}</b>
          </span>
        )}
      </div>
    )
  if (!('phone' in customer) || !quote) return null
  return (
    <div className={styles.customer}>
      <span>新客户，保存时建档</span>
      <Form.Item name="customerName" noStyle>
        <Input aria-label="客户昵称" placeholder="客户昵称（选填）" maxLength={32} style={{ width: 200 }} />
      </Form.Item>
    </div>
  )
}

/** Asked for once an order is made of the draft; a draft is saved without it. */
const needed = (label: string) => [{ required: true, whitespace: true, message: `请输入${label}` }]

function Receiver({ type, onFill }: { type: 1 | 2; onFill: (phone: string) => void }) {
  const areaRule = useAreaRule()
  return (
    <>
      <Form.Item name="shippingType">
        <Segmented
          aria-label="配送方式"
          options={[
            { value: 1, label: '快递' },
            { value: 2, label: '到店自提' },
          ]}
        />
      </Form.Item>
      {type === 1 && <PasteAddress phoneName="phone" onFill={onFill} />}
      <div className={styles.two}>
        <Field
          of={Body}
          name="realName"
          label={type === 1 ? '收货人' : '提货人'}
          rules={needed(type === 1 ? '收货人' : '提货人')}
        >
          <Input maxLength={32} />
        </Field>
        <Field
          of={Body}
          name="phone"
          label={type === 1 ? '收货电话' : '提货电话'}
          rules={[...rulesOf(Body.properties.phone), ...needed(type === 1 ? '收货电话' : '提货电话')]}
        >
          <Input maxLength={32} inputMode="tel" />
        </Field>
      </div>
      {type === 1 ? (
        <>
          <Form.Item name="cityId" label="所在地区" rules={[areaRule]}>
            <AreaCascader />
          </Form.Item>
          <Field of={Body} name="detail" rules={needed('详细地址')}>
            <Input.TextArea maxLength={256} autoSize={{ minRows: 1, maxRows: 4 }} />
          </Field>
        </>
      ) : (
        <Form.Item name="storeId" label="自提门店" rules={[{ required: true, message: '请选择自提门店' }]}>
          <RemoteSelect of={store.list} fixed={{ status: 1 }} placeholder="请选择自提门店" />
        </Form.Item>
      )}
    </>
  )
}
