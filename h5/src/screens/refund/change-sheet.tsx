import { type FrontCase, frontAfterSales } from '@zhanggui/contract/order/front-after-sales.ts'
import { MAX_CASE_IMAGES } from '@zhanggui/domain/order/after-sales.ts'
import { Sheet } from '@zhanggui/page-kit/parts/sheet.tsx'
import { toast } from '@zhanggui/page-kit/parts/toast.tsx'
import { useState } from 'react'
import { useRead } from '../../api/read.ts'
import { useWrite } from '../../api/write.ts'
import { Area } from '../../parts/area.tsx'
import { Button } from '../../parts/typed/button.tsx'
import { Options } from '../../parts/typed/option.tsx'
import { PhotoField } from '../../parts/typed/photos.tsx'

/** Says a case otherwise, while the shop has not looked at it; of other goods a new one is asked for. */
export function ChangeSheet({ of: sale, onClose }: { of: FrontCase; onClose: () => void }) {
  const { data } = useRead(frontAfterSales.reasons)
  const [reason, setReason] = useState(sale.reason)
  const [explain, setExplain] = useState(sale.explain)
  const [images, setImages] = useState(sale.images)
  const { send, isSending } = useWrite(frontAfterSales.update, {
    done: () => {
      toast('申请已修改')
      onClose()
    },
  })
  const change = () =>
    send({
      body: {
        id: sale.id,
        serviceType: sale.serviceType,
        reason,
        explain: explain.trim() || undefined,
        images,
        lines: sale.lines.map(({ lineId, num }) => ({ lineId, num })),
      },
    })
  const reasons = [...new Set([sale.reason, ...(data?.list ?? [])])]
  return (
    <Sheet
      title="修改申请"
      onClose={onClose}
      foot={
        <Button isWide isBusy={isSending} onClick={change}>
          保存
        </Button>
      }
    >
      <Options
        label="原因"
        of={reasons.map((each) => ({ key: each, title: each }))}
        chosen={reason}
        onChoose={setReason}
      />
      <Area label="补充说明" max={500} value={explain} onChange={setExplain} />
      <PhotoField label="凭证" urls={images} max={MAX_CASE_IMAGES} onChange={setImages} />
    </Sheet>
  )
}
