import { type ProductRow, product } from '@zhanggui/contract/product/product.ts'
import { Switch, Tag } from 'antd'
import { useState } from 'react'
import { CallError } from '../../../api/call-error.ts'
import { reactToError } from '../../../api/reactions.ts'
import { write } from '../../../api/write.ts'
import { useCan, useReadOnly } from '../../../kit/access/can.tsx'
import { Greyed } from '../../../kit/access/greyed.tsx'
import { confirm, showSuccess } from '../../../kit/feedback/feedback.ts'

type Shelved = Pick<ProductRow, 'id' | 'isShow' | 'isRecycle'>

/**
 * Called instead of showing a message.
 * @param forced activities were closed by it, which the opposite does not open again
 */
export type OnTurned = (on: boolean, forced: boolean) => void

/** 上架 and 下架 of a product. A refusal is shown; running activities can be overridden. */
export function useShelf({ id, isShow, isRecycle }: Shelved, onTurned?: OnTurned) {
  const [busy, setBusy] = useState(false)
  const mayPut = useCan(product.putOnShelf)
  const mayTake = useCan(product.takeOffShelf)

  async function turn(on: boolean) {
    setBusy(true)
    try {
      const { forced } = on ? await putOn(id) : await takeOff(id)
      if (onTurned) onTurned(on, forced)
      else showSuccess(on ? '上架成功' : '下架成功')
    } catch (error) {
      reactToError(error)
    }
    setBusy(false)
  }

  return { busy, turn, allowed: !isRecycle && (isShow ? mayTake : mayPut) }
}

/** The switch of a row, which stays as it was after a refusal. */
export function ShelfSwitch({ row, fixed, onTurned }: { row: ProductRow; fixed: boolean; onTurned?: OnTurned }) {
  const { busy, turn, allowed } = useShelf(row, onTurned)
  const { isShow, storeName } = row
  const readOnly = useReadOnly()
  const text = isShow ? '上架' : '下架'
  if (!allowed) return <Tag color={isShow ? 'success' : undefined}>{text}</Tag>
  return (
    <Greyed why={readOnly}>
      <Switch
        checked={isShow}
        loading={busy}
        disabled={fixed || readOnly !== undefined}
        aria-label={`商品「${storeName}」：${text}`}
        onChange={turn}
      />
    </Greyed>
  )
}

async function putOn(id: number) {
  await write(product.putOnShelf, { params: { id } })
  return { forced: false }
}

/** @throws {CallError} the first refusal, if staff do not override it */
async function takeOff(id: number) {
  try {
    await write(product.takeOffShelf, { params: { id } })
    return { forced: false }
  } catch (error) {
    if (!(error instanceof CallError) || error.code !== 'IN_USE') throw error
    const uses = usesIn(error.body)
    const content = `${error.message}${uses && `（${uses}）`}。强制下架会立即停止销售，并关闭这些活动。`
    if (!(await confirm({ content, okText: '强制下架', cancelText: '不下架' }))) throw error
    await write(product.takeOffShelf, { params: { id }, query: { force: true } })
    return { forced: true }
  }
}

function usesIn(body: unknown): string {
  const { uses } = (body ?? {}) as { uses?: { name?: string }[] }
  return Array.isArray(uses) ? uses.map(({ name }) => name).join('、') : ''
}
