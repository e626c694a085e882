import LockOutlined from '@ant-design/icons/es/icons/LockOutlined'
import { useMutation, useQuery } from '@tanstack/react-query'
import { auth } from '@zhanggui/contract/staff/auth.ts'
import { passwordProblems } from '@zhanggui/domain/staff/password-policy.ts'
import { Button } from 'antd'
import { type SubmitEvent, useState } from 'react'
import { call } from '../../api/call.ts'
import { reactToError } from '../../api/reactions.ts'
import { read } from '../../api/read.ts'
import { showSuccess } from '../../kit/feedback/feedback.ts'
import { PasswordStrength } from '../../kit/form/password-strength.tsx'
import styles from '../pages/login.module.css'
import { TextBox } from './text-box.tsx'

/** The form behind the link of a reset mail. @param onDone called once the new password is set, or staff cancel */
export default function ResetForm({ token, onDone }: { token: string; onDone: () => void }) {
  const [password, setPassword] = useState('')
  const [again, setAgain] = useState('')
  const [problems, setProblems] = useState<{ password?: string; again?: string }>({})
  const policy = useQuery(read(auth.resetPolicy, { silent: true })).data
  const reset = useMutation({
    mutationFn: () => call(auth.reset, { body: { token, newPass: password } }),
    onSuccess: () => {
      showSuccess('密码已重置，请用新密码登录')
      onDone()
    },
    onError: (error) =>
      reactToError(error, { showFieldErrors: ([first]) => setProblems({ password: first?.message }) }),
  })

  const handleSubmit = (event: SubmitEvent) => {
    event.preventDefault()
    const broken = policy && passwordProblems(password, { ...policy, identity: {} })
    const found = {
      password: password ? broken : '请输入新密码',
      again: again === password ? undefined : '两次输入的密码不一致',
    }
    setProblems(found)
    if (!found.password && !found.again) reset.mutate()
  }

  return (
    <form className={styles.form} onSubmit={handleSubmit} noValidate>
      <TextBox
        name="password"
        label="新密码"
        icon={<LockOutlined />}
        problem={problems.password}
        hint={policy && `至少 ${policy.minLength} 位，越长越好；几个不相干的词既好记又安全`}
        type="password"
        autoComplete="new-password"
        autoFocus
        maxLength={64}
        value={password}
        onChange={({ target }) => setPassword(target.value)}
      />
      <PasswordStrength password={password} />
      <TextBox
        name="again"
        label="确认密码"
        icon={<LockOutlined />}
        problem={problems.again}
        type="password"
        autoComplete="new-password"
        maxLength={64}
        value={again}
        onChange={({ target }) => setAgain(target.value)}
      />
      <Button type="primary" htmlType="submit" block loading={reset.isPending} className={styles.submit}>
        设置新密码
      </Button>
      <div className={styles.links}>
        <button type="button" onClick={onDone}>
          返回登录
        </button>
      </div>
    </form>
  )
}
