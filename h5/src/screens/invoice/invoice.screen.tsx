import { type FrontInvoice, frontInvoice } from '@zhanggui/contract/order/invoice.ts'
import { invoiceKinds, titleTypes } from '@zhanggui/domain/order/invoice.ts'
import { Empty } from '@zhanggui/page-kit/parts/empty.tsx'
import { toast } from '@zhanggui/page-kit/parts/toast.tsx'
import { useState } from 'react'
import { useParams } from 'wouter'
import { useRead } from '../../api/read.ts'
import { useWrite } from '../../api/write.ts'
import { keepDraft, readDraft } from '../../go/drafts.ts'
import { Card, Cell } from '../../parts/card.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { CardBones } from '../../parts/rows.tsx'
import { Screen } from '../../parts/screen.tsx'
import { Button } from '../../parts/typed/button.tsx'
import { Field } from '../../parts/typed/field.tsx'
import { Options } from '../../parts/typed/option.tsx'

/** States in which an invoice waits to be written, and can be asked for otherwise. */
const WAITING = 0
const REFUSED = 2

/** The invoice of an order: what became of it, or the form that asks for it. */
export default function InvoiceScreen() {
  const { orderNo = '' } = useParams<{ orderNo: string }>()
  const invoice = useRead(frontInvoice.info, { params: { orderNo } })
  const [isChanging, setChanging] = useState(false)
  return (
    <Screen title="发票">
      <Loaded of={invoice} skeleton={<CardBones height={220} count={2} />}>
        {(data) => {
          const { invoice: asked, canApply, message } = data
          if (isChanging || (canApply && (!asked || asked.state === REFUSED)))
            return (
              <>
                {asked?.state === REFUSED && <Told of={asked} />}
                <TitleForm
                  orderNo={orderNo}
                  info={data}
                  isChange={asked?.state === WAITING}
                  onDone={() => setChanging(false)}
                />
              </>
            )
          if (asked)
            return (
              <>
                <Told of={asked} />
                {asked.state === WAITING && (
                  <div className="coming">
                    <Button kind="line" onClick={() => setChanging(true)}>
                      修改
                    </Button>
                  </div>
                )}
              </>
            )
          return (
            <Empty text={message || '现在不能申请开票'}>
              <Button to={`/order/${orderNo}`}>回到订单</Button>
            </Empty>
          )
        }}
      </Loaded>
    </Screen>
  )
}

function Told({ of: invoice }: { of: NonNullable<FrontInvoice['invoice']> }) {
  const { stateStr, title, taxNo, amount, number, fileUrl, reason, issueTime, email, kind } = invoice
  return (
    <Card title={stateStr}>
      <Cell name="抬头">{title}</Cell>
      {taxNo && <Cell name="税号">{taxNo}</Cell>}
      <Cell name="类型">{invoiceKinds[kind]}</Cell>
      <Cell name="金额">¥{amount.toFixed(2)}</Cell>
      {email && <Cell name="邮箱">{email}</Cell>}
      {number && <Cell name="发票号码">{number}</Cell>}
      {issueTime && <Cell name="开票时间">{issueTime.slice(0, 16)}</Cell>}
      {reason && <Cell name="拒绝原因">{reason}</Cell>}
      {fileUrl && (
        <Cell name="发票文件">
          <a href={fileUrl} target="_blank" rel="noreferrer">
            打开
          </a>
        </Cell>
      )}
    </Card>
  )
}

const blank = { title: '', taxNo: '', regAddress: '', regPhone: '', bankName: '', bankAccount: '', email: '' }
type Typed = typeof blank & { titleType: 1 | 2; kind: 1 | 2 }
const fields = {
  taxNo: '税号',
  regAddress: '注册地址',
  regPhone: '注册电话',
  bankName: '开户银行',
  bankAccount: '银行账号',
} as const

type FormGiven = { orderNo: string; info: FrontInvoice; isChange: boolean; onDone: () => void }

/** Whom an invoice is written to: what was typed, else as it was asked for, else as the last one was. */
function TitleForm({ orderNo, info: { invoice, lastTitle, amount }, isChange, onDone }: FormGiven) {
  const draft = `invoice-${orderNo}`
  const [typed, setTyped] = useState<Typed>(
    () => readDraft<Typed>(draft) ?? { ...blank, titleType: 1, kind: 1, ...(invoice ?? lastTitle) },
  )
  const set = (change: Partial<Typed>) => {
    const next = { ...typed, ...change }
    keepDraft(draft, next)
    setTyped(next)
  }
  const done = () => {
    keepDraft(draft, undefined)
    toast(isChange ? '已修改' : '已申请，商家开好后在这里看')
    onDone()
  }
  const applying = useWrite(frontInvoice.apply, { done })
  const changing = useWrite(frontInvoice.update, { done })
  const { titleType, kind, title, email } = typed
  const isCompany = titleType === 2
  const wanted = isCompany ? (kind === 2 ? keysOf(fields) : (['taxNo'] as const)) : []
  const send = () => {
    const given = Object.fromEntries(wanted.map((key) => [key, typed[key].trim()]))
    const body = { orderNo, titleType, title: title.trim(), kind: isCompany ? kind : (1 as const), ...given }
    void (isChange ? changing : applying).send({ body: { ...body, ...(email.trim() && { email: email.trim() }) } })
  }
  const isReady = title.trim() !== '' && wanted.every((key) => typed[key].trim() !== '')
  return (
    <>
      <Card>
        <Cell name="开票金额">¥{amount.toFixed(2)}</Cell>
        <Options
          label="抬头类型"
          of={([1, 2] as const).map((key) => ({ key, title: titleTypes[key] }))}
          chosen={titleType}
          onChoose={(key) => set({ titleType: key })}
        />
        {isCompany && (
          <Options
            label="发票类型"
            of={([1, 2] as const).map((key) => ({ key, title: invoiceKinds[key] }))}
            chosen={kind}
            onChoose={(key) => set({ kind: key })}
          />
        )}
      </Card>
      <Card>
        <Field label="抬头" maxLength={100} value={title} onChange={(value) => set({ title: value })} />
        {wanted.map((key) => (
          <Field
            key={key}
            label={fields[key]}
            maxLength={200}
            value={typed[key]}
            onChange={(value) => set({ [key]: value })}
          />
        ))}
        <Field
          label="邮箱"
          type="email"
          maxLength={64}
          placeholder="选填，收电子发票"
          value={email}
          onChange={(value) => set({ email: value })}
        />
      </Card>
      <div className="coming">
        <Button isBusy={applying.isSending || changing.isSending} disabled={!isReady} onClick={send}>
          {isChange ? '保存' : '申请开票'}
        </Button>
      </div>
    </>
  )
}

const keysOf = <Fields extends object>(object: Fields) => Object.keys(object) as (keyof Fields)[]
