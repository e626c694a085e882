import { ProductDraft } from '@zhanggui/contract/product/product.ts'
import { Form } from 'antd'
import { useDeferredValue } from 'react'
import { Field } from '../../../../kit/form/field.tsx'
import { RichTextEditor } from '../../../../kit/rich-text/rich-text-editor.tsx'
import { RichHtml } from '../../../../kit/text/rich-html.tsx'
import styles from './product-form.module.css'

/** Maximum size of stored text, in bytes (docs/catalogue.md, Products). */
const MAX_CONTENT = 500 * 1024

/** Step 3 of the product form, 商品详情: the text, with a preview as on a phone. */
export function ProductContent() {
  const html = Form.useWatch<string | undefined>('content')
  const shown = useDeferredValue(html ?? '')
  return (
    <div className={styles.content}>
      <Field of={ProductDraft} name="content">
        <RichTextEditor minHeight={420} maxLength={MAX_CONTENT} placeholder="请输入商品详情，可拖入或粘贴图片" />
      </Field>
      <section className={styles.phone} aria-label="手机预览">
        <RichHtml html={shown} />
      </section>
    </div>
  )
}
