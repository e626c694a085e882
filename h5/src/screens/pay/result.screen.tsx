import { frontOrder } from '@zhanggui/contract/order/front-order.ts'
import { frontPay } from '@zhanggui/contract/payment/front-pay.ts'
import { Icon } from '@zhanggui/page-kit/parts/icon.tsx'
import { useEffect, useState } from 'react'
import { useParams } from 'wouter'
import { CallError } from '../../api/call.ts'
import { refreshOwn, useRead } from '../../api/read.ts'
import { write } from '../../api/write.ts'
import { go } from '../../go/go.ts'
import { QrCode } from '../../parts/qr-code.tsx'
import { Screen } from '../../parts/screen.tsx'
import { Button } from '../../parts/typed/button.tsx'
import { TEAM_WAITS } from '../../sheets/order/team-waits.ts'
import { afterPaying } from './after-paying.ts'
import styles from './pay.module.css'

/** So often it is asked whether the money has come, in ms, and so many times. */
const EVERY_MS = 3000
const TIMES = 10

type State = 'asking' | 'paid' | 'unknown' | 'failed' | 'closed'
const words = {
  asking: { title: '正在确认付款…', text: '通常只要几秒' },
  unknown: { title: '还没有收到付款', text: '已经付款的，可能还在路上；没有付款的，可以换一种方式' },
  failed: { title: '支付没有成功', text: '可以再付一次，或者换一种方式' },
  closed: { title: '这次支付已关闭', text: '可以再付一次，或者换一种方式' },
} as const

/** Asks what became of a payment; what the address says is not believed. */
export default function ResultScreen() {
  const { no = '' } = useParams<{ no: string }>()
  const [state, setState] = useState<State>('asking')
  const [why, setWhy] = useState('')
  const [round, setRound] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each round asks again
  useEffect(() => {
    let isOver = false
    let timer: ReturnType<typeof setTimeout>
    const ask = async (left: number) => {
      const answer = await askOnce(no)
      if (isOver) return
      if (answer?.paid) {
        refreshOwn()
        setState('paid')
      } else if (answer?.state === 'failed' || answer?.state === 'closed') {
        setWhy(answer.message)
        setState(answer.state)
      } else if (left > 1) timer = setTimeout(() => void ask(left - 1), EVERY_MS)
      else setState('unknown')
    }
    setState('asking')
    setWhy('')
    void ask(TIMES)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [no, round])
  if (state === 'paid') return <Paid no={no} />
  const { title, text } = words[state]
  const hasEnded = state === 'failed' || state === 'closed'
  return (
    <Screen title="支付结果">
      <div className={styles.result} role="status">
        <span className={styles.mark}>
          <Icon name="wallet" size={32} />
        </span>
        <h2>{title}</h2>
        <p>{why || text}</p>
        <div className={styles.acts}>
          <Button kind={hasEnded ? 'solid' : 'line'} onClick={() => go(`/pay/${no}`, { replace: true })}>
            {state === 'failed' ? '重新支付' : '换一种方式'}
          </Button>
          {state !== 'asking' && (
            <Button kind={hasEnded ? 'line' : 'solid'} onClick={() => setRound(round + 1)}>
              我已付款
            </Button>
          )}
        </div>
      </div>
    </Screen>
  )
}

function Paid({ no }: { no: string }) {
  const place = afterPaying(no)
  const isRecharge = place === '/balance'
  const { data: order } = useRead(frontOrder.detail, { params: { orderNo: no } }, !isRecharge)
  const { verifyCode, pinkId = 0, pinkStatus, shipBy, notice } = order ?? {}
  const isTeamOpen = pinkId > 0 && pinkStatus === TEAM_WAITS
  const next = isRecharge
    ? '余额已到账'
    : isTeamOpen
      ? '邀朋友一起拼，满员后商家就发货'
      : verifyCode
        ? '到店时出示提货码'
        : shipBy
          ? `预计 ${shipBy.slice(5, 16)} 前发出`
          : '商家会尽快处理，进度可以在订单里看'
  return (
    <Screen title="支付结果">
      <div className={styles.result} role="status">
        <span className={`${styles.mark} ${styles.paid}`}>
          <Icon name="check" size={32} />
        </span>
        <h2>支付成功</h2>
        <p>{notice || next}</p>
        {verifyCode && <b className={styles.code}>{verifyCode}</b>}
        {verifyCode && <QrCode text={verifyCode} label="提货码" />}
        <div className={styles.acts}>
          {isTeamOpen && <Button onClick={() => go(`/team/${pinkId}`, { replace: true })}>邀朋友参团</Button>}
          <Button kind={isTeamOpen ? 'line' : 'solid'} onClick={() => go(place, { replace: true })}>
            {isRecharge ? '看余额' : '查看订单'}
          </Button>
          <Button kind="line" to="/">
            再逛逛
          </Button>
        </div>
      </div>
    </Screen>
  )
}

/** @returns nothing where there was no answer */
async function askOnce(orderNo: string) {
  try {
    return await write(frontPay.query, { body: { orderNo } })
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    return undefined
  }
}
