import { frontStaff } from '@zhanggui/contract/order/front-staff.ts'
import { Empty } from '@zhanggui/page-kit/parts/empty.tsx'
import { Sheet } from '@zhanggui/page-kit/parts/sheet.tsx'
import { Bone } from '@zhanggui/page-kit/parts/skeleton.tsx'
import { toast } from '@zhanggui/page-kit/parts/toast.tsx'
import { useState } from 'react'
import { useRead } from '../../api/read.ts'
import { useWrite } from '../../api/write.ts'
import { ItemRow } from '../../parts/goods/item-row.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { Button } from '../../parts/typed/button.tsx'
import { Check } from '../../parts/typed/check.tsx'
import styles from './staff.module.css'

/** The order that a code stands for, handed out by a tap; what is paid at the counter is taken first. */
export function PickupSheet({ code, canVerify, onClose }: { code: string; canVerify: boolean; onClose: () => void }) {
  const order = useRead(frontStaff.order, { params: { code } })
  const [isCollected, setCollected] = useState(false)
  const { send, isSending } = useWrite(frontStaff.verify, {
    done: () => {
      toast('已核销，请交付商品')
      onClose()
    },
  })
  const { data } = order
  const toCollect = data?.toCollect ?? 0
  const canGive = canVerify && data?.refusal === '' && (toCollect === 0 || isCollected)
  return (
    <Sheet
      title="核销"
      onClose={onClose}
      foot={
        data && (
          <Button
            isWide
            isBusy={isSending}
            disabled={!canGive}
            onClick={() => send({ params: { code }, body: toCollect ? { collected: true } : {} })}
          >
            {canVerify ? '核销' : '没有核销权限'}
          </Button>
        )
      }
    >
      <Loaded
        of={order}
        skeleton={<Bone height={200} radius={12} />}
        failed={({ message }) => <Empty icon="code" text={message} />}
      >
        {({ realName, userPhone, statusStr, lines, storeName, payPrice, refusal, mark, visits }) => (
          <>
            <p className={styles.order}>
              <span>
                {realName}　{userPhone}
              </span>
              <b>{statusStr.value}</b>
            </p>
            <p className={styles.order}>
              <small>
                {storeName}　第 {visits} 次来取
              </small>
              <span>¥{payPrice.toFixed(2)}</span>
            </p>
            {lines.map((line) => (
              <ItemRow key={line.id} of={line} note={`×${line.num}`} />
            ))}
            {mark && <p className={styles.order}>留言：{mark}</p>}
            {refusal && <p className={styles.why}>{refusal}</p>}
            {toCollect > 0 && !refusal && (
              <Check
                label={`已收款 ¥${toCollect.toFixed(2)}`}
                isShown
                isOn={isCollected}
                onTurn={() => setCollected(!isCollected)}
              />
            )}
          </>
        )}
      </Loaded>
    </Sheet>
  )
}
