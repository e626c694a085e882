import { reveal } from '@zhanggui/contract/setting/reveal.ts'
import { useWrite } from '../../../../api/use-write.ts'
import { useCan } from '../../../../kit/access/can.tsx'
import { copy } from '../../../../kit/feedback/copy.ts'
import { showWarning } from '../../../../kit/feedback/feedback.ts'

const PHONE = /1\d{10}|0\d{2,3}-\d{7,8}/

/** Name, phone and address of an order in full, for those who may see them: each look is one row of the audit trail. */
export function useReceiver() {
  const allowed = useCan(reveal.show)
  const show = useWrite(reveal.show)
  const read = async (id: number) => (await show.mutateAsync({ body: { type: 'order', id, field: 'receiver' } })).value
  return {
    allowed,
    busy: show.isPending,
    value: show.data?.value,
    show: (id: number) => show.mutate({ body: { type: 'order', id, field: 'receiver' } }),
    copy: (id: number) =>
      read(id)
        .then(copy)
        .catch(() => undefined),
    call: (id: number) =>
      read(id)
        .then((receiver) => {
          const [phone] = PHONE.exec(receiver) ?? []
          if (phone) window.location.assign(`tel:${phone}`)
          else showWarning('没有可拨打的电话')
        })
        .catch(() => undefined),
  }
}
