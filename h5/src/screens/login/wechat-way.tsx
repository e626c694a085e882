import { frontSignIn, type SignedInBuyer } from '@zhanggui/contract/user/front-sign-in.ts'
import { useEffect, useRef, useState } from 'react'
import { useWrite } from '../../api/write.ts'
import { spreadOf } from '../../go/spread.ts'
import { askWechat, takeWechatCode } from '../../go/wechat.ts'
import { Button } from '../../parts/button.tsx'
import { PhoneFields } from './phone-fields.tsx'

const USE = 'sign-in'

type Given = {
  authorize: string
  /** Whether nothing is to be agreed to first; says what is. */
  mayLeave: () => boolean
  onEnter: (signedIn: Pick<SignedInBuyer, 'token' | 'uid'>) => void
  /** Nothing else is asked for while somebody who came by WeChat gives a phone. */
  onBinding: () => void
}

/** Inside WeChat: who it is says WeChat; who comes for the first time gives a phone, where the shop wants one. */
export function WechatWay({ authorize, mayLeave, onEnter, onBinding }: Given) {
  const [key, setKey] = useState<string>()
  const [typed, setTyped] = useState({ phone: '', captcha: '' })
  const entering = useWrite(frontSignIn.official, {
    done: ({ token, uid, key: toBind }) => {
      if (token && uid) return onEnter({ token, uid })
      setKey(toBind)
      onBinding()
    },
  })
  const binding = useWrite(frontSignIn.bindWechat, { done: onEnter })
  const latest = useRef(entering.send)
  latest.current = entering.send
  useEffect(() => {
    const back = takeWechatCode(USE)
    if (back) void latest.current({ body: { code: back.code, ...spreadOf() } })
  }, [])
  if (key === undefined)
    return (
      <Button
        isWide
        isBusy={entering.isSending}
        onClick={() => mayLeave() && askWechat(authorize, USE, 'snsapi_userinfo', null)}
      >
        微信一键登录
      </Button>
    )
  const { phone, captcha } = typed
  const bind = () => binding.send({ body: { key, phone, captcha } })
  return (
    <form
      aria-label="绑定手机号"
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
