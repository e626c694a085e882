import DownloadOutlined from '@ant-design/icons/es/icons/DownloadOutlined'
import { productExport } from '@zhanggui/contract/product/product-export.ts'
import { Button, Dropdown } from 'antd'
import { use } from 'react'
import { Can, useReadOnly } from '../../../../kit/access/can.tsx'
import { useExport } from '../../../../kit/list-page/export-button.tsx'
import { ShownColumns } from '../../../../kit/list-page/views/list-views.ts'
import type { useProductList } from './use-product-list.ts'

/** 导出: the ticked products or, with none ticked, the filtered ones; a row each, or one per SKU for a later import. */
export function ProductExport({ list, ids }: { list: ReturnType<typeof useProductList>; ids: readonly number[] }) {
  const start = useExport(productExport.download)
  const readOnly = useReadOnly(productExport.download) !== undefined
  const shown = [...use(ShownColumns)]
  // The ticked ones as they stand on the screen; those of other pages after them.
  const onScreen = list.rows.flatMap(({ id }) => (ids.includes(id) ? [id] : []))
  const ticked = [...new Set([...onScreen, ...ids])]
  const save = (mode: 'spu' | 'sku', more: { shown?: string[] } = {}) =>
    start.mutate({
      query: { mode, ...more, ...(ids.length ? { ids: ticked } : { ...list.filters, ...list.fixed }) },
    })
  return (
    <Can do={productExport.download}>
      <Dropdown
        trigger={['click']}
        disabled={readOnly || !list.total}
        menu={{
          items: [
            { key: 'shown', label: '导出列表（只要显示的列）', onClick: () => save('spu', { shown }) },
            { key: 'spu', label: '导出商品（每个商品一行）', onClick: () => save('spu') },
            { key: 'sku', label: '导出规格（可修改后再导入）', onClick: () => save('sku') },
          ],
        }}
      >
        <Button icon={<DownloadOutlined aria-hidden />} loading={start.isPending}>
          {ids.length ? '导出所选' : '导出'}
        </Button>
      </Dropdown>
    </Can>
  )
}
