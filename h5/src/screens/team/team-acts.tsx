import { type FrontTeam, frontCombination } from '@zhanggui/contract/combination/front-combination.ts'
import { toast } from '@zhanggui/page-kit/parts/toast.tsx'
import { type ReactNode, useState } from 'react'
import { useWrite } from '../../api/write.ts'
import { Button } from '../../parts/typed/button.tsx'
import { Question } from '../../parts/typed/question.tsx'
import { skuGoodsOf } from '../../sheets/activity/activity-sku.ts'
import { useActivityBuying } from '../../sheets/activity/use-activity-buying.ts'
import { Sharing } from '../../sheets/share/sharing.tsx'
import { type Choice, firstChoice } from '../../sheets/sku/sku-choice.ts'
import { SkuSheet } from '../../sheets/sku/sku-sheet.tsx'
import styles from './team-acts.module.css'
import { teamStateOf } from './team-state.ts'

type Given = {
  of: FrontTeam
  /** The caller's order of this product that waits for its money; '' for none. */
  openOrderNo: string
  onChange: () => void
}

/** What can be done with a team. */
export function TeamActs({ of, openOrderNo, onChange }: Given) {
  const { team, activity, joined, refusal } = of
  const state = teamStateOf(of)
  const own = (
    <Button kind="line" isWide to={`/combination/${activity.id}`}>
      自己开一个团
    </Button>
  )
  const order = joined && (
    <Button kind={state === 'done' || state === 'failed' ? 'solid' : 'line'} isWide to={`/order/${joined.orderNo}`}>
      看订单
    </Button>
  )
  const shared = {
    title: `${activity.title}，${team.people} 人团，一起来拼`,
    address: `/team/${team.pinkId}`,
    picture: activity.image,
    price: activity.price,
  }
  if (openOrderNo && (state === 'join' || state === 'left'))
    return (
      <Acts note="付款后才算参团">
        <Button to={`/pay/${openOrderNo}`}>有待付款订单，去付款</Button>
        <div>{own}</div>
      </Acts>
    )
  switch (state) {
    case 'invite':
      return (
        <Acts note="到点没满，付的钱自动原路退回">
          <Sharing of={shared}>{(open) => <Button onClick={open}>邀朋友一起</Button>}</Sharing>
          <div>{order}</div>
          <Leaving pinkId={team.pinkId} onDone={onChange} />
        </Acts>
      )
    case 'done':
    case 'failed':
      return (
        <Acts>
          <div>
            {own}
            {order}
          </div>
        </Acts>
      )
    case 'refused':
      return (
        <Acts note={refusal}>
          <div>{own}</div>
        </Acts>
      )
    default:
      return (
        <Acts note={state === 'left' ? '你退出了这个团，付的钱已退回' : '到点没满，付的钱自动原路退回'}>
          {refusal ? <Button disabled>{refusal}</Button> : <Joining of={of} />}
          <div>
            <Sharing of={shared}>
              {(open) => (
                <Button kind="line" isWide onClick={open}>
                  邀朋友一起
                </Button>
              )}
            </Sharing>
            {own}
          </div>
        </Acts>
      )
  }
}

/** @param note why so, or what follows */
function Acts({ note, children }: { note?: string; children: ReactNode }) {
  return (
    <div className={styles.acts}>
      {children}
      {note && <p>{note}</p>}
    </div>
  )
}

function Joining({ of }: { of: FrontTeam }) {
  const { team, activity } = of
  const [isOpen, setOpen] = useState(false)
  const goods = skuGoodsOf(of, activity, activity.onceNum)
  const [chosen, setChosen] = useState<Choice>()
  const { buy, isBusy } = useActivityBuying()
  if (activity.quota <= 0) return <Button disabled>商品抢光了，不能参团</Button>
  return (
    <>
      <Button isBusy={isBusy} onClick={() => setOpen(true)}>
        ¥{activity.price.toFixed(2)}　参加这个团
      </Button>
      {isOpen && (
        <SkuSheet
          goods={goods}
          choice={chosen ?? firstChoice(goods)}
          onChoose={setChosen}
          acts={[
            {
              kind: 'solid',
              label: '参加这个团',
              isBusy,
              onAct: (sku, num) =>
                buy({ attrValueId: sku.id, productNum: num, combinationId: activity.id, pinkId: team.pinkId }),
            },
          ]}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}

function Leaving({ pinkId, onDone }: { pinkId: number; onDone: () => void }) {
  const [isAsking, setAsking] = useState(false)
  const { send, isSending } = useWrite(frontCombination.remove, {
    done: () => {
      setAsking(false)
      toast('已退出，付的钱会原路退回')
      onDone()
    },
  })
  return (
    <>
      <button type="button" className={styles.leave} onClick={() => setAsking(true)}>
        退出这个团
      </button>
      {isAsking && (
        <Question text="退出后订单取消，付的钱原路退回，确定退出吗？" onClose={() => setAsking(false)}>
          <Button isWide isBusy={isSending} onClick={() => send({ body: { pinkId } })}>
            退出
          </Button>
        </Question>
      )}
    </>
  )
}
