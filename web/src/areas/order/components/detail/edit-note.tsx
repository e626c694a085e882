import SwapOutlined from '@ant-design/icons/es/icons/SwapOutlined'
import { useQuery } from '@tanstack/react-query'
import { orderEdit } from '@zhanggui/contract/order/order-edit.ts'
import type { OrderInfo } from '@zhanggui/contract/order/order-info.ts'
import { Button } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { read } from '../../../../api/read.ts'
import { useWrite } from '../../../../api/use-write.ts'
import { Can, useCan } from '../../../../kit/access/can.tsx'
import { WriteButton } from '../../../../kit/access/write-button.tsx'
import { Note } from '../../../../kit/detail/parts.tsx'
import { confirm } from '../../../../kit/feedback/feedback.ts'
import { loadChunk } from '../../../../kit/page/load-chunk.ts'
import { moneyText } from '../../../../kit/text/money.tsx'
import { When } from '../../../../kit/text/when.tsx'
import { PayLinkDialog } from '../pay-link-dialog.tsx'
import styles from './order-detail.module.css'

const EditPaidDialog = lazy(() =>
  loadChunk(async () => ({ default: (await import('../dialogs/paid-dialog.tsx')).EditPaidDialog })),
)

/** An edit that waits for its money: what it changes, until when, where it is paid, and how it is given up. */
export function EditNote({ info: { id, orderNo, version } }: { info: OrderInfo }) {
  const [linked, setLinked] = useState(false)
  const [isTaking, setTaking] = useState(false)
  const { data } = useQuery({
    ...read(orderEdit.info, { query: { orderNo }, silent: true }),
    enabled: useCan(orderEdit.info),
  })
  const cancel = useWrite(orderEdit.cancel, { message: '改单已取消' })
  const edit = data?.edit

  async function handleCancel() {
    const content = '取消等待付款的改单？留着的库存退回，订单可以照原样发货。'
    if (await confirm({ content, okText: '取消改单', cancelText: '不取消' }))
      cancel.mutate({ body: { orderNo, version } })
  }

  return (
    <Note
      tone="wait"
      icon={<SwapOutlined aria-hidden />}
      act={
        edit && (
          <>
            <Button size="small" onClick={() => setLinked(true)}>
              付款码
            </Button>
            <Can do={orderEdit.paid}>
              <Button size="small" onClick={() => setTaking(true)}>
                确认收款
              </Button>
            </Can>
            <Can do={orderEdit.cancel}>
              <WriteButton size="small" of={cancel} onClick={handleCancel}>
                取消改单
              </WriteButton>
            </Can>
          </>
        )
      }
    >
      <small className={styles.label}>改单等买家补款，期间不能发货</small>
      {edit ? (
        <>
          {edit.text}，需补 <b>{moneyText(edit.difference)}</b>，<When at={edit.expireTime} kind="deadline" />
        </>
      ) : (
        '改单待付款'
      )}
      {isTaking && edit && (
        <Suspense fallback={null}>
          <EditPaidDialog row={{ id, version, orderNo, payPrice: edit.difference }} onClose={() => setTaking(false)} />
        </Suspense>
      )}
      {linked && edit && (
        <PayLinkDialog
          title="等买家补款"
          text={`买家需补 ${moneyText(edit.difference)}，付款后改单生效。`}
          payUrl={edit.payUrl}
          qrcode={edit.qrcode}
          onClose={() => setLinked(false)}
        />
      )}
    </Note>
  )
}
