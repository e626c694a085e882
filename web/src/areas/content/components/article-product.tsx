import { Button } from 'antd'
import { useReadOnly } from '../../../kit/access/can.tsx'
import { Picture } from '../../../kit/media/picture.tsx'
import { moneyText } from '../../../kit/text/money.tsx'
import { TwoLine } from '../../../kit/text/two-line.tsx'
import { openProductPicker } from '../../product/shared/picker/product-picker.tsx'
import type { ArticleProduct as Product } from '../model/article-form.ts'
import styles from './article.module.css'

type Props = { id?: string; value?: Product; onChange?: (product: Product | undefined) => void }

/** The product whose card stands below the text. */
export function ArticleProduct({ id, value, onChange }: Props) {
  const readOnly = useReadOnly() !== undefined
  const choose = () =>
    openProductPicker({
      mode: 'single',
      onPick: ([item]) =>
        item &&
        onChange?.({
          id: item.id,
          src: item.src,
          ...(item.storeName !== undefined && { storeName: item.storeName }),
          ...(item.price !== undefined && { price: item.price }),
        }),
    })
  return (
    <div className={styles.product}>
      {value && (
        <>
          <Picture src={value.src} alt="" thumb />
          <TwoLine
            top={value.storeName ?? '已删除的商品'}
            below={value.price === undefined ? '' : moneyText(value.price)}
          />
        </>
      )}
      <Button id={id} aria-label={value ? '更换商品' : '选择商品'} disabled={readOnly} onClick={choose}>
        {value ? '更换' : '选择商品'}
      </Button>
      {value && (
        <Button type="text" danger disabled={readOnly} onClick={() => onChange?.(undefined)}>
          移除
        </Button>
      )}
    </div>
  )
}
