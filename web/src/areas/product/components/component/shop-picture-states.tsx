import { Button, Flex, Tag } from 'antd'
import { useStore } from 'zustand'
import type { ShopPictureStore } from '../../model/shop-pictures.ts'

const words = { waiting: '等待上传', sending: '上传中', done: '已上传微信' }
const colours = { waiting: 'default', sending: 'processing', done: 'success' }

/** A picture's upload state at WeChat, with 重试 if it failed. */
export function ShopPictureState({
  of: store,
  address,
  name,
}: {
  of: ShopPictureStore
  address: string
  name: string
}) {
  const state = useStore(store, ({ states }) => states[address])
  if (!state) return null
  if (state.kind !== 'failed') return <Tag color={colours[state.kind]}>{words[state.kind]}</Tag>
  return (
    <Flex wrap gap={4} align="center">
      <Tag color="error">上传失败</Tag>
      <span>{state.message}</span>
      <Button
        type="link"
        size="small"
        style={{ padding: 0 }}
        aria-label={`重试${name}`}
        onClick={() => store.getState().retry(address)}
      >
        重试
      </Button>
    </Flex>
  )
}

/** The upload states of all pictures of a field. */
export function ShopPictureStates({
  of: store,
  addresses = [],
}: {
  of: ShopPictureStore
  addresses?: readonly string[]
}) {
  if (!addresses.length) return null
  return (
    <Flex wrap gap={8} style={{ marginTop: 8 }}>
      {addresses.map((address, index) => (
        <Flex key={address} gap={4} align="center">
          <span>图{index + 1}</span>
          <ShopPictureState of={store} address={address} name={`图${index + 1}`} />
        </Flex>
      ))}
    </Flex>
  )
}
