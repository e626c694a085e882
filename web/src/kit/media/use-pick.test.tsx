import { act, renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { makeAttachment } from '../../testing/media.ts'
import { usePick } from './use-pick.ts'

test('uploaded files are chosen in the order of selection, whichever arrives first', () => {
  const { result } = renderHook(() => usePick(1, 4))
  act(() => result.current.onChoose([makeAttachment(9)]))
  for (const place of [3, 1, 2]) act(() => result.current.onUploaded(makeAttachment(place * 10), place))
  expect(result.current.chosen.map(({ id }) => id)).toEqual([9, 10, 20, 30])
  act(() => result.current.onUploaded(makeAttachment(40), 4))
  expect(result.current.chosen).toHaveLength(4)
})
