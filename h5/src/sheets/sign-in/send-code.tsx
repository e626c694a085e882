import { frontSignIn } from '@zhanggui/contract/user/front-sign-in.ts'
import { toast } from '@zhanggui/page-kit/parts/toast.tsx'
import { useEffect, useState } from 'react'
import { useWrite } from '../../api/write.ts'
import { Button } from '../../parts/typed/button.tsx'

/** So long until another code can be asked for, in seconds. */
const WAIT = 60

/** Sends a code by SMS. @param phone as typed; without one, the own phone of the buyer */
export function SendCode({ phone }: { phone?: string }) {
  const [left, setLeft] = useState(0)
  useEffect(() => {
    if (!left) return
    const timer = setTimeout(() => setLeft(left - 1), 1000)
    return () => clearTimeout(timer)
  }, [left])
  const { send, isSending } = useWrite(frontSignIn.sendCode, {
    done: () => {
      toast('验证码已发送')
      setLeft(WAIT)
    },
  })
  return (
    <Button
      kind="soft"
      size={32}
      isBusy={isSending}
      disabled={phone === '' || left > 0}
      onClick={() => send({ body: { phone: phone?.replace(/\s/g, '') } })}
    >
      {left ? `${left} 秒后重发` : '获取验证码'}
    </Button>
  )
}
