import { type ProductInfo, product } from '@zhanggui/contract/product/product.ts'
import { productStock, type StockAdjustment } from '@zhanggui/contract/product/product-stock.ts'
import {
  type AdjustReason,
  adjustReasons,
  fitsReason,
  MAX_STOCK,
  stockReasons,
} from '@zhanggui/domain/product/product-stock.ts'
import { Button, Flex, Input, Radio, Select, Skeleton, Table, Typography } from 'antd'
import { useState } from 'react'
import { call } from '../../../../api/call.ts'
import { read } from '../../../../api/read.ts'
import { useWrite } from '../../../../api/use-write.ts'
import { useCan } from '../../../../kit/access/can.tsx'
import { WriteButton } from '../../../../kit/access/write-button.tsx'
import { SidePanel } from '../../../../kit/dialog/side-panel.tsx'
import { confirm, showWarning } from '../../../../kit/feedback/feedback.ts'
import { NumberInput } from '../../../../kit/form/number-input.tsx'
import { WriteForm } from '../../../../kit/form/write-form.tsx'
import { Picture } from '../../../../kit/media/picture.tsx'
import { FailedBlock } from '../../../../kit/page/block-state.tsx'
import { BottomBar } from '../../../../kit/page/bottom-bar.tsx'
import { useDirtyGuard } from '../../../../kit/page/dirty-guard.ts'
import { useReadOnce } from '../../../../kit/page/read-once.ts'
import { useIsPhone } from '../../../../kit/page/use-is-phone.ts'
import styles from './stock-drawer.module.css'

const WIDTH = 1000

type Props = {
  id: number
  /** The SKU whose field has the focus; the first if omitted. */
  skuId?: number | undefined
  onClose: () => void
  /** Called with the product as it is after the change. */
  onChanged?: (info: ProductInfo) => void
}

/** The drawer 编辑库存 of a product's SKUs. Render it only while it is open. */
export function StockDrawer({ id, skuId, onClose, onChanged }: Props) {
  const { data, error, reload } = useReadOnce(read(product.info, { params: { id }, silent: true }))
  const [dirty, setDirty] = useState(false)
  useDirtyGuard(dirty)

  async function leave() {
    if (!dirty || (await confirm({ content: '有未保存的修改，离开吗？', okText: '离开' }))) onClose()
  }

  return (
    <SidePanel title="编辑库存" width={WIDTH} onClose={leave}>
      {data ? (
        <StockForm
          key={data.attrValue.map((sku) => sku.version).join()}
          info={data}
          skuId={skuId ?? data.attrValue[0]?.id}
          onDirty={setDirty}
          onCancel={leave}
          onStale={() => reload()}
          onDone={async () => {
            setDirty(false)
            onClose()
            onChanged?.(await call(product.info, { params: { id } }))
          }}
        />
      ) : error ? (
        <FailedBlock error={error} onRetry={reload} />
      ) : (
        <Skeleton active />
      )}
    </SidePanel>
  )
}

const modes = { add: '增加', take: '减少', set: '改为' } as const
type Mode = keyof typeof modes
/** The modes that need only the permission to add stock. */
const ADD_ONLY: Mode[] = ['add']

const usualReasons: Record<Mode, AdjustReason> = { add: 'manual_add', take: 'damage', set: 'manual_set' }

type FormProps = {
  info: ProductInfo
  skuId: number | undefined
  onDirty: (dirty: boolean) => void
  onStale: () => void
  onCancel: () => void
  onDone: () => void
}

