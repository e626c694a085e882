import { act, renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { passLiveFrame } from '../../api/live.ts'
import { useSheetWait } from './use-sheet-wait.ts'

test('a page learns how many sheets are read before its own while it is being checked', () => {
  const { result, rerender } = renderHook(({ checking }) => useSheetWait(checking), {
    initialProps: { checking: true },
  })
  const tell = (ahead: number) => act(() => passLiveFrame('sheet.wait', { ahead }))
  expect(result.current).toBe(0)
  tell(2)
  expect(result.current).toBe(2)
  rerender({ checking: false })
  expect(result.current).toBe(0)
  tell(1)
  expect(result.current).toBe(0)
})
