import { type AdminUser, adminUser } from '@zhanggui/contract/staff/admin-user.ts'
import { Select, Tag, Tooltip } from 'antd'
import { useSession } from '../../../api/session.ts'
import { useWrite } from '../../../api/use-write.ts'
import { useCan } from '../../../kit/access/can.tsx'
import { confirm } from '../../../kit/feedback/feedback.ts'
import { DeptTreeSelect } from '../../../kit/form/dept-tree-select.tsx'
import { StatusSwitch } from '../../../kit/form/status-switch.tsx'
import { ListPage } from '../../../kit/list-page/list-page.tsx'
import { MoreActions } from '../../../kit/list-page/row-actions.tsx'
import { useList } from '../../../kit/list-page/use-list.ts'
import { useIsPhone } from '../../../kit/page/use-is-phone.ts'
import { When } from '../../../kit/text/when.tsx'
import { AdminUserDialog } from '../components/admin-user/admin-user-dialog.tsx'
import { RoleSelect } from '../components/admin-user/role-select.tsx'
import { showPassword } from '../components/admin-user/show-password.tsx'
import { DeptSide } from '../components/dept/dept-side.tsx'
import { outranks, useOwnLevel } from '../components/role/outranks.ts'
import { useSeeAs } from '../components/role/use-see-as.ts'
import styles from './admin-user-list.module.css'

const states = [
  { value: true, label: '激活' },
  { value: false, label: '锁定' },
]

export default function AdminUserListPage() {
  const list = useList(adminUser.list)
  const phone = useIsPhone()
  const ownId = useSession(({ user }) => user?.id)
  const ownLevel = useOwnLevel()
  const { deptId } = list.filters

  const isBelow = ({ roles }: AdminUser) => roles.every(({ level }) => outranks(ownLevel, level))
  const mayChange = (row: AdminUser) => row.id === ownId || isBelow(row)
  const mayActOn = (row: AdminUser) => row.id !== ownId && isBelow(row)

  return (
    <div className={phone ? `${styles.halves} ${styles.narrow}` : styles.halves}>
      {!phone && (
        <DeptSide
          chosen={typeof deptId === 'number' ? deptId : undefined}
          onChoose={(id) => {
            const { deptId: _, ...others } = list.latest().filters
            list.search(id === undefined ? others : { ...others, deptId: id })
          }}
        />
      )}
      <ListPage
        purpose="能登录后台的人：给每位员工一个账号，分配角色就有相应的权限"
        list={list}
        filters={[
          'blurry',
          { name: 'enabled', control: <Select allowClear placeholder="全部" options={states} /> },
          { name: 'roleId', label: '角色', control: <RoleSelect /> },
          'createTime',
          { name: 'deptId', label: '部门', control: <DeptTreeSelect />, hidden: !phone },
        ]}
        columns={[
          {
            name: 'username',
            title: '用户名',
            render: ({ username, lockedUntil }) => (
              <>
                {username}{' '}
                {lockedUntil && (
                  <Tooltip title={`密码错误次数过多，${lockedUntil} 前不能登录`}>
                    <Tag color="warning">已锁定登录</Tag>
                  </Tooltip>
                )}
              </>
            ),
          },
          { name: 'nickName', title: '昵称', minWidth: 96 },
          { name: 'sex', title: '性别', width: 60, align: 'center', low: true },
          { name: 'phone', title: '电话', width: 112 },
          { name: 'email', title: '邮箱', width: 150, ellipsis: true, low: true },
          {
            name: 'dept',
            title: '部门/岗位',
            render: ({ dept, job }) => (
              <>
                {dept?.name ?? '—'}
                {job && <div className={styles.place}>{job.name}</div>}
              </>
            ),
          },
          {
            name: 'roles',
            title: '角色',
            render: ({ roles }) => (
              <div className={styles.roles}>
                {roles.map(({ id, name }) => (
                  <Tag key={id}>{name}</Tag>
                ))}
              </div>
            ),
          },
          {
            name: 'enabled',
            title: '状态',
            width: 80,
            render: (row) => (
              <StatusSwitch
                name={row.username}
                checked={row.enabled}
                route={adminUser.updateStatus}
                params={{ id: row.id }}
                body={(enabled) => ({ enabled })}
                texts={['激活', '锁定']}
                question={(text) => `${text} ${row.username}？`}
                fixed={!mayActOn(row)}
              />
            ),
          },
          {
            name: 'mfaEnabled',
            title: '两步验证',
            width: 90,
            low: true,
            align: 'center',
            render: ({ mfaEnabled }) => (mfaEnabled ? <Tag color="success">已开启</Tag> : '未开启'),
          },
          {
            name: 'lastLoginTime',
            title: '最后登录',
            width: 128,
            render: ({ lastLoginTime, lastLoginIp }) => (
              <>
                {lastLoginTime ? <When at={lastLoginTime} /> : '从未登录'}
                {lastLoginIp && <div className={styles.place}>{lastLoginIp}</div>}
              </>
            ),
          },
          { name: 'createTime', title: '创建日期', width: 170, low: true },
        ]}
        add={adminUser.save}
        edit={adminUser.update}
        remove={adminUser.remove}
        exports={adminUser.download}
        mayEdit={mayChange}
        mayRemove={mayActOn}
        actions={(row) => mayActOn(row) && <UserActions of={row} />}
        dialog={(row, close) => <AdminUserDialog row={row} onClose={close} />}
      />
    </div>
  )
}

function UserActions({ of }: { of: AdminUser }) {
  const { id, username, nickName, lockedUntil, mfaEnabled, enabled } = of
  const maySee = useCan(adminUser.update) && enabled
  const see = useSeeAs()
  const [mayReset, mayRemoveTotp, mayUnlock, mayKick] = [
    useCan(adminUser.resetPassword),
    useCan(adminUser.removeTotp),
    useCan(adminUser.unlock),
    useCan(adminUser.kick),
  ]
  const reset = useWrite(adminUser.resetPassword, {
    onSuccess: ({ password }) => showPassword('密码已重置', username, password),
  })
  const removeTotp = useWrite(adminUser.removeTotp, { message: '两步验证已关闭' })
  const unlock = useWrite(adminUser.unlock, { message: '已解锁' })
  const kick = useWrite(adminUser.kick, { message: '已强制下线' })
  const input = { params: { id } }

  async function handleReset() {
    const content = `重置 ${username} 的密码？他将退出登录，须用新密码登录。`
    if (await confirm({ content, okText: '重置' })) reset.mutate(input)
  }
  async function handleRemoveTotp() {
    const content = `关闭 ${username} 的两步验证？他将只凭密码登录，请先确认是他本人的请求。`
    if (await confirm({ content, okText: '关闭' })) removeTotp.mutate(input)
  }
  async function handleKick() {
    if (
      await confirm({
        content: `强制 ${username} 下线？他的全部登录都会退出。`,
        okText: '强制下线',
        cancelText: '不下线',
      })
    )
      kick.mutate(input)
  }

  return (
    <MoreActions
      name={username}
      of={[
        maySee && { label: '以此身份查看', onClick: () => see('user', id, nickName) },
        mayReset && { label: '重置密码', onClick: handleReset },
        mayRemoveTotp && mfaEnabled && { label: '关闭两步验证', onClick: handleRemoveTotp },
        mayUnlock && lockedUntil !== null && { label: '解锁', onClick: () => unlock.mutate(input) },
        mayKick && { label: '强制下线', danger: true, onClick: handleKick },
      ]}
    />
  )
}
