import { useQuery } from '@tanstack/react-query'
import type { OrderInfo } from '@zhanggui/contract/order/order-info.ts'
import { type RefundQuestion, type RefundSum, refund } from '@zhanggui/contract/order/refund.ts'
import { chosenMethods } from '@zhanggui/domain/payment/payment.ts'
import { Button, Form, Input, Segmented, Select, Switch } from 'antd'
import { useState } from 'react'
import { read } from '../../../../api/read.ts'
import { useWrite } from '../../../../api/use-write.ts'
import { WriteButton } from '../../../../kit/access/write-button.tsx'
import { Dialog } from '../../../../kit/dialog/dialog.tsx'
import { copy } from '../../../../kit/feedback/copy.ts'
import { confirm } from '../../../../kit/feedback/feedback.ts'
import { Field } from '../../../../kit/form/field.tsx'
import { NumberInput } from '../../../../kit/form/number-input.tsx'
import { WriteForm } from '../../../../kit/form/write-form.tsx'
import { Picture } from '../../../../kit/media/picture.tsx'
import { failureText } from '../../../../kit/page/block-state.tsx'
import { useDirtyGuard } from '../../../../kit/page/dirty-guard.ts'
import { moneyText } from '../../../../kit/text/money.tsx'
import { shortNo } from '../../../../kit/text/short-no.ts'
import { TwoLine } from '../../../../kit/text/two-line.tsx'
import { useSettled } from '../../../../kit/use-settled.ts'
import {
  freeOf,
  freightOf,
  goodsOf,
  leftOf,
  questionOf,
  type RefundTyped,
  takesSent,
  unsentUnits,
} from '../../model/order-refund.ts'
import type { InfoDialogProps } from '../act-dialog.ts'
import { ReasonInput, StaleLine } from '../fields/reason-field.tsx'
import styles from './refund.module.css'
import { RefundSumOf } from './refund-sum.tsx'

const { body } = refund.start
const REASONS = ['多拍 / 拍错', '缺货，与买家说好少发', '不想要了', '价格变动', '商品破损', '少发漏发']
const MODES = [
  { value: 'units', label: '按商品退' },
  { value: 'money', label: '只补差价' },
  { value: 'all', label: '全部退完' },
]
const ASKS_FIRST = '退款金额较大，另一位同事同意后才退；线下退款也请等同意后再付钱'
const EMPTY: RefundTyped = { mode: 'units', units: {} }
/** The commonest refund of all: what is still in the warehouse. */
const usual = (info: OrderInfo): RefundTyped => ({ mode: 'units', units: unsentUnits(info) })

