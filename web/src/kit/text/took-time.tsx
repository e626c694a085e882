import { Tag } from 'antd'

/** The duration of a request, in the colours of the logs: up to 300 ms green, up to 1000 orange, above that red. */
export function TookTime({ ms }: { ms: number }) {
  return <Tag color={ms <= 300 ? 'green' : ms <= 1000 ? 'orange' : 'red'}>{ms} ms</Tag>
}
