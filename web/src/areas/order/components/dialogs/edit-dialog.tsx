import DeleteOutlined from '@ant-design/icons/es/icons/DeleteOutlined'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type EditQuestion, type EditSum, orderEdit } from '@zhanggui/contract/order/order-edit.ts'
import type { OrderInfo } from '@zhanggui/contract/order/order-info.ts'
import { Button, Input } from 'antd'
import { useState } from 'react'
import { reportSuccess } from '../../../../api/reactions.ts'
import { read } from '../../../../api/read.ts'
import { useWrite } from '../../../../api/use-write.ts'
import { Field } from '../../../../kit/form/field.tsx'
import { UnitsInput } from '../../../../kit/form/units-input.tsx'
import { failureText } from '../../../../kit/page/block-state.tsx'
import { moneyText } from '../../../../kit/text/money.tsx'
import { useSettled } from '../../../../kit/use-settled.ts'
import type { InfoDialogProps } from '../act-dialog.ts'
import styles from '../draft/draft.module.css'
import { AddGoods, addGoods, type DraftGoods } from '../draft/draft-goods.tsx'
import { ReasonInput } from '../fields/reason-field.tsx'
import { PayLinkDialog } from '../pay-link-dialog.tsx'
import { GoodsDialog, GoodsRow, type GoodsTyped } from './goods-dialog.tsx'

const REASONS = ['买家要求加购', '买家少要', '商品缺货', '拍错商品']

/** 改单: units and goods of a paid order that was not sent, with what follows as it is typed. */
export function EditDialog({ info, onClose, onDone }: InfoDialogProps) {
  const lines = linesLeft(info)
  const [nums, setNums] = useState<Readonly<Record<number, number>>>({})
  const [added, setAdded] = useState<DraftGoods[]>([])
  const change = lines.flatMap(({ id, left }) => {
    const num = nums[id] ?? left
    return num === left ? [] : [{ lineId: id, num }]
  })
  const add = added.map(({ skuId, num }) => ({ skuId, num }))
  const { shared, sum, link } = useEdit({ orderNo: info.orderNo, change, add }, '已改单', { info, onClose, onDone })

  if (link) return link
  return (
    <GoodsDialog
      {...shared}
      act="改单"
      button={actOf(sum)}
      ask="请先改数量，或增加商品"
      reason={<EditReason common={REASONS} handOver={sum?.asksFirst ? 0 : (sum?.handOver ?? 0)} />}
      more={<AddGoods onAdd={(goods) => setAdded(addGoods(added, goods))} />}
    >
      {lines.map(({ id, storeName, sku, image, unitPrice, left }) => (
        <GoodsRow
          key={id}
          image={image}
          storeName={storeName}
          below={[sku === '默认' ? '' : sku, moneyText(unitPrice)].filter(Boolean).join(' · ')}
        >
          <span className={styles.dim}>原 {left} 件</span>
          <UnitsInput
            label={`「${storeName}」改为几件`}
            max={left + 999}
            empty={left}
            value={nums[id] ?? left}
            onChange={(num) => setNums({ ...nums, [id]: num })}
          />
        </GoodsRow>
      ))}
      {added.map(({ skuId, storeName, sku, image, num }) => (
        <GoodsRow key={`+${skuId}`} image={image} storeName={storeName} below={sku === '默认' ? '' : sku}>
          <span className={styles.dim}>增加</span>
          <UnitsInput
            label={`增加「${storeName}」几件`}
            min={1}
            max={999}
            empty={1}
            value={num}
            onChange={(next) => setAdded(added.map((each) => (each.skuId === skuId ? { ...each, num: next } : each)))}
          />
          <Button
            type="text"
            icon={<DeleteOutlined aria-hidden />}
            aria-label={`不增加「${storeName}」`}
            onClick={() => setAdded(added.filter((each) => each.skuId !== skuId))}
          />
        </GoodsRow>
      ))}
    </GoodsDialog>
  )
}

