import { frontBargain } from '@zhanggui/contract/bargain/front-bargain.ts'
import { useParams, useSearchParams } from 'wouter'
import { useRead } from '../../api/read.ts'
import { Loaded } from '../../parts/loaded.tsx'
import { Screen } from '../../parts/screen.tsx'
import { GoodsBones } from '../../sheets/goods/goods-bones.tsx'
import { GoodsGone } from '../../sheets/goods/goods-gone.tsx'
import { Session } from './session.tsx'
import { SessionBones } from './session-bones.tsx'
import { Start } from './start.tsx'

const MAY_START = 1
const STARTS_USED_UP = 2

/** A bargain: the session that the address names or the buyer's own one, else the product with the way to start one. */
export default function BargainGoodsScreen() {
  const { id = '' } = useParams<{ id: string }>()
  const [search] = useSearchParams()
  const bargainId = Number(id) || 0
  const named = Number(search.get('bargainUserId')) || undefined
  const user = useRead(frontBargain.user, { query: { bargainId, bargainUserId: named } })
  const { data } = user
  if (!data)
    return (
      <Screen title="砍价" isBare={!named} isTinted={named !== undefined}>
        <Loaded
          of={user}
          skeleton={named ? <SessionBones /> : <GoodsBones />}
          failed={({ status, message }) =>
            status === 404 && <GoodsGone isBare={!named} text={message} to="/bargain" label="看看别的砍价" />
          }
        >
          {() => null}
        </Loaded>
      </Screen>
    )
  const { state, session } = data
  // An own one that is over gives way to the next, unless it was asked for.
  const isShown = session && (named || (state !== MAY_START && state !== STARTS_USED_UP))
  return isShown ? (
    <Session user={data} session={session} onChange={user.retry} />
  ) : (
    <Start bargainId={bargainId} state={state} onChange={user.retry} />
  )
}
