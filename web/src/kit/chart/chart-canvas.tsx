import { toWireTime } from '@zhanggui/domain/time.ts'
import { theme } from 'antd'
import { BarChart, type BarSeriesOption, LineChart, type LineSeriesOption } from 'echarts/charts'
import {
  GridComponent,
  type GridComponentOption,
  TooltipComponent,
  type TooltipComponentOption,
} from 'echarts/components'
import { type ComposeOption, type ECharts, init, use } from 'echarts/core'
import { CanvasRenderer } from 'echarts/renderers'
import { useEffect, useRef } from 'react'
import { fullText } from '../text/when-text.ts'
import { type ChartProps, type ChartSeries, toneOf, valueText } from './chart.tsx'

// Only what our charts are made of: the whole library is six times as large.
use([LineChart, BarChart, GridComponent, TooltipComponent, CanvasRenderer])

type Option = ComposeOption<LineSeriesOption | BarSeriesOption | GridComponentOption | TooltipComponentOption>
type Props = Omit<ChartProps, 'label'> & { format: (value: number) => string; width: number }

/** Draws a chart in the colours, letters and motion of its place. */
export default function ChartCanvas({ kind, points, series, stack = false, format, width }: Props) {
  const place = useRef<HTMLDivElement>(null)
  const chart = useRef<ECharts>(undefined)
  // Changes with theme colour, appearance and size, and with reduced motion.
  const { token } = theme.useToken()
  useEffect(() => {
    if (!place.current) return
    chart.current = init(place.current)
    return () => chart.current?.dispose()
  }, [])
  useEffect(() => {
    if (!place.current || !chart.current) return
    const look = { ...lookOf(place.current), motion: token.motion, fontSize: token.fontSizeSM }
    chart.current.resize({ width })
    chart.current.setOption(optionOf({ kind, points, series, stack, format }, look), { notMerge: true })
  }, [kind, points, series, stack, format, width, token])
  return <div ref={place} style={{ height: '100%' }} aria-hidden="true" />
}

type Look = ReturnType<typeof lookOf> & { motion: boolean; fontSize: number }

function lookOf(element: Element) {
  const style = getComputedStyle(element)
  return { colour: (name: string) => style.getPropertyValue(name).trim(), fontFamily: style.fontFamily }
}

/** Whether the ends of two lines stand so far apart that each has room for its label. */
function endApart([one, other]: readonly ChartSeries[]): boolean {
  if (!one || !other) return true
  const most = Math.max(...[one, other].flatMap(({ values }) => values.map((value) => value ?? 0)))
  return Math.abs((one.values.at(-1) ?? 0) - (other.values.at(-1) ?? 0)) > most / 8
}

function optionOf({ kind, points, series, stack, format }: Omit<Props, 'width'>, look: Look): Option {
  const { colour, fontFamily, fontSize, motion } = look
  const text = { color: colour('--text-3'), fontFamily, fontSize }
  const timed = points[0] instanceof Date
  const [one, other] = series
  const axis = {
    axisLine: { lineStyle: { color: colour('--line-strong') } },
    axisTick: { show: false },
    splitLine: { show: false },
  }
  const direct = kind !== 'bar' && one !== undefined && series.length <= 2 && endApart(series)
  return {
    animation: motion,
    animationDuration: 180,
    textStyle: { fontFamily },
    grid: {
      left: 4,
      right: direct ? roomOf(series.map((line) => endText(line, other !== undefined, format))) : 12,
      top: 16,
      bottom: 4,
      outerBoundsMode: 'same',
      outerBoundsContain: 'axisLabel',
    },
    tooltip: {
      trigger: 'axis',
      // Drawn, not written as HTML: names are what staff typed.
      renderMode: 'richText',
      confine: true,
      backgroundColor: colour('--raised'),
      borderColor: colour('--line-strong'),
      textStyle: { color: colour('--text'), fontFamily, fontSize },
      axisPointer: { type: kind === 'bar' ? 'shadow' : 'line', lineStyle: { color: colour('--line-strong') } },
      formatter: (hovered) => {
        const at = [hovered].flat()[0]?.dataIndex ?? 0
        const point = points[at]
        const lines = series.map(({ name, values }) => `${name}  ${valueText(values[at], format)}`)
        return [point instanceof Date ? fullText(point) : point, ...lines].join('\n')
      },
    },
    xAxis: timed
      ? { type: 'time', ...axis, axisLabel: { ...text, hideOverlap: true, formatter: dayText } }
      : { type: 'category', data: points as string[], boundaryGap: kind === 'bar', ...axis, axisLabel: text },
    yAxis: {
      type: 'value',
      splitNumber: 4,
      splitLine: { lineStyle: { color: colour('--grid') } },
      axisLabel: { ...text, formatter: (value: number) => value.toLocaleString('en-US') },
    },
    series: series.map((line, index) => {
      const tone = colour(toneOf(line, index))
      const data = line.values.map((value, at) => (timed ? [Number(points[at]), value] : value)) as number[]
      if (kind === 'bar' && !line.before)
        return {
          type: 'bar',
          name: line.name,
          data,
          barMaxWidth: 24,
          ...(stack && { stack: 'all' }),
          itemStyle: { color: tone, borderRadius: [2, 2, 0, 0] },
        }
      return {
        type: 'line',
        name: line.name,
        data,
        step: kind === 'step' ? 'end' : false,
        showSymbol: points.length === 1,
        symbol: 'circle',
        lineStyle: { color: tone, width: line.before ? 1.5 : 2, type: line.before ? 'dashed' : 'solid' },
        itemStyle: { color: tone },
        ...(direct && {
          endLabel: {
            show: true,
            color: line.before ? colour('--text-3') : colour('--link'),
            // Where there is little room, the other line runs behind it.
            backgroundColor: colour('--surface'),
            fontFamily,
            fontSize,
            fontWeight: line.before ? 400 : 600,
            formatter: () => endText(line, other !== undefined, format),
          },
        }),
      }
    }),
  }
}

/** What stands at the end of a line: its last value, with its name where there are several. */
const endText = ({ name, values }: ChartSeries, named: boolean, format: Props['format']) =>
  `${named ? `${name} ` : ''}${format(lastOf(values))}`

/** Room for the widest of the texts at the ends of lines, px; figures are narrower than characters. */
const roomOf = (texts: readonly string[]) =>
  12 + Math.max(...texts.map((text) => [...text].reduce((sum, letter) => sum + (letter > '\u00ff' ? 13 : 7.2), 0)))

const lastOf = (values: readonly (number | null)[]) => values.findLast((value) => value !== null) ?? 0

/** A mark of the time axis, in Shanghai: the day, or the hour within one. */
function dayText(at: number): string {
  const text = toWireTime(new Date(at))
  return text.endsWith('00:00:00') ? text.slice(5, 10) : text.slice(11, 16)
}
