import { category } from '@zhanggui/contract/product/category.ts'
import { MAX_SORT } from '@zhanggui/domain/product/category.ts'
import { Select } from 'antd'
import { useMemo, useState } from 'react'
import { useLocation } from 'react-router'
import { useWrite } from '../../../api/use-write.ts'
import { Can, useCan } from '../../../kit/access/can.tsx'
import { AddWords } from '../../../kit/dialog/add-words.ts'
import { InlineNumber } from '../../../kit/form/inline-number.tsx'
import type { ListColumn } from '../../../kit/list-page/columns.ts'
import { ListPage } from '../../../kit/list-page/list-page.tsx'
import { RowAction } from '../../../kit/list-page/row-actions.tsx'
import { useList } from '../../../kit/list-page/use-list.ts'
import { Picture } from '../../../kit/media/picture.tsx'
import { CategoryDialog } from '../components/category/category-dialog.tsx'
import { CategoryDrag, CategoryHandle, CategoryTableRow } from '../components/category/category-drag.tsx'
import { CategoryRemoval } from '../components/category/category-removal.tsx'
import { CategorySwitch } from '../components/category/category-switch.tsx'
import { type CategoryRow, deepestLevel, toRows } from '../components/category/category-tree.ts'
import { ProductCount } from '../components/list/product-count.tsx'
import { useCategories } from '../shared/category-cascader.tsx'

const STATES = [
  { value: 1, label: '显示' },
  { value: 0, label: '不显示' },
]

/** The categories of products or of articles: two menu entries share this page. */
export default function CategoryListPage() {
  const { pathname } = useLocation()
  const ofProducts = !pathname.startsWith('/content/')
  const type = ofProducts ? 1 : 3
  const list = useList(category.tree, { fixed: { type } })
  const rows = useMemo(() => toRows(list.rows), [list.rows])
  const [above, setAbove] = useState<CategoryRow>()
  const [removing, setRemoving] = useState<CategoryRow>()
  const mayEdit = useCan(category.update)
  // The order of siblings is not visible if filters hide some of them.
  const mayMove = mayEdit && !Object.keys(list.filters).length
  // Keeps the categories that other pages offer up to date.
  useCategories(type)
  return (
    <CategoryDrag rows={rows}>
      <ListPage
        list={{ ...list, rows }}
        row={CategoryTableRow}
        empty={ofProducts ? '还没有商品分类' : '还没有文章分类'}
        purpose={
          ofProducts ? '买家按分类找商品，最多三级，如 食品 - 茶叶 - 绿茶' : '文章按分类展示，如 店铺公告、养护知识'
        }
        filters={[{ name: 'status', control: <Select allowClear placeholder="全部" options={STATES} /> }, 'name']}
        columns={[
          {
            name: 'name',
            title: '名称',
            minWidth: 220,
            render: (row) => (
              <>
                {mayMove && <CategoryHandle row={row} />}
                {row.name}
              </>
            ),
          },
          {
            name: 'extra',
            title: '分类图标',
            width: 90,
            align: 'center',
            render: ({ name, extra }) => extra && <Picture src={extra} alt={`${name}的图标`} />,
          },
          ...(ofProducts ? [countColumn] : []),
          {
            name: 'sort',
            title: '排序',
            width: 110,
            render: (row) => (mayEdit ? <SortNumber row={row} /> : row.sort),
            says: ({ sort }) => String(sort),
          },
          {
            name: 'status',
            title: '状态',
            width: 170,
            render: (row) => <CategorySwitch row={row} />,
            says: ({ status }) => (status ? '显示' : '隐藏'),
          },
          { name: 'id', title: '编号', width: 80, align: 'right', hidden: true },
          { name: 'createTime', title: '创建时间', width: 170, hidden: true },
        ]}
        add={category.save}
        addText={ofProducts ? '添加商品分类' : '添加文章分类'}
        edit={category.update}
        actions={(row) => (
          <>
            {row.level < deepestLevel(type) && (
              <Can do={category.save}>
                <RowAction onClick={() => setAbove(row)}>添加子目录</RowAction>
              </Can>
            )}
            <Can do={category.remove}>
              <RowAction danger onClick={() => setRemoving(row)}>
                删除
              </RowAction>
            </Can>
          </>
        )}
        dialog={(row, close) => <CategoryDialog type={type} row={row} onClose={close} />}
      />
      {above && (
        <AddWords value="添加子目录">
          <CategoryDialog type={type} pid={above.id} onClose={() => setAbove(undefined)} />
        </AddWords>
      )}
      {removing && <CategoryRemoval row={removing} onClose={() => setRemoving(undefined)} />}
    </CategoryDrag>
  )
}

function SortNumber({ row: { id, version, name, sort } }: { row: CategoryRow }) {
  const save = useWrite(category.update, { message: '已保存' })
  return (
    <InlineNumber
      label={`「${name}」的排序`}
      value={sort}
      max={MAX_SORT}
      onSave={(next) => save.mutateAsync({ body: { id, version, name, sort: next } })}
    />
  )
}

const countColumn: ListColumn<CategoryRow> = {
  name: 'productCount',
  title: '商品数',
  width: 90,
  align: 'end',
  render: ({ id, name, productCount }) => (
    <ProductCount of={`分类「${name}」`} count={productCount} filter={`cateId=${id}`} />
  ),
}
