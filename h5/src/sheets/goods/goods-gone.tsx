import { Empty } from '@zhanggui/page-kit/parts/empty.tsx'
import { BackButton } from '../../parts/screen.tsx'
import { Button } from '../../parts/typed/button.tsx'
import { Recommended } from './recommended.tsx'

type Given = {
  text: string
  /** Where there is more of its kind. */
  to?: string
  label?: string
  /** The screen has no bar that leads back. */
  isBare?: boolean
}

/** Instead of what is not sold any more. */
export function GoodsGone({ text, to = '/', label = '去首页看看', isBare = false }: Given) {
  return (
    <>
      {isBare && (
        <>
          <BackButton />
          <h1 className="seen-less">商品</h1>
        </>
      )}
      <Empty text={text}>
        <Button to={to}>{label}</Button>
      </Empty>
      <Recommended title="看看别的" />
    </>
  )
}
