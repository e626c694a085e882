import { useQuery } from '@tanstack/react-query'
import { type AdminUser, AdminUserDraft, adminUser } from '@zhanggui/contract/staff/admin-user.ts'
import { post } from '@zhanggui/contract/staff/post.ts'
import { store } from '@zhanggui/contract/store/store.ts'
import { Form, Input, Radio, Select, Switch } from 'antd'
import type { ReactNode } from 'react'
import { isForbidden } from '../../../../api/call-error.ts'
import { read } from '../../../../api/read.ts'
import { useSession } from '../../../../api/session.ts'
import { useCan } from '../../../../kit/access/can.tsx'
import { FormDialog } from '../../../../kit/dialog/form-dialog.tsx'
import type { Values } from '../../../../kit/dialog/version-conflict.tsx'
import { DeptName, DeptTreeSelect } from '../../../../kit/form/dept-tree-select.tsx'
import { Field } from '../../../../kit/form/field.tsx'
import { RemoteSelect } from '../../../../kit/form/remote-select.tsx'
import styles from './admin-user-dialog.module.css'
import { RoleName, RolesSelect } from './role-select.tsx'
import { showPassword } from './show-password.tsx'

type Refs = readonly { id: number }[]
type Ref = { id?: number | null } | null | undefined

export function AdminUserDialog({ row, onClose }: { row?: AdminUser; onClose: () => void }) {
  return (
    <FormDialog
      name="管理员"
      width={640}
      add={adminUser.save}
      edit={adminUser.update}
      row={row}
      initial={{ enabled: true, isSms: false, roles: [] }}
      toBody={toBody}
      describe={{
        dept: (ref) => nameOf(ref, (id) => <DeptName id={id} />),
        job: (ref) => nameOf(ref, (id) => <JobName id={id} />),
        storeIds: (ids) => <StoreNames ids={ids as number[] | undefined} />,
        roles: (refs) => (refs as Refs | undefined)?.map(({ id }) => <RoleName key={id} id={id} />),
        isSms: (value) => (value ? '是' : '否'),
        enabled: (value) => (value ? '激活' : '锁定'),
      }}
      onAdded={({ initialPassword }, { username }) =>
        initialPassword && showPassword('管理员已创建', username, initialPassword)
      }
      onClose={onClose}
    >
      <AdminUserFields row={row} />
    </FormDialog>
  )
}

/** Who has no nickname yet is called by the user name. A cleared department or post, and a sex or password left blank, are omitted. */
function toBody({ dept, job, sex, password, ...typed }: Values): Values {
  const withId = (ref: Ref) => (ref?.id ? { id: ref.id } : undefined)
  const roles = (typed.roles as Refs | undefined)?.map(({ id }) => ({ id }))
  return {
    ...typed,
    nickName: typed.nickName || typed.username,
    roles,
    dept: withId(dept as Ref),
    job: withId(job as Ref),
    sex: sex || undefined,
    ...(password ? { password } : {}),
  }
}

