import { mediaUrl } from '../../../kit/media/media-url.ts'
import { useSettings } from '../../../kit/settings/settings.ts'
import { moneyText } from '../../../kit/text/money.tsx'
import { RichHtml } from '../../../kit/text/rich-html.tsx'
import type { ArticleForm } from '../model/article-form.ts'
import styles from './article.module.css'

/** An article as a buyer's phone shows it: how it stands in the list, then what is read. */
export function ArticlePhone({ of }: { of: Partial<ArticleForm> }) {
  const { title, author, synopsis, content = '', image, product, url } = of
  const mediaDomain = useSettings((settings) => settings.mediaDomain)
  return (
    <div className={styles.phone} role="img" aria-label="买家看到的文章">
      <div className={styles.entry}>
        <span>
          <b>{title || '文章标题'}</b>
          <small>{synopsis || '文章简介'}</small>
        </span>
        {image ? <img src={mediaUrl(image, mediaDomain)} alt="" /> : <i />}
      </div>
      <article className={styles.reading} inert>
        <h1>{title || '文章标题'}</h1>
        <p className={styles.about}>{author || '作者'}</p>
        <RichHtml html={content} />
        {product && (
          <div className={styles.card}>
            {product.src ? <img src={mediaUrl(product.src, mediaDomain)} alt="" /> : <i />}
            <span>
              {product.storeName ?? '已删除的商品'}
              {product.price !== undefined && <b>{moneyText(product.price)}</b>}
            </span>
          </div>
        )}
        {url && <p className={styles.original}>阅读原文</p>}
      </article>
    </div>
  )
}