/** 退款: what goes back, and beside it what that comes to, reckoned anew while one types. */
export default function RefundDialog({ info, onClose, onDone }: InfoDialogProps) {
  const [form] = Form.useForm<RefundTyped>()
  const [dirty, setDirty] = useState(false)
  useDirtyGuard(dirty)
  const watched = Form.useWatch((values) => values, form) as RefundTyped | undefined
  const [initial] = useState(() => usual(info))
  const typed: RefundTyped = { ...EMPTY, ...(watched ?? initial), units: (watched ?? initial).units ?? {} }
  const question = questionOf(info, typed)
  const send = useWrite(refund.start, {
    form,
    once: true,
    message: '退款已发起',
    onSuccess: () => {
      onClose()
      onDone?.()
    },
    onAsked: onClose,
  })

  const { sum, why, isSettled } = useSum(info.allow.refund ? question : undefined, send.isIdle || send.isError)

  function handleFinish({ reason = '', voucher }: RefundTyped) {
    if (!question || !isSettled) return
    const proof = voucher ? { voucher } : {}
    send.mutate({ body: { ...question, ...proof, reason } })
  }

  async function handleLeave() {
    if (send.isPending) return
    if (!dirty || (await confirm({ content: '还没有退款，离开吗？', okText: '离开' }))) onClose()
  }

  return (
    <Dialog
      title={`退款 · 订单 ${shortNo(info.orderNo)} · ${info.statusStr.value}`}
      width={960}
      className={styles.dialog}
      onCancel={handleLeave}
      footer={
        <div className={styles.foot}>
          <span className={styles.dim}>
            {question && sum?.asksFirst ? ASKS_FIRST : '提交后不能撤回；原路退回一般 1–3 个工作日到账'}
          </span>
          <Button disabled={send.isPending} onClick={onClose}>
            先不退
          </Button>
          <WriteButton
            type="primary"
            of={send}
            disabled={!isSettled || !sum || why !== undefined}
            onClick={form.submit}
          >
            {sum && question ? `${sum.asksFirst ? '提交审批：' : ''}退款 ${moneyText(sum.total)}` : '退款'}
          </WriteButton>
        </div>
      }
    >
      <WriteForm<RefundTyped>
        form={form}
        name={`refund-${info.id}`}
        layout="vertical"
        className={styles.two}
        initialValues={initial}
        of={send}
        onFinish={handleFinish}
        onValuesChange={() => setDirty(true)}
      >
        <div>
          {!info.allow.refund && <StaleLine text={`订单现在是「${info.statusStr.value}」，不能退款`} />}
          <div className={styles.modes}>
            <Form.Item name="mode" noStyle>
              <Segmented
                options={MODES}
                aria-label="退款内容"
                onChange={() => form.setFieldsValue({ amount: null, postage: null })}
              />
            </Form.Item>
            {typed.mode === 'units' && (
              <ChooseUnsent info={info} chosen={typed.units} onChoose={(units) => form.setFieldsValue({ units })} />
            )}
          </div>
          {typed.mode === 'units' && <Units info={info} sum={question && sum} />}
          {typed.mode === 'all' && (
            <p className={styles.dim}>
              全部商品和运费一起退回，共 {moneyText(leftOf(info))}；订单变为「已退款」，不能再发货。
            </p>
          )}
          <div className={styles.pair}>
            {typed.mode !== 'all' && <Money info={info} typed={typed} sum={question && sum} />}
            <Field of={body} name="method" label="退到哪里">
              <Select allowClear placeholder={usualOf(info)} options={methodsOf(info)} />
            </Field>
            {takesSent(info, typed) && (
              <Form.Item name="restock" label="已发出的商品退回库存" valuePropName="checked">
                <Switch checkedChildren="退回" unCheckedChildren="不退" />
              </Form.Item>
            )}
            {question && sum && sum.handOver > 0 && !sum.asksFirst && (
              <Field
                of={body}
                name="voucher"
                label="退款凭证"
                rules={[{ required: true, message: '请填写退款凭证' }]}
                extra={`先线下退给买家 ${moneyText(sum.handOver)}，再填写`}
              >
                <Input maxLength={512} allowClear placeholder="转账流水号、收据号" />
              </Field>
            )}
          </div>
          <Field of={body} name="reason" label="原因">
            <ReasonInput common={REASONS} maxLength={255} />
          </Field>
          {/* Enter submits. */}
          <button type="submit" hidden />
        </div>
        <aside className={styles.sum} aria-label="退款计算" aria-live="polite" aria-busy={!isSettled}>
          <Sum info={info} sum={question && sum} why={why} mode={typed.mode} />
        </aside>
      </WriteForm>
    </Dialog>
  )
}

/** What the form comes to, shortly after the last key; settled once that is the answer to what stands there now. */
function useSum(question: RefundQuestion | undefined, isAsking: boolean) {
  const [asked, isCurrent] = useSettled(question ?? null)
  const { data, error, isPlaceholderData, isFetching } = useQuery({
    ...read(refund.quote, { body: asked ?? { orderNo: '' }, silent: true }),
    // Once it is sent the answer would be that a refund is on its way.
    enabled: asked !== null && isAsking,
    placeholderData: (before) => before,
    retry: false,
  })
  const isSettled = isCurrent && !isPlaceholderData && !isFetching
  return { sum: data, why: isSettled && question && error ? failureText(error) : undefined, isSettled }
}

/** Each line with what can go back of it. */
function Units({ info, sum }: { info: OrderInfo; sum: RefundSum | undefined }) {
  const form = Form.useFormInstance<RefundTyped>()
  const none = Object.fromEntries(info.lines.map(({ id }) => [id, 0]))
  const unsent = unsentUnits(info)
  const several = info.lines.filter((line) => freeOf(line) > 0).length > 1
  return (
    <ul className={styles.lines} aria-label="退款商品">
      {info.lines.map((line) => {
        const free = freeOf(line)
        const back = sum?.lines.find(({ lineId }) => lineId === line.id)?.money
        const facts = [line.sku === '默认' ? '' : line.sku, `实付 ${line.payShare.toFixed(2)}`]
        if (line.refundNum) facts.push(`已退 ${line.refundNum} 件`)
        else if (line.sentNum) facts.push(`已发 ${line.sentNum} 件`)
        return (
          <li key={line.id} data-none={free === 0}>
            <Picture src={line.image} alt={`「${line.storeName}」的图片`} size={36} />
            <TwoLine top={line.storeName} below={facts.filter(Boolean).join(' · ')} />
            {free > 0 && several && (
              <Button
                type="link"
                size="small"
                aria-label={`只退「${line.storeName}」`}
                onClick={() => form.setFieldsValue({ units: { ...none, [line.id]: unsent[line.id] ?? free } })}
              >
                只退它
              </Button>
            )}
            {free > 0 ? (
              <Form.Item name={['units', String(line.id)]} noStyle>
                <NumberInput<number>
                  aria-label={`「${line.storeName}」退几件`}
                  mode="spinner"
                  className={styles.stepper}
                  min={0}
                  max={free}
                  precision={0}
                  placeholder="0"
                  suffix={`/ ${free}`}
                />
              </Form.Item>
            ) : (
              <span className={styles.dim}>已退完</span>
            )}
            <span className={styles.money}>{back ? moneyText(back) : '—'}</span>
          </li>
        )
      })}
    </ul>
  )
}