function AdminUserFields({ row }: { row?: AdminUser }) {
  const form = Form.useFormInstance()
  const isOwn = useSession(({ user }) => user?.id === row?.id)
  const maySwitch = useCan(adminUser.updateStatus) || !row
  const watched: Ref = Form.useWatch('dept', form)
  const deptId = (watched === undefined ? row?.dept?.id : watched?.id) ?? undefined
  const masked = (text: string | undefined) =>
    text?.includes('*') ? '为保护隐私只显示一部分，不修改则保持原值' : undefined
  return (
    <div className={styles.fields}>
      {row ? (
        <Form.Item label="用户名" extra="用户名不能修改">
          <Input value={row.username} disabled />
        </Form.Item>
      ) : (
        <Field of={AdminUserDraft} name="username">
          <Input maxLength={20} autoComplete="off" allowClear />
        </Field>
      )}
      {row ? (
        <Field of={AdminUserDraft} name="nickName" />
      ) : (
        <Form.Item name="nickName" label="昵称" extra="留空则与用户名相同">
          <Input maxLength={20} allowClear />
        </Form.Item>
      )}
      {!row && (
        <Field
          of={AdminUserDraft}
          name="password"
          label="初始密码"
          extra="留空则由系统生成，创建后显示一次"
          className={styles.whole}
        >
          <Input.Password autoComplete="new-password" />
        </Field>
      )}
      <Field of={AdminUserDraft} name="phone" extra={masked(row?.phone)}>
        <Input maxLength={32} autoComplete="off" allowClear />
      </Field>
      <Field of={AdminUserDraft} name="email" extra={masked(row?.email)}>
        <Input maxLength={100} autoComplete="off" allowClear />
      </Field>
      <Field of={AdminUserDraft} name="dept" at="id">
        <DeptTreeSelect onChange={() => form.setFieldValue(['job', 'id'], undefined)} />
      </Field>
      <Field of={AdminUserDraft} name="job" at="id">
        <PostSelect deptId={deptId} current={row?.job} />
      </Field>
      <Field
        of={AdminUserDraft}
        name="roles"
        className={styles.whole}
        extra={isOwn && '不能修改自己的角色'}
        getValueProps={(refs: Refs = []) => ({ value: refs.map(({ id }) => id) })}
        getValueFromEvent={(ids: number[]) => ids.map((id) => ({ id }))}
      >
        <RolesSelect disabled={isOwn} />
      </Field>
      <Field
        of={AdminUserDraft}
        name="storeIds"
        className={styles.whole}
        extra={isOwn ? '不能修改自己的门店' : '数据权限为本门店的角色只能看到这些门店的数据'}
      >
        <RemoteSelect
          of={store.list}
          fixed={{ status: -1 }}
          mode="multiple"
          disabled={isOwn}
          placeholder="请选择门店"
        />
      </Field>
      <div className={styles.thirds}>
        <Field of={AdminUserDraft} name="sex">
          <Radio.Group
            options={[
              { value: '男', label: '男' },
              { value: '女', label: '女' },
              { value: '', label: '保密' },
            ]}
          />
        </Field>
        <Field of={AdminUserDraft} name="enabled" extra={isOwn && '不能锁定自己'}>
          <OnOff texts={['激活', '锁定']} disabled={isOwn || !maySwitch} />
        </Field>
        <Field of={AdminUserDraft} name="isSms" tooltip="接收订单提醒等员工短信">
          <OnOff texts={['是', '否']} />
        </Field>
      </div>
      <Field of={AdminUserDraft} name="remark" className={styles.whole} />
      <Field of={AdminUserDraft} name="introduction" className={styles.whole} />
    </div>
  )
}

type OnOffProps = { texts: [string, string]; id?: string; value?: boolean; onChange?: (value: boolean) => void }

function OnOff({ texts: [on, off], ...props }: OnOffProps & { disabled?: boolean }) {
  return <Switch checkedChildren={on} unCheckedChildren={off} {...props} />
}

type PostSelectProps = {
  /** The department whose posts are offered. */
  deptId: number | undefined
  current: AdminUser['job'] | undefined
  id?: string
  value?: number
  onChange?: (id: number) => void
}

function PostSelect({ deptId, current, ...props }: PostSelectProps) {
  const query = { deptId, limit: 100 }
  const { data, error, isFetching } = useQuery({
    ...read(post.list, { query, silent: true }),
    enabled: deptId !== undefined,
  })
  const choices = (deptId === undefined ? [] : (data?.list ?? []))
    .filter(({ id, enabled }) => enabled || id === current?.id)
    .map(({ id, name }) => ({ value: id, label: name }))
  const isHere = choices.some(({ value }) => value === props.value)
  return (
    <Select
      {...props}
      allowClear
      showSearch={{ optionFilterProp: 'label' }}
      disabled={deptId === undefined}
      loading={isFetching}
      placeholder={deptId === undefined ? '请先选择部门' : '请选择岗位'}
      notFoundContent={isForbidden(error) ? '暂无权限' : '该部门没有岗位'}
      // Until the posts have loaded, the current one is shown by its known name.
      options={
        isHere || !current || current.id !== props.value ? choices : [{ value: current.id, label: current.name }]
      }
    />
  )
}

function nameOf(ref: unknown, draw: (id: number) => ReactNode) {
  const id = (ref as Ref)?.id
  return id ? draw(id) : '（空）'
}

function JobName({ id }: { id: number }) {
  const { data } = useQuery(read(post.list, { query: { limit: 100 }, silent: true }))
  return data?.list.find((one) => one.id === id)?.name ?? String(id)
}

/** Names stores by their ids, for the list of differences. */
function StoreNames({ ids = [] }: { ids?: number[] | undefined }) {
  const { data } = useQuery(read(store.list, { query: { status: -1, limit: 100 }, silent: true }))
  return <div>{ids.map((id) => data?.list.find((one) => one.id === id)?.name ?? `门店 ${id}`).join('、')}</div>
}
