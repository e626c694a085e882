import DownloadOutlined from '@ant-design/icons/es/icons/DownloadOutlined'
import { productExport } from '@zhanggui/contract/product/product-export.ts'
import { Button, Dropdown } from 'antd'
import { Can } from '../../../../kit/access/can.tsx'
import { useExport } from '../../../../kit/list-page/export-button.tsx'
import type { useProductList } from './use-product-list.ts'

/** 导出: the ticked products or, with none ticked, the filtered ones; a row each, or one per SKU for a later import. */
export function ProductExport({ list, ids }: { list: ReturnType<typeof useProductList>; ids: readonly number[] }) {
  const start = useExport(productExport.download)
  const save = (mode: 'spu' | 'sku') =>
    start.mutate({ query: { mode, ...(ids.length ? { ids: [...ids] } : { ...list.filters, type: list.type }) } })
  return (
    <Can do={productExport.download}>
      <Dropdown
        trigger={['click']}
        disabled={!list.total}
        menu={{
          items: [
            { key: 'spu', label: '导出商品（每个商品一行）', onClick: () => save('spu') },
            { key: 'sku', label: '导出规格（可修改后再导入）', onClick: () => save('sku') },
          ],
        }}
      >
        <Button icon={<DownloadOutlined aria-hidden />} loading={start.isPending}>
          {ids.length ? `导出选中（${ids.length}）` : '导出'}
        </Button>
      </Dropdown>
    </Can>
  )
}
