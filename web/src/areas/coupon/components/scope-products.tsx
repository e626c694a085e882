import CloseOutlined from '@ant-design/icons/es/icons/CloseOutlined'
import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined'
import { Button } from 'antd'
import { Picture } from '../../../kit/media/picture.tsx'
import { openProductPicker } from '../../product/shared/picker/product-picker.tsx'
import type { ScopeProduct } from '../model/coupon-form.ts'
import styles from './coupon.module.css'

const MOST = 500

type Props = { id?: string; value?: ScopeProduct[]; onChange?: (products: ScopeProduct[]) => void }

/** The products that a coupon is for, with their pictures. */
export function ScopeProducts({ id, value = [], onChange }: Props) {
  return (
    <>
      {value.length > 0 && (
        <ul className={styles.thumbs} aria-label="已选商品">
          {value.map(({ id: productId, src, storeName }) => (
            <li key={productId} title={storeName}>
              <Picture src={src} alt={storeName ?? `商品 ${productId}`} size={56} />
              <button
                type="button"
                aria-label={`移除 ${storeName ?? productId}`}
                onClick={() => onChange?.(value.filter((each) => each.id !== productId))}
              >
                <CloseOutlined aria-hidden />
              </button>
            </li>
          ))}
        </ul>
      )}
      <Button
        id={id}
        // The label of its field would name it 商品.
        aria-label={value.length > 0 ? `选择商品，已选 ${value.length} 件` : '选择商品'}
        icon={<PlusOutlined aria-hidden />}
        onClick={() =>
          openProductPicker({
            mode: 'many',
            max: MOST,
            checked: value,
            onPick: (items) =>
              onChange?.(
                items.map(({ id: productId, src, storeName }) => ({
                  id: productId,
                  src,
                  ...(storeName !== undefined && { storeName }),
                })),
              ),
          })
        }
      >
        选择商品
      </Button>
    </>
  )
}
