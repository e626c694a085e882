import type { Route, RouteAnswer, RouteSpec } from '@zhanggui/contract/routes.ts'
import { frontSignIn } from '@zhanggui/contract/user/front-sign-in.ts'
import { toast } from '@zhanggui/page-kit/parts/toast.tsx'
import { useEffect, useRef } from 'react'
import { call, type Given } from '../api/call.ts'
import { useWrite } from '../api/write.ts'
import { askWechat, takeWechatCode } from '../go/wechat.ts'

const USE = 'pay'

/**
 * Sends a payment. Where WeChat wants to know who pays and the buyer has signed in otherwise, it leaves for a code, and sends the
 * payment again with it on the way back.
 */
export function usePayment<Spec extends RouteSpec>(route: Route<Spec>, done: (answer: RouteAnswer<Spec>) => void) {
  const paying = useWrite(route, {
    done,
    failed: ({ code }, input) => {
      if (code !== 'OPENID_WANTED') return false
      void leave(bodyOf(input))
      return true
    },
  })
  const latest = useRef(paying.send)
  latest.current = paying.send
  useEffect(() => {
    const back = takeWechatCode<object>(USE)
    // What was sent before, as this route takes it.
    if (back) void latest.current(...([{ body: { ...back.given, wxCode: back.code } }] as unknown as Given<Spec>))
  }, [])
  return paying
}

const bodyOf = (input: unknown) => (input as { body: object }).body

async function leave(body: object): Promise<void> {
  try {
    const { wechatAuthorize } = await call(frontSignIn.config, {})
    if (wechatAuthorize) askWechat(wechatAuthorize, USE, 'snsapi_base', body)
    else toast('请换一种支付方式，或在浏览器中打开')
  } catch {
    toast('没取到微信授权，请再试一次')
  }
}
