import { frontSignIn, type SignedInBuyer } from '@zhanggui/contract/user/front-sign-in.ts'
import { useEffect, useRef, useState } from 'react'
import { useWrite } from '../../api/write.ts'
import { spreadOf } from '../../go/spread.ts'
import { askWechat, takeWechatCode } from '../../go/wechat.ts'
import { Button } from '../../parts/typed/button.tsx'
import type { Agreed } from '../../sheets/sign-in/agreeing.tsx'
import { PhoneFields } from './phone-fields.tsx'

const USE = 'sign-in'

type Given = {
  authorize: string
  /** Whether the agreements are accepted; otherwise says which are missing. */
  mayLeave: () => boolean
  /** What is ticked; the way through WeChat carries it along. */
  agreed: readonly Agreed[]
  onEnter: (signedIn: Pick<SignedInBuyer, 'token' | 'uid'>, agreed: readonly Agreed[]) => void
  /** Nothing else is asked for while somebody who came by WeChat gives a phone. */
  onBinding: () => void
}

/** Inside WeChat: who it is says WeChat; who comes for the first time gives a phone, where the shop wants one. */
export function WechatWay({ authorize, agreed, mayLeave, onEnter, onBinding }: Given) {
  const [key, setKey] = useState<string>()
  const [typed, setTyped] = useState({ phone: '', captcha: '' })
  const carried = useRef<readonly Agreed[]>([])
  const entering = useWrite(frontSignIn.official, {
    done: ({ token, uid, key: toBind }) => {
      if (token && uid) return onEnter({ token, uid }, carried.current)
      setKey(toBind)
      onBinding()
    },
  })
  const binding = useWrite(frontSignIn.bindWechat, { done: (signedIn) => onEnter(signedIn, carried.current) })
  const latest = useRef(entering.send)
  latest.current = entering.send
  useEffect(() => {
    const back = takeWechatCode<readonly Agreed[]>(USE)
    if (!back) return
    carried.current = back.given
    void latest.current({ body: { code: back.code, ...spreadOf() } })
  }, [])
  if (key === undefined)
    return (
      <Button
        isWide
        isBusy={entering.isSending}
        onClick={() => mayLeave() && askWechat(authorize, USE, 'snsapi_userinfo', agreed)}
      >
        微信一键登录
      </Button>
    )
  const { phone, captcha } = typed
  const bind = () => binding.send({ body: { key, phone, captcha } })
  return (
    <form
      aria-label="绑定账号"
      onSubmit={(event) => {
        event.preventDefault()
        if (phone && captcha) void bind()
      }}
    >
      <PhoneFields
        {...typed}
        hint="绑定手机号后，订单和优惠在各处都是同一个账号"
        onChange={(change) => setTyped((before) => ({ ...before, ...change }))}
      />
      <Button isWide isBusy={binding.isSending} disabled={!phone || !captcha} onClick={bind}>
        绑定并登录
      </Button>
    </form>
  )
}
