import { Empty } from '@zhanggui/page-kit/parts/empty.tsx'
import { Screen } from '../../parts/screen.tsx'
import { Button } from '../../parts/typed/button.tsx'

export default function LostScreen() {
  return (
    <Screen title="页面走丢了">
      <Empty text="页面走丢了">
        <Button to="/">去首页</Button>
      </Empty>
    </Screen>
  )
}
