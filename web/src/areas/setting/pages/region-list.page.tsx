import { useQuery } from '@tanstack/react-query'
import { type Region, RegionDraft, type RegionNode, region } from '@zhanggui/contract/setting/region.ts'
import { Breadcrumb, Button } from 'antd'
import { read } from '../../../api/read.ts'
import { Can } from '../../../kit/access/can.tsx'
import { FormDialog } from '../../../kit/dialog/form-dialog.tsx'
import { Field } from '../../../kit/form/field.tsx'
import { RightSwitch } from '../../../kit/form/right-switch.tsx'
import { StatusSwitch } from '../../../kit/form/status-switch.tsx'
import { TreeSelect } from '../../../kit/form/tree-select.tsx'
import { useListDialog } from '../../../kit/list-page/list-dialogs.tsx'
import { ListPage } from '../../../kit/list-page/list-page.tsx'
import { RowAction } from '../../../kit/list-page/row-actions.tsx'
import { useList } from '../../../kit/list-page/use-list.ts'
import { RegionImportDialog } from '../components/region-import.tsx'

const levels = ['省', '市', '区县', '街道']

export default function RegionListPage() {
  const list = useList(region.list)
  const parentId = Number(list.filters.parentId ?? 0)
  const hasAreaCodes = list.rows.some(({ areaCode }) => areaCode)
  const goTo = (code: number) => list.search(code ? { parentId: String(code) } : {})
  return (
    <ListPage
      purpose="省、市、区县的数据，收货地址和运费都用它"
      list={list}
      summary={<Path parentId={parentId} onGo={goTo} />}
      filters={['keywords']}
      columns={[
        { name: 'cityId', title: '编号', width: 120 },
        { name: 'name', title: '地区名称', minWidth: 160, card: 'title' },
        { name: 'mergerName', title: '全称', minWidth: 220 },
        { name: 'level', title: '级别', width: 100, render: ({ level }) => levels[level] },
        // The bundled table has none: staff type or import them.
        ...(hasAreaCodes ? [{ name: 'areaCode', title: '区号', width: 100 } as const] : []),
        {
          name: 'isShow',
          title: '状态',
          width: 100,
          render: ({ id, name, isShow }) => (
            <StatusSwitch
              name={`「${name}」`}
              checked={isShow}
              route={region.updateStatus}
              body={(status) => ({ id, status })}
              texts={['显示', '隐藏']}
            />
          ),
        },
      ]}
      add={region.save}
      tools={<ImportButton />}
      edit={region.update}
      remove={region.remove}
      mayRemove={({ hasChild }) => !hasChild}
      actions={({ cityId, hasChild }) =>
        hasChild && (
          <RowAction reads onClick={() => goTo(cityId)}>
            下级地区
          </RowAction>
        )
      }
      dialog={(row, close) => <RegionDialog row={row} parentId={parentId} onClose={close} />}
    />
  )
}

function ImportButton() {
  const open = useListDialog()
  return (
    <Can do={region.import}>
      <Button onClick={() => open((close) => <RegionImportDialog onClose={close} />)}>导入</Button>
    </Can>
  )
}

/** The path to the listed region; each step links back. */
function Path({ parentId, onGo }: { parentId: number; onGo: (code: number) => void }) {
  const { data } = useQuery(read(region.tree))
  const steps = [{ cityId: 0, name: '全国' }, ...pathTo(data ?? [], parentId)]
  return (
    <Breadcrumb
      items={steps.map(({ cityId, name }, index) => ({
        key: cityId,
        title:
          index < steps.length - 1 ? (
            <Button type="link" style={{ height: 'auto', padding: 0 }} onClick={() => onGo(cityId)}>
              {name}
            </Button>
          ) : (
            name
          ),
      }))}
    />
  )
}

function pathTo(nodes: readonly RegionNode[], code: number): RegionNode[] {
  for (const node of nodes) {
    if (node.cityId === code) return [node]
    const below = pathTo(node.child ?? [], code)
    if (below.length) return [node, ...below]
  }
  return []
}

function RegionDialog({ row, parentId, onClose }: { row?: Region; parentId: number; onClose: () => void }) {
  const { data, isPending } = useQuery(read(region.tree))
  return (
    <FormDialog
      name="地区"
      add={region.save}
      edit={region.update}
      row={row}
      initial={{ parentId, isShow: true }}
      onClose={onClose}
    >
      <Field of={RegionDraft} name="parentId">
        <TreeSelect
          showSearch={!isPending && { treeNodeFilterProp: 'name' }}
          fieldNames={{ label: 'name', value: 'cityId', children: 'child' }}
          treeData={[{ cityId: 0, name: '全国', isShow: true }, ...(data ?? [])]}
          disabled={row?.hasChild}
        />
      </Field>
      {!row && <Field of={RegionDraft} name="cityId" extra="行政区划代码，6 或 9 位数字" />}
      <Field of={RegionDraft} name="name" />
      <Field of={RegionDraft} name="areaCode" />
      <Field of={RegionDraft} name="lng" />
      <Field of={RegionDraft} name="lat" />
      <Field of={RegionDraft} name="isShow">
        <RightSwitch of={region.updateStatus} row={row} checkedChildren="显示" unCheckedChildren="隐藏" />
      </Field>
    </FormDialog>
  )
}
