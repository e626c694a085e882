import CheckCircleFilled from '@ant-design/icons/es/icons/CheckCircleFilled'
import CloseCircleFilled from '@ant-design/icons/es/icons/CloseCircleFilled'
import MinusCircleOutlined from '@ant-design/icons/es/icons/MinusCircleOutlined'
import { useQuery } from '@tanstack/react-query'
import type { PasswordPolicy, SignedIn } from '@zhanggui/contract/staff/auth.ts'
import { PasswordForm as Fields, userCenter } from '@zhanggui/contract/staff/user-center.ts'
import { lengthProblem, ownerProblem, runProblem } from '@zhanggui/domain/staff/password-policy.ts'
import { Alert, Form, Input } from 'antd'
import { type KeyboardEvent, useId, useState } from 'react'
import { reactToError } from '../../../../api/reactions.ts'
import { read } from '../../../../api/read.ts'
import { loadInfo } from '../../../../api/session.ts'
import { useWrite } from '../../../../api/use-write.ts'
import { WriteButton } from '../../../../kit/access/write-button.tsx'
import { Field } from '../../../../kit/form/field.tsx'
import { PasswordStrength } from '../../../../kit/form/password-strength.tsx'
import { WriteForm } from '../../../../kit/form/write-form.tsx'
import styles from './password-form.module.css'

type Typed = Fields & { again: string }

/** 修改密码. @param onChanged called once the password is changed and the session has been updated */
export function PasswordForm({ user, onChanged }: { user: SignedIn; onChanged: () => void }) {
  const [form] = Form.useForm<Typed>()
  const [capsLock, setCapsLock] = useState(false)
  const policy = useQuery(read(userCenter.passwordPolicy)).data
  const typed = Form.useWatch('newPass', form) ?? ''
  const change = useWrite(userCenter.updatePassword, {
    form,
    message: '密码修改成功',
    onSuccess: async () => {
      form.resetFields()
      await loadInfo().then(onChanged, reactToError)
    },
  })
  const rules = policy ? rulesOf(policy, user.username) : []

  const keepsRules = async (_: unknown, text = '') => {
    const problem = text && rules.map(({ problemWith }) => problemWith(text)).find(Boolean)
    if (problem) throw new Error(problem)
  }
  const isSame = async (_: unknown, text = '') => {
    if (text !== form.getFieldValue('newPass')) throw new Error('两次输入的密码不一致')
  }
  const noteCapsLock = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'))

  return (
    <>
      {user.mustChangePassword && (
        <Alert
          type="warning"
          showIcon
          className={styles.notice}
          title="请先修改密码"
          description="您的密码是初始密码、已被重置或已过期。修改后即可继续使用。"
        />
      )}
      <WriteForm
        form={form}
        name={useId()}
        layout="vertical"
        className={styles.form}
        of={change}
        onFinish={({ oldPass, newPass }) => change.mutate({ body: { oldPass, newPass } })}
        onKeyDown={noteCapsLock}
        onKeyUp={noteCapsLock}
        onBlur={() => setCapsLock(false)}
      >
        <Field of={Fields} name="oldPass">
          <Input.Password autoComplete="current-password" />
        </Field>
        <Field
          of={Fields}
          name="newPass"
          label="新密码"
          validateFirst
          rules={[{ required: true, message: '请输入新密码' }, { validator: keepsRules }]}
          extra={
            <>
              <PasswordStrength password={typed} />
              <ul className={styles.rules}>
                {rules.map(({ text, problemWith }) => (
                  <Rule key={text} text={text} kept={typed ? !problemWith(typed) : undefined} />
                ))}
                <Rule text="不是常见或泄露过的密码，也不是最近 5 次用过的密码（提交时检查）" />
              </ul>
            </>
          }
        >
          <Input.Password autoComplete="new-password" />
        </Field>
        <Form.Item
          name="again"
          label="确认密码"
          dependencies={['newPass']}
          validateFirst
          rules={[{ required: true, message: '请再次输入新密码' }, { validator: isSame }]}
        >
          <Input.Password autoComplete="new-password" />
        </Form.Item>
        {capsLock && (
          <p className={styles.capsLock} role="status">
            大写锁定已开启
          </p>
        )}
        <p className={styles.note}>修改后，其他设备上的登录会全部退出。</p>
        <WriteButton type="primary" htmlType="submit" of={change}>
          修改密码
        </WriteButton>
      </WriteForm>
    </>
  )
}

function Rule({ text, kept }: { text: string; kept?: boolean | undefined }) {
  const Icon = kept === undefined ? MinusCircleOutlined : kept ? CheckCircleFilled : CloseCircleFilled
  const state = kept === undefined ? '' : kept ? '：已满足' : '：未满足'
  return (
    <li data-kept={kept}>
      <Icon aria-hidden />
      {text}
      <span className="visually-hidden">{state}</span>
    </li>
  )
}

/** The rules of the password policy, each checked by the policy itself. */
function rulesOf({ minLength }: PasswordPolicy, username: string) {
  return [
    { text: `${minLength} 至 64 位，越长越好`, problemWith: (password: string) => lengthProblem(password, minLength) },
    { text: '不是重复、连续的字符或键盘顺序', problemWith: runProblem },
    { text: '不包含用户名、手机号和邮箱', problemWith: (password: string) => ownerProblem(password, { username }) },
  ]
}