type ChooseUnsentProps = {
  info: OrderInfo
  chosen: RefundTyped['units']
  onChoose: (units: RefundTyped['units']) => void
}

/** All that is still in the warehouse, with which the dialog begins; once it is chosen, none of it. */
function ChooseUnsent({ info, chosen, onChoose }: ChooseUnsentProps) {
  const units = unsentUnits(info)
  const all = Object.values(units).reduce((sum, num) => sum + num, 0)
  if (!all) return null
  const none = Object.fromEntries(info.lines.map(({ id }) => [id, 0]))
  const isChosen = info.lines.every(({ id }) => (chosen[id] ?? 0) === (units[id] ?? 0))
  return (
    <Button type="link" size="small" onClick={() => onChoose(isChosen ? none : units)}>
      {isChosen ? '全不选' : `全选未发的 ${all} 件`}
    </Button>
  )
}

type MoneyProps = { info: OrderInfo; typed: RefundTyped; sum: RefundSum | undefined }

/** How much of it goes back, and how much freight. */
function Money({ info, typed, sum }: MoneyProps) {
  const freight = freightOf(info)
  const isMoney = typed.mode === 'money'
  const isFixed = !isMoney && sum?.postageIsFixed
  const most = isMoney ? goodsOf(info) + (typed.postage ?? 0) : sum?.max
  return (
    <>
      <Field
        of={body}
        name="amount"
        label={`退款金额${most === undefined ? '' : `（最多可退 ${moneyText(most)}）`}`}
        extra={isMoney ? '只退钱，商品照常发货' : '可以改低；留空按最多的退'}
      >
        <NumberInput<number>
          className={styles.wide}
          min={0}
          max={999_999.99}
          precision={2}
          prefix="¥"
          controls={false}
          placeholder={isMoney || !sum ? '' : sum.max.toFixed(2)}
        />
      </Field>
      {freight > 0 &&
        (isFixed ? (
          <Form.Item label="退运费">全部未发，运费 {moneyText(freight)} 一起退</Form.Item>
        ) : (
          <Field of={body} name="postage" label={`退运费（最多 ${moneyText(freight)}）`}>
            <NumberInput<number>
              className={styles.wide}
              min={0}
              max={freight}
              precision={2}
              prefix="¥"
              controls={false}
              placeholder="0.00"
            />
          </Field>
        ))}
    </>
  )
}

type SumProps = { info: OrderInfo; sum: RefundSum | undefined; why: string | undefined; mode: RefundTyped['mode'] }

/** The answer of the calculator, in figures and in the words that the refund keeps. */
function Sum({ info, sum, why, mode }: SumProps) {
  if (why)
    return (
      <p role="alert" className={styles.wrong}>
        {why}
      </p>
    )
  if (!sum)
    return (
      <p className={styles.dim}>
        {mode === 'money' ? '填写金额后，这里算出每个商品摊到多少' : '选好退几件，这里算出退多少'}
      </p>
    )
  const nameOf = (lineId: number) => {
    const line = info.lines.find(({ id }) => id === lineId)
    const isOneOfMany = info.lines.filter(({ storeName }) => storeName === line?.storeName).length > 1
    return line && (isOneOfMany ? `${line.storeName} ${line.sku}` : line.storeName)
  }
  return (
    <>
      <RefundSumOf sum={sum} nameOf={nameOf} />
      {sum.ends && <p className={styles.ends}>退完后订单变为「已退款」，不能再发货</p>}
      <div className={styles.words}>
        {sum.text}
        <br />
        <Button type="link" size="small" className={styles.copy} onClick={() => copy(sum.text)}>
          复制给买家
        </Button>
      </div>
    </>
  )
}

/** Where it goes unless chosen otherwise. */
function usualOf({ payType, payTypeStr }: OrderInfo): string {
  if (payType === 'yue') return chosenMethods.balance
  return payType === 'offline' || payType === 'zero'
    ? chosenMethods.offline
    : `${chosenMethods.origin}（${payTypeStr}）`
}

function methodsOf(info: OrderInfo) {
  const isByGateway = info.payType === 'weixin' || info.payType === 'alipay'
  return [
    ...(isByGateway ? [{ value: 'origin', label: usualOf(info) }] : []),
    { value: 'balance', label: chosenMethods.balance },
    { value: 'offline', label: chosenMethods.offline },
  ]
}
