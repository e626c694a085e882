import { productStock } from '@zhanggui/contract/product/product-stock.ts'
import { stockReasons } from '@zhanggui/domain/product/product-stock.ts'
import { defineLongExport } from '../../../platform/work/exports.ts'
import { countLedger, nextLedger } from './product-stock.service.ts'

export const stockExport = defineLongExport(productStock.download, {
  name: '库存流水导出',
  count: countLedger,
  next: nextLedger,
  idOf: ({ id }) => id,
  columns: [
    { title: '时间', of: 'createTime', value: ({ createTime }) => createTime, width: 20 },
    { title: '商品ID', of: 'storeName', value: ({ productId }) => productId, width: 10 },
    { title: '商品', of: 'storeName', value: ({ storeName }) => storeName, width: 30 },
    { title: '规格', of: 'suk', value: ({ suk }) => suk },
    { title: '变动', of: 'change', value: ({ change }) => change, width: 10 },
    { title: '变动前', of: 'before', value: ({ before }) => before, width: 10 },
    { title: '变动后', of: 'after', value: ({ after }) => after, width: 10 },
    { title: '原因', of: 'reason', value: ({ reason }) => stockReasons[reason], width: 12 },
    { title: '单据', of: 'refId', value: ({ refId }) => refId },
    { title: '操作人', of: 'operatorName', value: ({ operatorName }) => operatorName || '系统', width: 14 },
    { title: '备注', of: 'remark', value: ({ remark }) => remark, width: 30 },
  ],
})
