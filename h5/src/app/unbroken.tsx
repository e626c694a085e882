import { Empty } from '@zhanggui/page-kit/parts/empty.tsx'
import { Component, type ReactNode } from 'react'
import { Button } from '../parts/typed/button.tsx'

type Given = { /** Another value is another try. */ of: string; children: ReactNode }

/** Says that a screen could not be drawn, or that its code did not come: it is gone after an update of the shop. */
export class Unbroken extends Component<Given, { isBroken: boolean; of: string }> {
  override state = { isBroken: false, of: '' }

  static getDerivedStateFromError() {
    return { isBroken: true }
  }

  static getDerivedStateFromProps({ of }: Given, before: { of: string }) {
    return before.of === of ? null : { of, isBroken: false }
  }

  override render() {
    if (!this.state.isBroken) return this.props.children
    return (
      <Empty text="页面没能打开">
        <Button onClick={() => window.location.reload()}>重新打开</Button>
      </Empty>
    )
  }
}
