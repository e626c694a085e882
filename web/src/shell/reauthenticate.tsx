import { auth, type ReauthForm } from '@zhanggui/contract/staff/auth.ts'
import { Alert, Button, Form, Input, Modal } from 'antd'
import { useState } from 'react'
import { useSession } from '../api/session.ts'
import { useWrite } from '../api/use-write.ts'
import { openDialog } from '../kit/feedback/feedback.ts'

let pending: Promise<boolean> | undefined

/**
 * Asks for the password in the dialog 安全验证; simultaneous calls share one dialog.
 * @returns whether it was entered; false when staff cancel
 */
export function reauthenticate(): Promise<boolean> {
  pending ??= openDialog<boolean>((done) => <ReauthDialog done={done} />).finally(() => {
    pending = undefined
  })
  return pending
}

function ReauthDialog({ done }: { done: (passed: boolean) => void }) {
  const hasFactor = useSession(({ user }) => user?.mfaEnabled)
  const [byCode, setByCode] = useState(false)
  const [form] = Form.useForm<ReauthForm>()
  const reauth = useWrite(auth.reauth, { form, onSuccess: () => done(true), onError: () => form.resetFields() })
  return (
    <Modal
      open
      title="安全验证"
      okText="确定"
      cancelText="取消"
      width={400}
      confirmLoading={reauth.isPending}
      onOk={form.submit}
      onCancel={() => done(false)}
    >
      <Form form={form} layout="vertical" onFinish={(body) => reauth.mutate({ body })}>
        <Alert
          type="info"
          showIcon
          title={`此操作较为敏感，请输入${byCode ? '动态验证码' : '登录密码'}确认是您本人`}
          style={{ marginBottom: 16 }}
        />
        {byCode ? (
          <Form.Item key="code" name="code" label="动态验证码" rules={[{ required: true, message: '请输入验证码' }]}>
            <Input autoFocus inputMode="numeric" autoComplete="one-time-code" maxLength={6} />
          </Form.Item>
        ) : (
          <Form.Item
            key="password"
            name="password"
            label="登录密码"
            rules={[{ required: true, message: '密码不能为空' }]}
          >
            <Input.Password autoFocus autoComplete="current-password" />
          </Form.Item>
        )}
        {hasFactor && (
          <Button type="link" style={{ padding: 0 }} onClick={() => setByCode(!byCode)}>
            {byCode ? '使用登录密码' : '使用动态验证码'}
          </Button>
        )}
      </Form>
    </Modal>
  )
}
