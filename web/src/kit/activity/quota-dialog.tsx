import { type ActivitySku, activity } from '@zhanggui/contract/promotion/activity.ts'
import { Button, Skeleton } from 'antd'
import { useWrite } from '../../api/use-write.ts'
import { Dialog } from '../dialog/dialog.tsx'
import { InlineNumber } from '../form/inline-number.tsx'
import { TwoLine } from '../text/two-line.tsx'
import styles from './activity.module.css'

const MAX_QUOTA = 99_999_999

type QuotaDialogProps = {
  title: string
  /** Undefined while it is fetched. */
  of: { id: number; version: number; attrValue: readonly ActivitySku[] } | undefined
  onClose: () => void
}

/** 加库存: the whole quota of each SKU that takes part, changed in place, also while the activity runs. */
export function QuotaDialog({ title, of, onClose }: QuotaDialogProps) {
  const save = useWrite(activity.quota, { once: true, message: '已改限量' })
  const rows = of?.attrValue.filter(({ id }) => id !== null) ?? []
  return (
    <Dialog
      title={`加库存：${title}`}
      width={520}
      onCancel={onClose}
      footer={
        <Button type="primary" onClick={onClose}>
          完成
        </Button>
      }
    >
      <p className={styles.asked}>改的是整个活动的限量，马上生效，正在抢的也不用关闭。</p>
      {of ? (
        <ul className={styles.skus} aria-label="参与的规格">
          {rows.map(({ skuId, suk, quotaShow, sold, reserved, stock }) => (
            <li key={skuId}>
              <TwoLine
                top={suk}
                below={`已售 ${sold}${reserved ? `，待付款 ${reserved}` : ''}，商品库存 ${stock}，最多可设 ${sold + reserved + stock}`}
              />
              <InlineNumber
                label={`「${suk}」限量`}
                value={quotaShow}
                max={MAX_QUOTA}
                onSave={(quota) => save.mutateAsync({ body: { id: of.id, skuId, quota, version: of.version } })}
              />
            </li>
          ))}
        </ul>
      ) : (
        <Skeleton active />
      )}
    </Dialog>
  )
}
