import type { SignedIn } from '@zhanggui/contract/staff/auth.ts'
import { ProfileForm as Fields, userCenter } from '@zhanggui/contract/staff/user-center.ts'
import { Form, Input } from 'antd'
import { useId, useState } from 'react'
import { loadInfo } from '../../../../api/session.ts'
import { useWrite } from '../../../../api/use-write.ts'
import { WriteButton } from '../../../../kit/access/write-button.tsx'
import type { Values } from '../../../../kit/dialog/version-conflict.tsx'
import { Field } from '../../../../kit/form/field.tsx'
import { WriteForm } from '../../../../kit/form/write-form.tsx'
import { useDirtyGuard } from '../../../../kit/page/dirty-guard.ts'

/**
 * 用户资料. The phone is shown masked; sending the masked form back leaves it unchanged. Another one needs the
 * password.
 */
export function ProfileForm({ user }: { user: SignedIn }) {
  const [form] = Form.useForm<Values>()
  const [dirty, setDirty] = useState(false)
  useDirtyGuard(dirty)
  const save = useWrite(userCenter.updateProfile, {
    form,
    message: '编辑成功',
    onSuccess: async () => {
      setDirty(false)
      await loadInfo()
    },
  })
  const { name, phone, sex, introduction } = user
  const typed = Form.useWatch('phone', form) ?? phone
  return (
    <WriteForm
      form={form}
      name={useId()}
      layout="vertical"
      style={{ maxWidth: 480 }}
      initialValues={{ nickName: name, phone, sex: sex || undefined, introduction }}
      of={save}
      onValuesChange={() => setDirty(true)}
      onFinish={(typed) => save.mutate({ body: typed as Fields })}
    >
      <Field of={Fields} name="nickName" />
      <Field of={Fields} name="phone" extra={phone && '号码中间四位已隐藏，不修改请保持原样'}>
        <Input inputMode="tel" autoComplete="tel" allowClear />
      </Field>
      {typed !== phone && (
        <Field of={Fields} name="password" rules={[{ required: true, message: '修改手机号码须输入登录密码' }]}>
          <Input.Password autoComplete="current-password" />
        </Field>
      )}
      <Field of={Fields} name="sex" />
      <Field of={Fields} name="introduction" style={{ marginBottom: 32 }}>
        <Input.TextArea maxLength={200} showCount autoSize={{ minRows: 3, maxRows: 6 }} />
      </Field>
      <WriteButton type="primary" htmlType="submit" disabled={!dirty} of={save}>
        保存
      </WriteButton>
    </WriteForm>
  )
}
