import type { SignedIn } from '@zhanggui/contract/staff/auth.ts'
import { EmailForm as Fields, userCenter } from '@zhanggui/contract/staff/user-center.ts'
import { Alert, Flex, Form, Input } from 'antd'
import { useEffect, useId, useState } from 'react'
import { loadInfo } from '../../../../api/session.ts'
import { useWrite } from '../../../../api/use-write.ts'
import { WriteButton } from '../../../../kit/access/write-button.tsx'
import { Field } from '../../../../kit/form/field.tsx'
import { WriteForm } from '../../../../kit/form/write-form.tsx'

const WAIT_SECONDS = 60

type Typed = Fields & { code: string }

/** 邮箱: a new address is confirmed by a code mailed to it and by the password. */
export function EmailForm({ user }: { user: SignedIn }) {
  const [form] = Form.useForm<Typed>()
  const [wait, setWait] = useCountdown()
  const send = useWrite(userCenter.emailCode, {
    form,
    message: '验证码已发送，请查收邮件',
    onSuccess: () => setWait(WAIT_SECONDS),
  })
  const change = useWrite(userCenter.updateEmail, {
    form,
    message: '邮箱修改成功',
    onSuccess: async () => {
      form.resetFields()
      await loadInfo()
    },
  })

  async function handleSend() {
    const { email } = await form.validateFields(['email'])
    send.mutate({ body: { email } })
  }

  return (
    <WriteForm
      form={form}
      name={useId()}
      layout="vertical"
      style={{ maxWidth: 480 }}
      of={change}
      onFinish={({ code, ...body }) => change.mutate({ params: { code }, body })}
    >
      <Alert
        type="info"
        showIcon
        style={{ marginBottom: 24 }}
        title={user.email ? `当前邮箱：${user.email}` : '尚未绑定邮箱'}
        description="绑定邮箱后，可以用邮箱登录，忘记密码时也能自己找回。"
      />
      <Field of={Fields} name="email" label="新邮箱">
        <Input type="email" autoComplete="email" maxLength={100} />
      </Field>
      <Form.Item label="邮箱验证码" required>
        <Flex gap="small">
          <Form.Item
            name="code"
            noStyle
            rules={[{ required: true, pattern: /^\d{6}$/, message: '请输入邮件中的6位验证码' }]}
          >
            <Input inputMode="numeric" autoComplete="one-time-code" maxLength={6} aria-label="邮箱验证码" />
          </Form.Item>
          <WriteButton disabled={wait > 0} of={send} onClick={() => handleSend().catch(() => undefined)}>
            {wait > 0 ? `${wait} 秒后重发` : '发送验证码'}
          </WriteButton>
        </Flex>
      </Form.Item>
      <Field of={Fields} name="password" label="登录密码" style={{ marginBottom: 32 }}>
        <Input.Password autoComplete="current-password" />
      </Field>
      <WriteButton type="primary" htmlType="submit" of={change}>
        修改邮箱
      </WriteButton>
    </WriteForm>
  )
}

function useCountdown(): [number, (seconds: number) => void] {
  const [left, setLeft] = useState(0)
  useEffect(() => {
    if (left <= 0) return
    const timer = setTimeout(() => setLeft(left - 1), 1000)
    return () => clearTimeout(timer)
  }, [left])
  return [left, setLeft]
}
