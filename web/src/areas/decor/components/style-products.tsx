import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined'
import { Button, Table } from 'antd'
import { useState } from 'react'
import { useReadOnly } from '../../../kit/access/can.tsx'
import { Picture } from '../../../kit/media/picture.tsx'
import { useIsPhone } from '../../../kit/page/use-is-phone.ts'
import { moneyText } from '../../../kit/text/money.tsx'
import { TwoLine } from '../../../kit/text/two-line.tsx'
import { openProductPicker } from '../../product/shared/picker/product-picker.tsx'
import type { StyleProduct } from '../model/style-form.ts'
import styles from './style.module.css'

const MOST = 1000
const PAGE_SIZE = 10

type Props = { id?: string; value?: StyleProduct[]; onChange?: (products: StyleProduct[]) => void }

/** The products that a style dresses: added by the picker, taken out one by one or together. */
export function StyleProducts({ id, value = [], onChange }: Props) {
  const phone = useIsPhone()
  const readOnly = useReadOnly() !== undefined
  const [ticked, setTicked] = useState<readonly number[]>([])
  const chosen = ticked.filter((each) => value.some((product) => product.id === each))
  const drop = (ids: readonly number[]) => {
    setTicked(ticked.filter((each) => !ids.includes(each)))
    onChange?.(value.filter((product) => !ids.includes(product.id)))
  }
  const add = () =>
    openProductPicker({
      mode: 'many',
      max: MOST,
      checked: value,
      onPick: (items) =>
        onChange?.(
          items.map(({ id: productId, src, storeName, price, stock }) => ({
            id: productId,
            src,
            ...(storeName !== undefined && { storeName }),
            ...(price !== undefined && { price }),
            ...(stock !== undefined && { stock }),
          })),
        ),
    })
  return (
    <div className={styles.products}>
      <div className={styles.bar}>
        {/* The label of its field would name it 商品. */}
        <Button id={id} aria-label="添加商品" icon={<PlusOutlined aria-hidden />} disabled={readOnly} onClick={add}>
          添加商品
        </Button>
        {chosen.length > 0 && (
          <Button danger disabled={readOnly} onClick={() => drop(chosen)}>
            批量删除 {chosen.length} 件
          </Button>
        )}
        <span className={styles.dim}>
          {value.length > 0 ? `已选 ${value.length} 件，最多 ${MOST} 件` : '还没有选择商品'}
        </span>
      </div>
      {value.length > 0 && (
        <Table<StyleProduct>
          rowKey="id"
          size="small"
          dataSource={value}
          pagination={{ pageSize: PAGE_SIZE, hideOnSinglePage: true, showSizeChanger: false, size: 'small' }}
          rowSelection={{ selectedRowKeys: [...chosen], onChange: (keys) => setTicked(keys.map(Number)) }}
          columns={[
            ...(phone ? [] : [{ title: 'ID', dataIndex: 'id', width: 72 }]),
            {
              title: '商品',
              render: (_, { id: productId, src, storeName, price }) => (
                <span className={styles.goods}>
                  <Picture src={src} alt={storeName ?? `商品 ${productId}`} size={36} />
                  <TwoLine
                    top={storeName ?? `商品 ${productId}`}
                    below={phone && price !== undefined && moneyText(price)}
                  />
                </span>
              ),
            },
            ...(phone
              ? []
              : [
                  {
                    title: '售价',
                    width: 110,
                    align: 'right' as const,
                    render: (_: unknown, { price }: StyleProduct) => (price === undefined ? '—' : moneyText(price)),
                  },
                  {
                    title: '库存',
                    width: 90,
                    align: 'right' as const,
                    render: (_: unknown, { stock }: StyleProduct) => stock?.toLocaleString('en-US') ?? '—',
                  },
                ]),
            {
              title: '操作',
              width: 80,
              align: 'right',
              render: (_, { id: productId, storeName }) => (
                <Button
                  type="link"
                  size="small"
                  danger
                  className={styles.drop}
                  disabled={readOnly}
                  aria-label={`移除 ${storeName ?? productId}`}
                  onClick={() => drop([productId])}
                >
                  移除
                </Button>
              ),
            },
          ]}
        />
      )}
    </div>
  )
}
