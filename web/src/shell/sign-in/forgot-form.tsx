import MailOutlined from '@ant-design/icons/es/icons/MailOutlined'
import { useMutation } from '@tanstack/react-query'
import { auth, ForgotForm as Fields } from '@zhanggui/contract/staff/auth.ts'
import { Button } from 'antd'
import { type SubmitEvent, useState } from 'react'
import { call } from '../../api/call.ts'
import { reactToError } from '../../api/reactions.ts'
import { fieldProblem } from '../../kit/form/form-rules.ts'
import styles from '../pages/login.module.css'
import { CaptchaBox, useCaptcha } from './captcha-box.tsx'
import { TextBox } from './text-box.tsx'

/** 忘记密码: requests a link by e-mail. The response does not reveal whether the address is known. */
export default function ForgotForm({ onBack }: { onBack: () => void }) {
  const [email, setEmail] = useState('')
  const [problems, setProblems] = useState<{ email?: string; code?: string }>({})
  const captcha = useCaptcha()
  const ask = useMutation({
    mutationFn: () =>
      call(auth.forgot, { body: { email: email.trim(), code: captcha.code.trim(), uuid: captcha.uuid } }),
    onError: (error) => {
      reactToError(error)
      captcha.reload()
    },
  })

  const handleSubmit = (event: SubmitEvent) => {
    event.preventDefault()
    const found = {
      email: email.trim() ? fieldProblem(Fields.properties.email, email) : '请输入邮箱',
      code: captcha.enabled && !captcha.code.trim() ? '验证码不能为空' : undefined,
    }
    setProblems(found)
    if (!found.email && !found.code) ask.mutate()
  }

  if (ask.isSuccess)
    return (
      <div className={styles.form}>
        <p className={styles.notice} role="status">
          {ask.data.message}，请在 30 分钟内打开邮件中的链接。没有收到？请查看垃圾邮件，或联系管理员重置密码。
        </p>
        <Button block className={styles.submit} onClick={onBack}>
          返回登录
        </Button>
      </div>
    )
  return (
    <form className={styles.form} onSubmit={handleSubmit} noValidate>
      <TextBox
        name="email"
        label="账号绑定的邮箱"
        icon={<MailOutlined />}
        problem={problems.email}
        type="email"
        autoComplete="email"
        autoFocus
        maxLength={100}
        value={email}
        onChange={({ target }) => setEmail(target.value)}
      />
      <CaptchaBox captcha={captcha} problem={problems.code} />
      <Button type="primary" htmlType="submit" block loading={ask.isPending} className={styles.submit}>
        发送重置邮件
      </Button>
      <div className={styles.links}>
        <button type="button" onClick={onBack}>
          返回登录
        </button>
      </div>
    </form>
  )
}
