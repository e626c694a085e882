import { fileTypes } from '@zhanggui/domain/file/file-type.ts'
import { Button } from 'antd'
import { useSearchParams } from 'react-router'
import { copy } from '../../../kit/feedback/copy.ts'
import { showWarning } from '../../../kit/feedback/feedback.ts'
import { MediaLibrary } from '../../../kit/media/media-library.tsx'
import { wholeUrl } from '../../../kit/media/media-url.ts'
import { usePick } from '../../../kit/media/use-pick.ts'
import { useSettings } from '../../../kit/settings/settings.ts'
import styles from './material.module.css'

/** An editor accepts at most this many pictures at once. */
const MAX_PICTURES = 50

/**
 * 上传图片: the library in a frame or window of an editor, to which it sends the selection; by itself it copies the links.
 */
export default function MaterialPopupPage() {
  const [search] = useSearchParams()
  const pick = usePick(fileTypes.image, search.get('type') === 'one' ? 1 : MAX_PICTURES)
  const mediaDomain = useSettings((settings) => settings.mediaDomain)
  const asker = askingWindow()

  function handleOk() {
    const list = pick.chosen.map(({ id, url, name }) => ({ id, url: wholeUrl(url, mediaDomain), name }))
    if (!list.length) return void showWarning('请先选择图片')
    if (!asker) return void copy(list.map(({ url }) => url).join('\n'))
    asker.postMessage({ field: search.get('field') ?? '', list }, window.location.origin)
    if (asker === window.opener) window.close()
  }

  return (
    <main className={styles.popup}>
      <MediaLibrary {...pick} types={[fileTypes.image]} height="max(240px, calc(100vh - 170px))" />
      <footer className={styles.foot}>
        <span role="status">已选 {pick.chosen.length} 张</span>
        <Button onClick={() => pick.onChoose([])}>取消</Button>
        <Button type="primary" onClick={handleOk}>
          {asker ? '确定' : '复制链接'}
        </Button>
      </footer>
    </main>
  )
}

/** The window that opened this page, in a frame or as a popup. */
function askingWindow(): Window | undefined {
  if (window.parent !== window) return window.parent
  return (window.opener as Window | null) ?? undefined
}
