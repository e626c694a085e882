import { type FrontArticle, frontArticle } from '@zhanggui/contract/content/front-article.ts'
import { formatLink } from '@zhanggui/page-kit/links/links.ts'
import { Empty } from '@zhanggui/page-kit/parts/empty.tsx'
import { Go } from '@zhanggui/page-kit/parts/go.tsx'
import { Picture } from '@zhanggui/page-kit/parts/picture.tsx'
import { useParams } from 'wouter'
import { useEndless } from '../../api/endless.ts'
import { useRead } from '../../api/read.ts'
import { go } from '../../go/go.ts'
import { CardBones, Rows } from '../../parts/rows.tsx'
import { Screen } from '../../parts/screen.tsx'
import { Button } from '../../parts/typed/button.tsx'
import { Choices } from '../../parts/typed/choices.tsx'
import styles from './articles.module.css'

/** What the shop writes, by category; those at the top stand above all of them. */
export default function ArticlesScreen() {
  const cid = Number(useParams<{ cid?: string }>().cid) || 0
  const { data: categories } = useRead(frontArticle.categories)
  const articles = useEndless(frontArticle.list, { params: { cid }, query: {} })
  const tabs = [
    { key: 0, title: '全部' },
    ...(categories?.list ?? []).map(({ id, name }) => ({ key: id, title: name })),
  ]
  return (
    <Screen title={tabs.find(({ key }) => key === cid && key)?.title ?? '资讯'}>
      {tabs.length > 1 && (
        <Choices of={tabs} open={cid} onOpen={(key) => go(key ? `/articles/${key}` : '/articles', { replace: true })} />
      )}
      {!cid && <Banners />}
      <Rows
        of={articles}
        skeleton={<CardBones height={108} count={4} />}
        empty={
          <Empty icon="list" text="还没有文章">
            <Button to={cid ? '/articles' : '/'}>{cid ? '看全部文章' : '去逛逛'}</Button>
          </Empty>
        }
      >
        {(list) => (
          <ul className={styles.list}>
            {list.map((article) => (
              <li key={article.id}>
                <Row of={article} />
              </li>
            ))}
          </ul>
        )}
      </Rows>
    </Screen>
  )
}

const linkOf = (id: number) => formatLink({ kind: 'article', id: String(id) })

function Row({ of: { id, title, image, synopsis, publishTime, visit } }: { of: FrontArticle }) {
  return (
    <Go link={linkOf(id)} className={styles.row}>
      <span className={styles.words}>
        <b>{title}</b>
        <span>{synopsis}</span>
        <small>
          {publishTime.slice(0, 10)}
          {visit > 0 && `　${visit} 次阅读`}
        </small>
      </span>
      <Picture className={styles.picture} image={{ url: image }} width={120} alt="" />
    </Go>
  )
}

/** Side by side, moved with a finger. */
function Banners() {
  const { data } = useRead(frontArticle.banner)
  if (!data?.list.length) return null
  return (
    <ul className={styles.banners}>
      {data.list.map(({ id, title, image }) => (
        <li key={id}>
          <Go link={linkOf(id)} className={styles.banner}>
            <Picture image={{ url: image }} width={340} alt="" eager />
            <span>{title}</span>
          </Go>
        </li>
      ))}
    </ul>
  )
}