/** Why, and what proves the cash that was handed over for it. */
export const EditReason = ({ common, handOver = 0 }: { common: readonly string[]; handOver?: number }) => (
  <>
    <Field of={orderEdit.confirm.body} name="reason" label="原因" style={{ marginTop: 12 }}>
      <ReasonInput common={common} />
    </Field>
    {handOver > 0 && (
      <Field
        of={orderEdit.confirm.body}
        name="voucher"
        rules={[{ required: true, message: '请填写退款凭证' }]}
        extra={`先线下退给买家 ${moneyText(handOver)}，再填写`}
      >
        <Input maxLength={512} allowClear placeholder="转账流水号、收据号" />
      </Field>
    )}
  </>
)

/** The lines of an order of which units are left to be sent. */
export const linesLeft = ({ lines }: OrderInfo) =>
  lines.map((line) => ({ ...line, left: line.num - line.refundNum })).filter(({ left }) => left > 0)

/**
 * What an edit would come to, as it is typed, and its confirmation. Only what was reckoned is confirmed.
 * @param done what is said once it took effect
 * @returns `shared` for the dialog, and where the buyer pays, once an edit waits for that
 */
export function useEdit(wish: EditQuestion, done: string, { info, onClose, onDone }: InfoDialogProps) {
  const [waiting, setWaiting] = useState<{ difference: number; payUrl: string; qrcode: string }>()
  const [isOvertaken, setOvertaken] = useState(false)
  const confirm = useWrite(orderEdit.confirm, {
    once: true,
    onSuccess: (answer) => {
      reportSuccess(answer.state === 0 ? '改单已提交，等买家补款' : done)
      onDone?.()
      if (answer.state === 0) setWaiting(answer)
      else onClose()
    },
    onAsked: onClose,
    onConflict: () => setOvertaken(true),
  })
  const isChosen = Boolean(wish.add?.length || wish.change?.length || wish.swap?.length)
  const [asked, isCurrent] = useSettled(wish)
  const { data, error, isPlaceholderData, isFetching } = useQuery({
    ...read(orderEdit.preview, { body: asked, silent: true }),
    // Once it is sent the answer would be that an edit is on its way.
    enabled: isChosen && isCurrent && (confirm.isIdle || confirm.isError),
    placeholderData: keepPreviousData,
    retry: false,
  })
  const isReckoned = isCurrent && !isPlaceholderData && !isFetching
  const sum = isChosen && !error ? data : undefined
  const problem = isChosen && isReckoned && error ? failureText(error) : undefined
  return {
    sum,
    shared: {
      info,
      onClose,
      isOvertaken,
      may: info.allow.edit,
      chosen: isChosen ? JSON.stringify(wish) : '',
      blocked: !isReckoned || !sum || sum.refused !== '',
      isPending: confirm.isPending,
      onSend: (typed: GoodsTyped) => confirm.mutate({ body: { ...wish, version: info.version, ...typed } }),
      below: <Effects sum={sum} problem={problem} />,
    },
    link: waiting && (
      <PayLinkDialog
        title="等买家补款"
        text={`买家需补 ${moneyText(waiting.difference)}，24小时内付款后改单生效；期间订单不能发货。`}
        payUrl={waiting.payUrl}
        qrcode={waiting.qrcode}
        onClose={onClose}
      />
    ),
  }
}

/** What the button does, in words. */
function actOf(sum: EditSum | undefined): string {
  if (!sum?.difference) return '改单'
  return sum.difference > 0 ? `改单，待补 ${moneyText(sum.difference)}` : `改单并退 ${moneyText(-sum.difference)}`
}

function Effects({ sum, problem }: { sum: EditSum | undefined; problem: string | undefined }) {
  return (
    <ul className={styles.problems} aria-label="改单后" aria-live="polite">
      {problem && <li className={styles.problem}>{problem}</li>}
      {sum?.refused && <li className={styles.problem}>{sum.refused}</li>}
      {sum?.effects.map((effect) => (
        <li key={effect}>{effect}</li>
      ))}
    </ul>
  )
}
