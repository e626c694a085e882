import * as t from '@zhanggui/contract/schema.ts'
import { defineComponent, type Fault } from '../../define.ts'
import { image, int, link, list, one, slider } from '../../fields.ts'

/** How many pictures each arrangement has; a free one has as many as fit. */
export const cellCounts = { one: 1, two: 2, three: 3, leftRight: 3, four: 4, square: 4, free: 16 } as const

/** Of pictures that are placed one by one. */
const FREE = { visibleIf: { key: 'grid', in: ['free'] } }

export const imageCube = defineComponent({
  type: 'imageCube',
  title: '图片魔方',
  group: 'basic',
  icon: 'M4 4h10v10H4zM10 10h10v10H10z',
  props: t.Object({
    grid: one('摆法', {
      one: '一张',
      two: '一行二个',
      three: '一行三个',
      leftRight: '左一右二',
      four: '一行四个',
      square: '二左二右',
      free: '自由摆放',
    }),
    cells: list('图片', 16, {
      image: image('图片', [375, 375], { needed: true }),
      link: link(),
      fit: one('填充', { cover: '裁切填满', contain: '完整显示', fill: '拉伸填满' }),
      x: int('左', 0, 3, FREE),
      y: int('上', 0, 3, FREE),
      w: int('宽', 1, 4, FREE),
      h: int('高', 1, 4, FREE),
    }),
    space: slider('间距', 0, 20),
    radius: slider('圆角', 0, 30),
  }),
  check: ({ grid, cells }) => (grid === 'free' ? freeFaults(cells) : countFault(cells.length, cellCounts[grid])),
})

function countFault(given: number, needed: number): Fault[] {
  return given < needed ? [{ path: ['cells'], message: `请上传${needed}张图片` }] : []
}

type Cell = { x: number; y: number; w: number; h: number }

function freeFaults(cells: readonly Cell[]): Fault[] {
  if (!cells.length) return [{ path: ['cells'], message: '请摆放图片' }]
  return cells.flatMap((cell, index): Fault[] => {
    if (cell.x + cell.w > 4 || cell.y + cell.h > 4) return [{ path: ['cells', index], message: '图片超出了魔方' }]
    const isOver = cells.some((other, at) => at < index && isOverlapping(cell, other))
    return isOver ? [{ path: ['cells', index], message: '图片互相重叠' }] : []
  })
}

const isOverlapping = (one: Cell, other: Cell) =>
  one.x < other.x + other.w && other.x < one.x + one.w && one.y < other.y + other.h && other.y < one.y + one.h
