import type { GridSave } from '@zhanggui/contract/product/product-grid.ts'
import { amountText } from '@zhanggui/domain/money.ts'
import { adjustReasonNames, stockReasons } from '@zhanggui/domain/product/product-stock.ts'
import { Alert, Button, Form, Input, Progress, Select } from 'antd'
import { useRef } from 'react'
import { WriteButton } from '../../../../kit/access/write-button.tsx'
import { Facts } from '../../../../kit/detail/parts.tsx'
import { Dialog } from '../../../../kit/dialog/dialog.tsx'
import { WriteForm } from '../../../../kit/form/write-form.tsx'
import type { GridLine } from '../../model/grid/grid-cells.ts'
import type { Effects, PriceEffect } from '../../model/grid/grid-effects.ts'
import styles from './product-grid.module.css'
import type { Sending } from './use-grid-send.ts'

const NAMED = 3
type Note = Pick<GridSave, 'reason' | 'remark'>
type Props = {
  effects: Effects
  sending: Sending | undefined
  onSend: (note: Note) => void
  onStop: () => void
  onClose: () => void
}

/** 预览: what saving would do, then its progress. Nothing is saved before the button is pressed. */
export function GridPreview({ effects, sending, onSend, onStop, onClose }: Props) {
  const [form] = Form.useForm<{ reason?: Note['reason']; remark?: string }>()
  const ok = useRef<HTMLButtonElement>(null)
  const { products, skus, cells, unread, prices, stock, sorted, on, off } = effects
  const size = `${products} 个商品的 ${cells} 处修改`
  return (
    <Dialog
      title="预览并保存"
      width={600}
      keyboard={!sending}
      closable={!sending && { 'aria-label': '关闭' }}
      onCancel={onClose}
      // Ctrl+S and Enter save; what is to be checked stands above the button.
      afterOpenChange={(open) => open && requestAnimationFrame(() => ok.current?.focus())}
      footer={
        sending
          ? [
              <Button key="stop" onClick={onStop}>
                停止
              </Button>,
            ]
          : [
              <Button key="cancel" onClick={onClose}>
                取消
              </Button>,
              <WriteButton
                key="ok"
                ref={ok}
                of={{ isPending: false }}
                type="primary"
                disabled={!cells}
                onClick={() => form.submit()}
              >
                保存 {size}
              </WriteButton>,
            ]
      }
    >
      {sending ? (
        <div role="status">
          <Progress percent={Math.round((sending.done / sending.total) * 100)} status="active" aria-label="进度" />
          <p>
            已保存 {sending.done} / {sending.total} 个商品。停止后，其余的修改仍在表格里。
          </p>
        </div>
      ) : (
        <div className={styles.preview}>
          <Facts
            items={[
              { label: '修改', value: `${products} 个商品、${skus} 个规格，共 ${cells} 处` },
              ...prices.map((price) => ({ label: price.title, value: priceText(price) })),
              ...(stock ? [{ label: '库存', value: stockText(stock) }] : []),
              ...(sorted ? [{ label: '排序', value: `${sorted} 个商品` }] : []),
              ...(on + off ? [{ label: '上架状态', value: shelfText(on, off) }] : []),
            ]}
          />
          <Warnings effects={effects} />
          {unread > 0 && <Alert type="warning" showIcon title={`${unread} 个单元格无法识别，不会保存，留在表格里`} />}
          <WriteForm of={{ isPending: false }} form={form} layout="vertical" name="grid-preview" onFinish={onSend}>
            {stock && (
              <>
                <Form.Item
                  name="reason"
                  label="库存变动原因"
                  extra="库存按与读取时的差额增减，这段时间的销售不会被覆盖"
                >
                  <Select
                    allowClear
                    placeholder="快速编辑"
                    options={adjustReasonNames.map((value) => ({ value, label: stockReasons[value] }))}
                  />
                </Form.Item>
                <Form.Item name="remark" label="备注">
                  <Input maxLength={200} />
                </Form.Item>
              </>
            )}
          </WriteForm>
        </div>
      )}
    </Dialog>
  )
}

function Warnings({ effects: { belowCost, halved, free } }: { effects: Effects }) {
  const found = [
    { lines: belowCost, text: '个规格的售价低于成本价' },
    { lines: halved, text: '个规格降价超过一半' },
    { lines: free, text: '个规格的售价为 0' },
  ].filter(({ lines }) => lines.length)
  if (!found.length) return null
  return (
    <Alert
      type="error"
      showIcon
      title="请核对"
      description={found.map(({ lines, text }) => (
        <div key={text}>
          {lines.length} {text}：{lines.slice(0, NAMED).map(nameOf).join('、')}
          {lines.length > NAMED && ' 等'}
        </div>
      ))}
    />
  )
}

const nameOf = ({ name, suk }: GridLine) => (suk ? `${name}（${suk}）` : name)

function priceText({ up, down, least, most, average }: PriceEffect): string {
  const ways = [up && `${up} 个上涨`, down && `${down} 个下降`].filter(Boolean).join('，')
  if (least === most) return `${ways}；变动 ${signed(least)} 元`
  return `${ways}；变动 ${signed(least)} 至 ${signed(most)} 元，平均 ${signed(average)} 元`
}

const signed = (fen: number) => (fen > 0 ? `+${amountText(fen)}` : amountText(fen))

function stockText({ up, down, sum, emptied }: NonNullable<Effects['stock']>): string {
  const ways = [up && `${up} 个增加`, down && `${down} 个减少`, emptied && `${emptied} 个变为 0`]
  return `${ways.filter(Boolean).join('，')}；合计 ${sum > 0 ? '+' : ''}${sum} 件`
}

function shelfText(on: number, off: number): string {
  return [on && `${on} 个上架`, off && `${off} 个下架`].filter(Boolean).join('，')
}
