import { frontBargain } from '@zhanggui/contract/bargain/front-bargain.ts'
import { toast } from '@zhanggui/page-kit/parts/toast.tsx'
import { useWrite } from '../../api/write.ts'
import { go } from '../../go/go.ts'
import { useSignedIn } from '../../go/sign-in.ts'

type Cut = { cut: number; finished: boolean }
const sayCut = ({ cut, finished }: Cut) =>
  toast(finished ? `砍掉 ¥${cut.toFixed(2)}，到最低价了` : `砍掉了 ¥${cut.toFixed(2)}`)

/** Starts a session of a bargain with the first cut, and cuts sessions. Who has not signed in does that first. */
export function useCutting(bargainId: number, onChange: () => void) {
  // Somebody was quicker, or it is over: what is shown is not so any more.
  const failed = () => {
    onChange()
    return false
  }
  // By its own address a session can be sent to friends.
  const open = (bargainUserId: number) => go(`/bargain/${bargainId}?bargainUserId=${bargainUserId}`, { replace: true })
  const helping = useWrite(frontBargain.help, {
    done: (answer) => {
      sayCut(answer)
      onChange()
    },
    failed,
  })
  const first = useWrite(frontBargain.help, { done: sayCut })
  const starting = useWrite(frontBargain.start, {
    done: ({ bargainUserId }) => {
      // Without its first cut it is opened too, and offers it.
      void first.send({ body: { bargainUserId } }).finally(() => open(bargainUserId))
    },
    failed,
  })
  return {
    start: useSignedIn<number>('start', (id) => void starting.send({ body: { bargainId: id } })),
    help: useSignedIn<number>('help', (bargainUserId) => void helping.send({ body: { bargainUserId } })),
    isBusy: starting.isSending || helping.isSending || first.isSending,
  }
}
