import { type Role, role } from '@zhanggui/contract/staff/role.ts'
import { Button } from 'antd'
import { useContext, useRef, useState } from 'react'
import { Can, useCan } from '../../../kit/access/can.tsx'
import { StatusSwitch } from '../../../kit/form/status-switch.tsx'
import { ListPage } from '../../../kit/list-page/list-page.tsx'
import { MoreActions } from '../../../kit/list-page/row-actions.tsx'
import { useList } from '../../../kit/list-page/use-list.ts'
import { mayLeave } from '../../../kit/page/dirty-guard.ts'
import { useIsPhone } from '../../../kit/page/use-is-phone.ts'
import { ViewContext } from '../../../kit/page/view.ts'
import { outranks, useOwnLevel } from '../components/role/outranks.ts'
import { RoleCompareDialog } from '../components/role/role-compare-dialog.tsx'
import { RoleCopyDialog, RoleDialog } from '../components/role/role-dialog.tsx'
import { RoleMenus } from '../components/role/role-menus.tsx'
import { RolePreviewDialog } from '../components/role/role-preview-dialog.tsx'
import { RoleUsersDialog } from '../components/role/role-users-dialog.tsx'
import { useSeeAs } from '../components/role/use-see-as.ts'
import styles from './role-list.module.css'

type Shown = { kind: 'copy' | 'users' | 'preview'; role: Role } | { kind: 'compare'; ids: number[] }

export default function RoleListPage() {
  const list = useList(role.list)
  const { path } = useContext(ViewContext)
  const ownLevel = useOwnLevel()
  const phone = useIsPhone()
  const menus = useRef<HTMLDivElement>(null)
  const [maySave, mayLook, mayUpdate] = [useCan(role.save), useCan(role.info), useCan(role.update)]
  const see = useSeeAs()
  const [chosen, setChosen] = useState<Role>()
  const [shown, setShown] = useState<Shown>()
  const close = () => setShown(undefined)

  const mayChange = ({ permission, level }: Role) => permission !== 'admin' && outranks(ownLevel, level)
  // The current row, or the last known one after the list went to another page.
  const current = list.rows.find(({ id }) => id === chosen?.id) ?? chosen

  async function handleChoose(row: Role) {
    if (row.id !== current?.id && !(await mayLeave([path]))) return
    setChosen(row)
    // On phones the menus are below the list, out of sight.
    if (phone) menus.current?.scrollIntoView({ behavior: 'smooth' })
  }

  return (
    <div className={styles.halves}>
      <ListPage
        list={list}
        filters={['blurry', 'createTime']}
        columns={[
          {
            name: 'name',
            title: '名称',
            width: 132,
            render: (row) => (
              <Button type="link" size="small" className={styles.name} onClick={() => handleChoose(row)}>
                {row.name}
              </Button>
            ),
          },
          { name: 'dataScope', title: '数据权限', width: 90 },
          { name: 'permission', title: '角色标识', width: 120, low: true },
          { name: 'level', title: '级别', width: 60, align: 'center' },
          {
            name: 'status',
            title: '状态',
            width: 80,
            render: (row) => (
              <StatusSwitch
                name={`角色「${row.name}」`}
                checked={row.status}
                route={role.updateStatus}
                params={{ id: row.id }}
                body={(status) => ({ status })}
                fixed={!mayChange(row)}
              />
            ),
          },
          { name: 'remark', title: '描述', ellipsis: true },
          { name: 'createTime', title: '创建日期', width: 170, low: true },
        ]}
        purpose="一组权限，分给做同样事情的人"
        add={role.save}
        edit={role.update}
        remove={role.remove}
        mayEdit={mayChange}
        mayRemove={mayChange}
        actions={(row) => (
          <MoreActions
            name={row.name}
            of={[
              maySave && mayChange(row) && { label: '复制', onClick: () => setShown({ kind: 'copy', role: row }) },
              mayLook && { label: '查看管理员', reads: true, onClick: () => setShown({ kind: 'users', role: row }) },
              mayLook && { label: '预览菜单', reads: true, onClick: () => setShown({ kind: 'preview', role: row }) },
              mayUpdate &&
                row.status &&
                mayChange(row) && { label: '以此身份查看', onClick: () => see('role', row.id, row.name) },
            ]}
          />
        )}
        batch={(rows) =>
          rows.length <= 2 && (
            <Can do={role.info}>
              <Button onClick={() => setShown({ kind: 'compare', ids: rows.map(({ id }) => id) })}>权限对比</Button>
            </Can>
          )
        }
        dialog={(row, done) => <RoleDialog row={row} onClose={done} />}
        look={handleChoose}
        chosenId={current?.id}
      />
      <div ref={menus} className={styles.menus}>
        <RoleMenus key={current?.id} of={current} fixed={current !== undefined && !mayChange(current)} />
      </div>
      {shown?.kind === 'copy' && <RoleCopyDialog of={shown.role} onClose={close} />}
      {shown?.kind === 'users' && <RoleUsersDialog of={shown.role} onClose={close} />}
      {shown?.kind === 'preview' && <RolePreviewDialog of={shown.role} onClose={close} />}
      {shown?.kind === 'compare' && <RoleCompareDialog ids={shown.ids} onClose={close} />}
    </div>
  )
}
