import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type DraftInfo, type DraftQuote, draftOrder } from '@zhanggui/contract/order/draft-order.ts'
import { store } from '@zhanggui/contract/store/store.ts'
import type { AreaPath } from '@zhanggui/domain/product/freight.ts'
import { Button, Form, Input, InputNumber, Segmented, Select, Switch } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { CallInput } from '../../../../api/call.ts'
import { read } from '../../../../api/read.ts'
import { useWrite } from '../../../../api/use-write.ts'
import { useCan } from '../../../../kit/access/can.tsx'
import { DetailPage, Section } from '../../../../kit/detail/detail-page.tsx'
import { SumColumn } from '../../../../kit/detail/parts.tsx'
import { confirm } from '../../../../kit/feedback/feedback.ts'
import { AreaCascader } from '../../../../kit/form/area-cascader.tsx'
import { Field } from '../../../../kit/form/field.tsx'
import { rulesOf } from '../../../../kit/form/form-rules.ts'
import { RemoteSelect } from '../../../../kit/form/remote-select.tsx'
import { failureText } from '../../../../kit/page/block-state.tsx'
import { useDirtyGuard } from '../../../../kit/page/dirty-guard.ts'
import { moneyText } from '../../../../kit/text/money.tsx'
import { useSettled } from '../../../../kit/use-settled.ts'
import { PasteAddress } from '../dialogs/paste-address.tsx'
import { ReasonInput } from '../dialogs/reason-field.tsx'
import { TagChoice } from '../order-tags.tsx'
import { PayLinkDialog } from '../pay-link-dialog.tsx'
import { type ChosenCustomer, CustomerField } from './customer-field.tsx'
import styles from './draft.module.css'
import { type DraftGoods, DraftGoodsList } from './draft-goods.tsx'
import { VoucherDialog } from './voucher-dialog.tsx'

const { body: Body } = draftOrder.save
const LIST = '/order/draft'
const EXCEED = { permission: 'admin:order:create:discount' } as const
const REASONS = ['老客优惠', '电话议价', '满额优惠', '样品']
const EXPIRES = [
  { value: 2, label: '2 小时' },
  { value: 24, label: '24 小时' },
  { value: 72, label: '3 天' },
  { value: 168, label: '7 天' },
]

type Typed = {
  customer?: ChosenCustomer
  customerName?: string
  discountType: 0 | 1 | 2
  discountValue?: number | null
  discountReason?: string
  useIntegral: boolean
  freight?: number | null
  shippingType: 1 | 2
  cityId?: AreaPath
  detail?: string
  storeId?: number
  realName?: string
  phone?: string
  mark?: string
  remark?: string
  tagIds?: number[]
  /** The customer's copy of a coupon, of a draft that has one. */
  couponId?: number
  expireHours: number
}
type DraftBody = CallInput<typeof draftOrder.save>['body']

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
  useDirtyGuard(dirty)
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
    if (answer) setSent(answer)
  }
  async function handleConvert() {
    const draft = (await isComplete()) ? await keepDraft() : undefined
    if (draft) setConverting(draft)
  }

  const busy = save.isPending || send.isPending
  // An order is made of what was reckoned and is shown, not of what was typed a moment ago.
  const blocked = items.length > 0 && (!isReckoned || Boolean(shown?.problems.length))
  return (
    <Form<Typed>
      form={form}
      name="draft"
      layout="vertical"
      disabled={busy}
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
              <Button loading={save.isPending} onClick={handleSave}>
                保存草稿
              </Button>
              <Button disabled={busy || blocked} onClick={handleConvert}>
                已收款
              </Button>
              <Button type="primary" loading={send.isPending} disabled={busy || blocked} onClick={handleSend}>
                发给客户付款
              </Button>
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
          <Receiver type={typed.shippingType} onFill={() => setDirty(true)} />
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
        <VoucherDialog
          draft={converting}
          amount={shown?.payFee ?? 0}
          onDone={() => navigate(LIST)}
          onClose={() => setConverting(undefined)}
        />
      )}
    </Form>
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

function Receiver({ type, onFill }: { type: 1 | 2; onFill: () => void }) {
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
          <Input maxLength={18} inputMode="tel" />
        </Field>
      </div>
      {type === 1 ? (
        <>
          <Form.Item name="cityId" label="所在地区" rules={[{ required: true, message: '请选择所在地区' }]}>
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

type SumsProps = { quote: DraftQuote | undefined; failed: string | undefined; typed: Typed; onDropCoupon: () => void }

/** What the customer pays, and what changes it. */
function Sums({ quote, failed, typed, onDropCoupon }: SumsProps) {
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
            <InputNumber<number>
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
        <InputNumber<number>
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
            total={{ label: '应付', value: quote.payFee, ...(isOpen && { told: `${moneyText(quote.payFee)} + 运费` }) }}
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
    { label: '运费', value: freight, added: true, ...(isOpen && { told: '待定' }) },
  ]
}

function initialOf(info: DraftInfo | undefined): Typed {
  if (!info) return { discountType: 0, useIntegral: false, shippingType: 1, expireHours: 24 }
  const { uid, nickname, discountType, discountValue, discountReason, useIntegral, freight, shippingType } = info
  const { area, detail, storeId, realName, phone, mark, remark, tagIds, couponId, expireHours } = info
  return {
    customer: { uid, name: nickname || `用户 ${uid}` },
    ...{ discountType, discountValue, discountReason, useIntegral, freight, shippingType, detail, realName, phone },
    ...(area.length && { cityId: area as AreaPath }),
    ...(storeId && { storeId }),
    ...{ mark, remark, tagIds, couponId, expireHours },
  }
}

const goodsOf = ({ items }: DraftInfo): DraftGoods[] =>
  items.map((item) => ({ ...item, storeName: '', sku: '', image: '' }))

function bodyOf(typed: Typed, items: readonly DraftGoods[]): DraftBody {
  const { customer, customerName, discountType, discountValue, discountReason, freight, cityId, storeId, ...others } =
    typed
  const { couponId, tagIds = [], ...rest } = others
  const texts = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== '' && value !== undefined))
  return {
    ...(texts as Pick<Typed, 'useIntegral' | 'shippingType' | 'expireHours'>),
    ...(customer && 'uid' in customer && { uid: customer.uid }),
    ...(customer && 'phone' in customer && { customerPhone: customer.phone, ...(customerName && { customerName }) }),
    items: items.map(({ skuId, num, price }) => ({ skuId, num, ...(price !== undefined && { price }) })),
    ...(couponId && { couponId }),
    ...(tagIds.length && { tagIds }),
    ...(discountType > 0 && { discountType, discountValue: discountValue ?? 0 }),
    ...(discountType > 0 && discountReason && { discountReason }),
    ...(freight !== null && freight !== undefined && { freight }),
    ...(rest.shippingType === 1 && cityId?.length && { cityId: cityId.at(-1) ?? 0 }),
    ...(rest.shippingType === 2 && storeId && { storeId }),
  }
}
