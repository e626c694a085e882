import { type FrontArticleInfo, frontArticle } from '@zhanggui/contract/content/front-article.ts'
import { Empty } from '@zhanggui/page-kit/parts/empty.tsx'
import { Goods } from '@zhanggui/page-kit/parts/goods-card.tsx'
import { RichText } from '@zhanggui/page-kit/parts/rich-text.tsx'
import { useParams } from 'wouter'
import { useRead } from '../../api/read.ts'
import { go } from '../../go/go.ts'
import { goodsLook } from '../../parts/goods/goods-look.ts'
import { Loaded } from '../../parts/loaded.tsx'
import { CardBones } from '../../parts/rows.tsx'
import { Screen } from '../../parts/screen.tsx'
import { Button } from '../../parts/typed/button.tsx'
import { ShareButton } from '../../sheets/share/share-button.tsx'
import styles from './article.module.css'

/** An article, with the product that goes with it. */
export default function ArticleScreen() {
  const { id = '' } = useParams<{ id: string }>()
  const article = useRead(frontArticle.info, { params: { id: Number(id) || 0 } })
  const { data } = article
  return (
    <Screen title={data?.cateName ?? '文章'} right={data && <ShareButton title={data.shareTitle} />}>
      <Loaded
        of={article}
        skeleton={<CardBones height={320} count={2} />}
        failed={({ status, message }) =>
          status === 404 && (
            <Empty icon="list" text={message}>
              <Button to="/articles">看其他文章</Button>
            </Empty>
          )
        }
      >
        {(shown) => <Article of={shown} />}
      </Loaded>
    </Screen>
  )
}

function Article({ of: { title, author, publishTime, visit, content, url, product } }: { of: FrontArticleInfo }) {
  return (
    <article className={styles.article}>
      <h1>{title}</h1>
      <p className={styles.about}>
        {author}　{publishTime.slice(0, 10)}
        {visit > 0 && `　${visit} 次阅读`}
      </p>
      <RichText html={content} />
      {product && (
        <section className={styles.product} aria-label="文中商品">
          <Goods list={[product]} look={{ ...goodsLook, layout: 'row' }} />
        </section>
      )}
      {url && (
        <button type="button" className={styles.original} onClick={() => go(`/web?url=${encodeURIComponent(url)}`)}>
          阅读原文
        </button>
      )}
    </article>
  )
}
