import { type Menu, menu } from '@zhanggui/contract/staff/menu.ts'
import { Tag, Tooltip } from 'antd'
import { useState } from 'react'
import { useWrite } from '../../../api/use-write.ts'
import { Can, useCan } from '../../../kit/access/can.tsx'
import { WriteButton } from '../../../kit/access/write-button.tsx'
import { confirm, showSuccess } from '../../../kit/feedback/feedback.ts'
import { Icon } from '../../../kit/icon.tsx'
import { ListPage } from '../../../kit/list-page/list-page.tsx'
import { RowAction } from '../../../kit/list-page/row-actions.tsx'
import { useList } from '../../../kit/list-page/use-list.ts'
import { MenuDialog } from '../components/menu/menu-dialog.tsx'
import { MenuDrag, MenuHandle, MenuRow } from '../components/menu/menu-drag.tsx'
import styles from './menu-list.module.css'

export default function MenuListPage() {
  const list = useList(menu.list)
  const [above, setAbove] = useState<Menu>()
  // The order cannot be seen while only some of the siblings are shown.
  const mayMove = useCan(menu.sort) && !Object.keys(list.filters).length
  return (
    <MenuDrag rows={list.rows}>
      <ListPage
        purpose="左侧菜单的名称、顺序和权限"
        list={list}
        folded
        row={MenuRow}
        filters={['blurry', 'createTime']}
        columns={[
          {
            name: 'name',
            title: '菜单名称',
            minWidth: 210,
            render: (row) => (
              <span className={styles.name}>
                {mayMove && <MenuHandle row={row} />}
                {row.name}
                {!row.available && (
                  <Tooltip title="此版本还没有这个页面，菜单中不显示">
                    <Tag>未开放</Tag>
                  </Tooltip>
                )}
              </span>
            ),
          },
          {
            name: 'icon',
            title: '图标',
            width: 52,
            align: 'center',
            render: ({ icon }) => icon && <Icon name={icon} className={styles.icon} />,
          },
          { name: 'sort', title: '排序', width: 52, align: 'center' },
          { name: 'path', title: '路由地址', width: 120, ellipsis: true },
          {
            name: 'permissions',
            title: '权限标识',
            width: 190,
            render: ({ permissions }) =>
              permissions.map((permission) => (
                <div key={permission} className={styles.code}>
                  {permission}
                </div>
              )),
          },
          { name: 'component', title: '组件路径', width: 170, ellipsis: true },
          {
            name: 'iframe',
            title: '外链',
            width: 52,
            align: 'center',
            render: ({ type, iframe }) => type !== 2 && yesOrNo(iframe),
          },
          {
            name: 'cache',
            title: '缓存',
            width: 52,
            align: 'center',
            render: ({ type, cache }) => type === 1 && yesOrNo(cache),
          },
          {
            name: 'hidden',
            title: '可见',
            width: 52,
            align: 'center',
            render: ({ type, hidden }) => type !== 2 && yesOrNo(!hidden),
          },
          { name: 'createTime', title: '创建日期', width: 165, low: true },
        ]}
        add={menu.save}
        edit={menu.update}
        remove={menu.remove}
        removeText="下级菜单一并删除，不能撤销。"
        mayRemove={({ builtin }) => !builtin}
        actions={(row) =>
          row.type !== 2 &&
          !row.iframe && (
            <Can do={menu.save}>
              <RowAction onClick={() => setAbove(row)}>新增下级</RowAction>
            </Can>
          )
        }
        tools={
          <Can do={menu.restoreDefault}>
            <RestoreButton />
          </Can>
        }
        dialog={(row, close) => <MenuDialog row={row} onClose={close} />}
      />
      {above && <MenuDialog above={above} onClose={() => setAbove(undefined)} />}
    </MenuDrag>
  )
}

function yesOrNo(value: boolean) {
  return value ? '是' : '否'
}

/** Restores missing rows of the first installation, and leaves all others unchanged. */
function RestoreButton() {
  const restore = useWrite(menu.restoreDefault, {
    onSuccess: ({ created }) => showSuccess(created ? `已恢复${created}个菜单` : '系统内置菜单都在，无需恢复'),
  })
  async function handleRestore() {
    const content = '恢复默认菜单？只补回缺少的系统内置菜单，已有的保持不变。'
    if (await confirm({ content, okText: '恢复' })) restore.mutate({})
  }
  return (
    <WriteButton of={restore} onClick={handleRestore}>
      恢复默认
    </WriteButton>
  )
}
