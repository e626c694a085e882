import SafetyOutlined from '@ant-design/icons/es/icons/SafetyOutlined'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type MenuTreeNode, menu } from '@zhanggui/contract/staff/menu.ts'
import { type Role, type RoleDetail, role } from '@zhanggui/contract/staff/role.ts'
import { Alert, Button, Checkbox, Input, Skeleton, Tree } from 'antd'
import { useMemo, useState } from 'react'
import { CallError } from '../../../../api/call-error.ts'
import { read } from '../../../../api/read.ts'
import { useSession } from '../../../../api/session.ts'
import { useWrite } from '../../../../api/use-write.ts'
import { Can, useCan, useReadOnly } from '../../../../kit/access/can.tsx'
import { hasPermi } from '../../../../kit/access/permissions.ts'
import { WriteButton } from '../../../../kit/access/write-button.tsx'
import { EmptyBlock, FailedBlock } from '../../../../kit/page/block-state.tsx'
import { useDirtyGuard } from '../../../../kit/page/dirty-guard.ts'
import {
  type Grants,
  grantAll,
  listNodes,
  lockedFor,
  marksOf,
  pickNodes,
  sameGrants,
  toggleGrant,
  toMenus,
} from './grants.ts'
import { askAboutRole } from './role-conflict.ts'
import styles from './role-menus.module.css'

const TREE_HEIGHT = 560

/** The permissions of a role as a tree of checkboxes. The role's id must be its key. */
export function RoleMenus({ of: chosen, fixed }: { of: Role | undefined; fixed: boolean }) {
  return chosen ? <Chosen id={chosen.id} name={chosen.name} fixed={fixed} /> : <NoneChosen />
}

function NoneChosen() {
  return (
    <section className={styles.card} aria-label="菜单分配">
      <div className={styles.head}>
        <h2 className={styles.title}>菜单分配</h2>
        <Can do={role.updateMenus}>
          <Button type="primary" disabled>
            保存
          </Button>
        </Can>
      </div>
      <EmptyBlock icon={<SafetyOutlined />} text="点击左侧的角色名称，查看和分配它的菜单" />
    </section>
  )
}

function Chosen({ id, name, fixed }: { id: number; name: string; fixed: boolean }) {
  const detail = useQuery(read(role.info, { params: { id }, silent: true }))
  const tree = useQuery(read(menu.tree, { silent: true }))
  const client = useQueryClient()
  const readOnly = useReadOnly(role.updateMenus) !== undefined
  const mayAssign = useCan(role.updateMenus) && !fixed
  const session = useSession()

  // A draft belongs to the version of the role that it was started from.
  const [draft, setDraft] = useState<{ started: RoleDetail; grants: Grants }>()
  const saved = useMemo(() => new Set(detail.data?.menus.map((ref) => ref.id)), [detail.data])
  const started = draft?.started ?? detail.data
  const grants = draft?.grants ?? saved
  useDirtyGuard(draft !== undefined)

  const nodes = tree.data ?? []
  const had = useMemo(() => new Set(started?.menus.map((ref) => ref.id)), [started])
  const locked = useMemo(
    () => lockedFor(tree.data ?? [], had, (permission) => hasPermi(session, [permission])),
    [tree.data, had, session],
  )

  function change(next: Grants) {
    if (started) setDraft(sameGrants(next, had) ? undefined : { started, grants: next })
  }
  function take(current: RoleDetail) {
    client.setQueryData(read(role.info, { params: { id } }).queryKey, current)
    setDraft(undefined)
  }

  const save = useWrite(role.updateMenus, {
    message: '已保存',
    onSuccess: ({ version }, { body }) => started && take({ ...started, version, menus: body.menus }),
    onConflict: async (current, message) => {
      if (!started) return
      const latest = current as RoleDetail
      if (await askAboutRole({ message, tree: nodes, started, mine: grants, current: latest })) take(latest)
    },
  })

  // The role was deleted meanwhile.
  if (detail.error instanceof CallError && detail.error.status === 404) return <NoneChosen />
  return (
    <section className={styles.card} aria-label="菜单分配">
      <div className={styles.head}>
        <h2 className={styles.title}>菜单分配：{name}</h2>
        {draft && (
          <Button disabled={save.isPending} onClick={() => setDraft(undefined)}>
            还原
          </Button>
        )}
        {mayAssign && (
          <WriteButton
            type="primary"
            disabled={!draft}
            of={save}
            onClick={() =>
              started && save.mutate({ body: { id, version: started.version, menus: toMenus(nodes, grants) } })
            }
          >
            保存
          </WriteButton>
        )}
      </div>
      {fixed && <Alert type="info" showIcon title={whyFixed(started?.permission)} />}
      {tree.isError || detail.isError ? (
        <FailedBlock
          error={tree.error ?? detail.error}
          onRetry={() => {
            tree.refetch()
            detail.refetch()
          }}
        />
      ) : tree.data && detail.data ? (
        <GrantTree
          nodes={nodes}
          grants={grants}
          locked={locked}
          onChange={mayAssign && !readOnly && !save.isPending ? change : undefined}
        />
      ) : (
        <Skeleton active title={false} paragraph={{ rows: 8 }} />
      )}
    </section>
  )
}

