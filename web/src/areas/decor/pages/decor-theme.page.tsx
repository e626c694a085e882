import CheckCircleOutlined from '@ant-design/icons/es/icons/CheckCircleOutlined'
import WarningOutlined from '@ant-design/icons/es/icons/WarningOutlined'
import { type ShopTheme, shopTheme } from '@zhanggui/contract/decor/layout.ts'
import { contrast } from '@zhanggui/domain/colour.ts'
import { OWN_THEME, radii, type Theme, themeOf, themes } from '@zhanggui/page-kit/theme.ts'
import { Button, Segmented, Skeleton } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { read } from '../../../api/read.ts'
import { useWrite } from '../../../api/use-write.ts'
import { Can, useCan } from '../../../kit/access/can.tsx'
import { WriteButton } from '../../../kit/access/write-button.tsx'
import { FailedBlock } from '../../../kit/page/block-state.tsx'
import { useDirtyGuard } from '../../../kit/page/dirty-guard.ts'
import { loadChunk } from '../../../kit/page/load-chunk.ts'
import { PageHeader } from '../../../kit/page/page-header.tsx'
import { useReadOnce } from '../../../kit/page/read-once.ts'
import styles from '../components/layout/layout.module.css'

const ThemePhones = lazy(() => loadChunk(() => import('../components/layout/theme-phones.tsx')))

const FIRST_OWN = '#2f3a4a'

/** 一键换色: the colours of the shop, all from one. */
export default function DecorThemePage() {
  const { data, error, reload } = useReadOnce(read(shopTheme.info))
  if (error) return <FailedBlock error={error} onRetry={reload} />
  if (!data) return <Skeleton active />
  return <ThemeForm stored={data} />
}

function ThemeForm({ stored }: { stored: ShopTheme }) {
  const [saved, setSaved] = useState(stored)
  const [theme, setTheme] = useState(stored)
  const mayEdit = useCan(shopTheme.save)
  const dirty = JSON.stringify(theme) !== JSON.stringify(saved)
  useDirtyGuard(dirty)
  const save = useWrite(shopTheme.save, { message: '已换色，15 秒内生效', onSuccess: (_, { body }) => setSaved(body) })
  const own = theme.colour ?? FIRST_OWN
  const cards = [
    ...themes.map(({ id, name, colour }) => ({ id: id as number, name: name as string, colour: colour as string })),
    { id: OWN_THEME as number, name: '自定义', colour: own },
  ]
  const made = themeOf(theme as Theme)
  const choose = (id: number) =>
    mayEdit && setTheme({ ...theme, theme: id as ShopTheme['theme'], ...(id === OWN_THEME && { colour: own }) })
  return (
    <div className={styles.page}>
      <PageHeader
        summary="小程序、H5、个人中心一起换；保存后 15 秒内生效"
        acts={
          <Can do={shopTheme.save}>
            <Button disabled={!dirty} onClick={() => setTheme(saved)}>
              放弃修改
            </Button>
            <WriteButton type="primary" of={save} disabled={!dirty} onClick={() => save.mutate({ body: theme })}>
              保存并换色
            </WriteButton>
          </Can>
        }
      />
      <div className={styles.themes} role="radiogroup" aria-label="主题色">
        {cards.map(({ id, name, colour }) => {
          const { solid, tint2 } = themeOf({ theme: OWN_THEME, colour, radius: 2 })
          return (
            // biome-ignore lint/a11y/useSemanticElements: a strip of colours to choose by
            <button
              key={id}
              type="button"
              role="radio"
              aria-checked={theme.theme === id}
              className={styles.theme}
              onClick={() => choose(id)}
            >
              <span className={styles.strip} aria-hidden>
                <i style={{ background: colour }} />
                <i style={{ background: solid }} />
                <i style={{ background: tint2 }} />
              </span>
              <b>{name}</b>
              <small>{colour.toUpperCase()}</small>
            </button>
          )
        })}
      </div>
      <div className={styles.body}>
        <section className={styles.stage} aria-label="效果">
          <Suspense fallback={<Skeleton active />}>
            <ThemePhones theme={theme as Theme} />
          </Suspense>
        </section>
        <div className={styles.side}>
          <section className={styles.card}>
            <h2>从一个颜色来，其余算出来</h2>
            {theme.theme === OWN_THEME && (
              <p>
                <label>
                  自定义颜色{' '}
                  <input
                    type="color"
                    aria-label="自定义颜色"
                    value={own}
                    disabled={!mayEdit}
                    onChange={({ target }) => setTheme({ ...theme, colour: target.value })}
                  />
                </label>
              </p>
            )}
            <Made colour={made.colour} name="选的颜色" use="条、点、选中的边" />
            <Made colour={made.solid} name="实心" use="按钮、进度、便宜了的价" />
            <Made colour={made.text} name="彩色的字" use="标签、提醒、选中的字" />
            <Made colour={made.tint2} name="浅底" use="标签、次要按钮" />
            <Made colour="#17181b" name="价格" use="平时的价用墨色" />
          </section>
          <section className={styles.card}>
            <h2>看看够不够清楚</h2>
            <ul className={styles.checks}>
              <Check name="按钮上的白字" ratio={contrast('#ffffff', made.solid)} least={4.5} />
              <Check name="彩色的字在浅底上" ratio={contrast(made.text, made.tint2)} least={4.5} />
              <Check name="进度条在浅底上" ratio={contrast(made.solid, made.tint2)} least={3} />
            </ul>
            <p className={styles.note}>颜色太浅实心会自动加深，不用自己挑</p>
          </section>
          <section className={styles.card}>
            <h2>圆角</h2>
            <Segmented
              aria-label="圆角"
              disabled={!mayEdit}
              value={theme.radius}
              options={([1, 2, 3] as const).map((value) => ({ value, label: radii[value] }))}
              onChange={(radius) => setTheme({ ...theme, radius })}
            />
          </section>
        </div>
      </div>
    </div>
  )
}

function Made({ colour, name, use }: { colour: string; name: string; use: string }) {
  return (
    <div className={styles.made}>
      <i style={{ background: colour }} aria-hidden />
      <span>
        {name}
        <small>{use}</small>
      </span>
      {colour.toUpperCase()}
    </div>
  )
}

function Check({ name, ratio, least }: { name: string; ratio: number; least: number }) {
  return (
    <li>
      {ratio >= least ? <CheckCircleOutlined aria-label="够" /> : <WarningOutlined aria-label="不够" />}
      <span>{name}</span>
      <em>{ratio.toFixed(1)} : 1</em>
    </li>
  )
}