function StockForm({ info, skuId, onDirty, onStale, onCancel, onDone }: FormProps) {
  const mayAdjust = useCan(productStock.adjust)
  const mayAdd = useCan(productStock.add)
  const phone = useIsPhone()
  const [mode, setMode] = useState<Mode>('add')
  const [reason, setReason] = useState<AdjustReason>('manual_add')
  const [remark, setRemark] = useState('')
  const [typed, setTyped] = useState<Readonly<Record<number, number | null>>>({})
  const done = { message: '库存已保存', once: true, onSuccess: onDone, onError: onStale }
  const add = useWrite(productStock.add, done)
  const adjust = useWrite(productStock.adjust, done)
  const busy = add.isPending || adjust.isPending

  const after = (stock: number, value: number | null | undefined) => {
    if (value === null || value === undefined) return stock
    return mode === 'set' ? value : stock + (mode === 'add' ? value : -value)
  }
  const changes = info.attrValue.filter(({ id, stock }) => after(stock, typed[id]) !== stock)
  const wrong = changes.find(({ id, stock }) => after(stock, typed[id]) < 0 || after(stock, typed[id]) > MAX_STOCK)
  const offered = (Object.keys(adjustReasons) as AdjustReason[]).filter((name) =>
    mode === 'set' ? adjustReasons[name] === 0 : fitsReason(name, mode === 'add' ? 1 : -1),
  )

  function choose(next: Mode) {
    setMode(next)
    setReason(usualReasons[next])
    setTyped({})
  }

  function submit() {
    if (!changes.length) return void showWarning(mode === 'add' ? '请填写增加库存' : '请填写库存')
    if (wrong) return void showWarning(`规格「${wrong.suk}」调整后的库存不能小于0或大于${MAX_STOCK}`)
    if (mayAdd && mode === 'add' && reason === 'manual_add' && !remark.trim()) {
      const attrValueList = changes.map(({ id }) => ({ id, addStock: typed[id] ?? 0 }))
      return add.mutate({ body: { id: info.id, attrValueList } })
    }
    const items: StockAdjustment['items'] = changes.map(({ id, version }) => {
      const quantity = typed[id] ?? 0
      return mode === 'set'
        ? { id, mode, quantity, version }
        : { id, mode: 'add', quantity: mode === 'add' ? quantity : -quantity }
    })
    adjust.mutate({ body: { id: info.id, items, reason, ...(remark.trim() && { remark: remark.trim() }) } })
  }

  const acts = (
    <>
      <Button disabled={busy} onClick={onCancel}>
        取消
      </Button>
      <WriteButton type="primary" of={{ isPending: busy }} onClick={submit}>
        确认
      </WriteButton>
    </>
  )
  const allowed = (mayAdjust ? Object.keys(modes) : ADD_ONLY) as Mode[]
  return (
    <WriteForm of={{ isPending: busy }} component={false}>
      <Flex vertical gap={16}>
        <Flex gap={12} align="center">
          <Picture src={info.image} size={56} />
          <div className={styles.head}>
            <Typography.Text strong>{info.storeName}</Typography.Text>
            <span className={styles.note}>
              ID {info.id} · 现有库存 {info.stock} · 已售 {info.sales}
            </span>
          </div>
        </Flex>
        <Flex gap={12} wrap align="center">
          {allowed.length > 1 && (
            <Radio.Group
              optionType="button"
              value={mode}
              onChange={({ target }) => choose(target.value)}
              options={allowed.map((value) => ({ value, label: modes[value] }))}
            />
          )}
          {mayAdjust && (
            <Select<AdjustReason>
              aria-label="原因"
              style={{ width: 140 }}
              value={reason}
              onChange={setReason}
              options={offered.map((value) => ({ value, label: stockReasons[value] }))}
            />
          )}
          {mayAdjust && (
            <Input
              aria-label="备注"
              placeholder="备注"
              maxLength={255}
              className={styles.remark}
              value={remark}
              onChange={({ target }) => setRemark(target.value)}
            />
          )}
        </Flex>
        <Table
          rowKey="id"
          size="small"
          pagination={info.attrValue.length > 50 ? { pageSize: 50, showSizeChanger: false } : false}
          scroll={phone ? undefined : { x: 'max-content' }}
          dataSource={info.attrValue}
          columns={[
            {
              title: '图片',
              width: 60,
              hidden: phone,
              render: (_, { image }) => <Picture src={image} />,
            },
            { title: '规格', dataIndex: 'suk', width: phone ? undefined : 200 },
            { title: '售价', width: 100, hidden: phone, render: (_, { price }) => price.toFixed(2) },
            { title: '当前库存', dataIndex: 'stock', width: phone ? 76 : 100 },
            {
              title: `${modes[mode]}库存`,
              width: phone ? 104 : 150,
              render: (_, { id, suk }) => (
                <NumberInput
                  autoFocus={id === skuId && !phone}
                  aria-label={`${suk} ${modes[mode]}库存`}
                  min={0}
                  max={MAX_STOCK}
                  precision={0}
                  style={{ width: phone ? 88 : 120 }}
                  value={typed[id] ?? null}
                  onChange={(value) => {
                    setTyped({ ...typed, [id]: value })
                    onDirty(true)
                  }}
                  onPressEnter={submit}
                />
              ),
            },
            {
              title: '调整后',
              width: phone ? 68 : 110,
              render: (_, { id, stock }) => {
                const next = after(stock, typed[id])
                const type = next < 0 ? 'danger' : next === stock ? 'secondary' : 'success'
                return <Typography.Text type={type}>{next}</Typography.Text>
              },
            },
          ]}
        />
        {phone ? (
          <BottomBar>{acts}</BottomBar>
        ) : (
          <Flex justify="flex-end" gap={8}>
            {acts}
          </Flex>
        )}
      </Flex>
    </WriteForm>
  )
}