function whyFixed(code: string | undefined): string {
  return code === 'admin' ? '超级管理员拥有全部权限，不能修改' : '此角色的级别不低于您，只能查看'
}

type GrantTreeProps = {
  nodes: readonly MenuTreeNode[]
  grants: Grants
  locked: Grants
  /** Absent when read-only. */
  onChange?: (grants: Grants) => void
}

function GrantTree({ nodes, grants, locked, onChange }: GrantTreeProps) {
  const [wanted, setWanted] = useState('')
  const [onlyGranted, setOnlyGranted] = useState(false)
  const [open, setOpen] = useState<readonly number[]>([])
  const all = useMemo(() => listNodes(nodes).map(({ node }) => node), [nodes])
  const branches = all.filter(({ children }) => children?.length).map(({ id }) => id)
  const { checked, halfChecked } = marksOf(nodes, grants)

  const words = wanted.trim().toLowerCase()
  const isFound = ({ label, permissions }: MenuTreeNode) =>
    [label, ...permissions].some((text) => text.toLowerCase().includes(words))
  const found = words ? pickNodes(nodes, isFound, true) : nodes
  const shown = onlyGranted ? pickNodes(found, ({ id }) => grants.has(id)) : found
  const isOpen = open.length > 0
  const toNode = ({ id, label, permissions, children = [] }: MenuTreeNode): GrantNode => ({
    key: id,
    title: label,
    hint: permissions.join('\n'),
    disableCheckbox: !onChange || locked.has(id),
    children: children.map(toNode),
  })
  const isAll = checked.length === all.length

  return (
    <>
      <div className={styles.tools}>
        <Input
          allowClear
          className={styles.search}
          placeholder="搜索菜单、按钮或权限标识"
          aria-label="搜索菜单"
          onChange={({ target }) => setWanted(target.value)}
        />
        <Checkbox
          checked={isAll}
          indeterminate={!isAll && grants.size > 0}
          disabled={!onChange}
          onChange={() => onChange?.(isAll ? new Set() : grantAll(nodes, grants, locked))}
        >
          全选
        </Checkbox>
        <Checkbox checked={onlyGranted} onChange={({ target }) => setOnlyGranted(target.checked)}>
          只看已选
        </Checkbox>
        <Button size="small" onClick={() => setOpen(isOpen ? [] : branches)}>
          {isOpen ? '折叠' : '展开'}
        </Button>
      </div>
      {shown.length ? (
        <Tree
          className={styles.tree}
          height={TREE_HEIGHT}
          blockNode
          motion={false}
          selectable={false}
          checkable
          checkStrictly
          checkedKeys={{ checked, halfChecked }}
          // Rows that are not shown do not change.
          onCheck={(_, { node }) => onChange?.(toggleGrant(shown, grants, node.key, locked))}
          expandedKeys={words || onlyGranted ? branches : [...open]}
          onExpand={(keys) => setOpen(keys.map(Number))}
          treeData={shown.map(toNode)}
          titleRender={({ key, title, hint }) => (
            <span title={locked.has(key) ? '您没有此权限，不能授予' : hint}>{title}</span>
          )}
        />
      ) : (
        <EmptyBlock text="没有符合条件的菜单" />
      )}
    </>
  )
}

type GrantNode = { key: number; title: string; hint: string; disableCheckbox: boolean; children: GrantNode[] }
