import { reveal } from '@zhanggui/contract/setting/reveal.ts'
import { useWrite } from '../../../../api/use-write.ts'
import { copy } from '../../../../kit/feedback/copy.ts'

/** Name, phone and address of an order in full, for those who may see them: each look is one row of the audit trail. */
export function useReceiver() {
  const show = useWrite(reveal.show)
  const read = async (id: number, field: 'receiver' | 'phone') =>
    (await show.mutateAsync({ body: { type: 'order', id, field } })).value
  return {
    writing: show,
    value: show.data?.value,
    show: (id: number) => show.mutate({ body: { type: 'order', id, field: 'receiver' } }),
    copy: (id: number) =>
      read(id, 'receiver')
        .then(copy)
        .catch(() => undefined),
    call: (id: number) =>
      read(id, 'phone')
        .then((phone) => window.location.assign(`tel:${phone}`))
        .catch(() => undefined),
  }
}
