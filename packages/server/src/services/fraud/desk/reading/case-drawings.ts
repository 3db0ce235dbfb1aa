import * as echarts from 'echarts'
import type { CaseGraphObject, CaseStatistics } from '../index.ts'

const width = 1_100
const text = { fontFamily: 'sans-serif', color: '#222222' }

const colours = {
  open: '#4e79a7',
  confirmed: '#d1495b',
  escalated: '#8f2d56',
  dismissed: '#9aa5b1',
} as const

const draw = (option: echarts.EChartsOption, height: number): string => {
  const chart = echarts.init(null, null, { renderer: 'svg', ssr: true, width, height })
  try {
    chart.setOption({ animation: false, textStyle: text, backgroundColor: '#ffffff', ...option })
    return chart.renderToSVGString()
  } finally {
    chart.dispose()
  }
}

/** Two plots in one SVG: cases by type and outcome, and the time to a decision by type. */
export const drawStatistics = ({ by_type }: CaseStatistics): string => {
  const types = Object.entries(by_type).toSorted(([, one], [, other]) => one.total - other.total)
  const names = types.map(([type]) => type)
  const bar = (name: keyof typeof colours, value: (index: number) => number) => ({
    type: 'bar' as const,
    ...{ name, stack: 'cases', xAxisIndex: 0, yAxisIndex: 0 },
    itemStyle: { color: colours[name] },
    data: names.map((_, index) => value(index)),
  })
  const counts = types.map(([, { by_status }]) => by_status)
  const count = (index: number, ...statuses: (keyof NonNullable<(typeof counts)[number]>)[]) =>
    statuses.reduce((sum, status) => sum + (counts[index]?.[status] ?? 0), 0)
  const plotHeight = 60 + Math.max(1, names.length) * 28
  const second = plotHeight + 160
  return draw(
    {
      title: [
        { text: 'Cases by type and outcome', left: 16, top: 10, textStyle: { fontSize: 16, ...text } },
        {
          text: 'Hours from report to decision',
          left: 16,
          top: second - 46,
          textStyle: { fontSize: 16, ...text },
        },
      ],
      legend: { top: 12, right: 16, itemGap: 24, data: Object.keys(colours) },
      grid: [
        { left: 190, right: 40, top: 50, height: plotHeight },
        { left: 190, right: 150, top: second, height: plotHeight },
      ],
      xAxis: [
        { type: 'value', gridIndex: 0, minInterval: 1 },
        { type: 'value', gridIndex: 1 },
      ],
      yAxis: [
        { type: 'category', gridIndex: 0, data: names },
        { type: 'category', gridIndex: 1, data: names },
      ],
      series: [
        bar('open', (index) => count(index, 'received', 'under_review')),
        bar('confirmed', (index) => count(index, 'confirmed')),
        bar('escalated', (index) => count(index, 'escalated_to_authorities')),
        bar('dismissed', (index) => count(index, 'dismissed')),
        hours(
          'median',
          '#2a9d8f',
          types.map(([, one]) => one.time_to_decision.median_seconds),
        ),
        hours(
          '90th percentile',
          '#e9c46a',
          types.map(([, one]) => one.time_to_decision.p90_seconds),
        ),
      ],
    },
    second + plotHeight + 60,
  )
}

const hours = (name: string, color: string, seconds: (number | null)[]) => ({
  type: 'bar' as const,
  ...{ name, xAxisIndex: 1, yAxisIndex: 1 },
  itemStyle: { color },
  label: { show: true, position: 'right' as const, formatter: `{c} h ${name}` },
  data: seconds.map((one) => (one === null ? null : Math.round(one / 36) / 100)),
})

const statusColours: Readonly<Record<string, string>> = {
  ...colours,
  received: '#a0c4e8',
  under_review: colours.open,
  escalated_to_authorities: colours.escalated,
}

/** The cluster of a case: a circle of cases. A thicker line is a stronger link. */
export const drawGraph = ({ case_number, nodes, edges }: CaseGraphObject): string =>
  draw(
    {
      title: {
        text: `Cases linked to ${case_number}`,
        left: 16,
        top: 10,
        textStyle: { fontSize: 16, ...text },
      },
      series: [
        {
          type: 'graph',
          layout: 'circular',
          top: 90,
          bottom: 90,
          left: 170,
          right: 170,
          circular: { rotateLabel: nodes.length > 12 },
          label: { show: true, position: 'right', formatter: '{b}', fontSize: nodes.length > 60 ? 7 : 11 },
          edgeLabel: { show: edges.length <= 40, fontSize: 9, formatter: ({ data }) => labelOf(data) },
          data: nodes.map((node) => ({
            name: node.case_number,
            symbolSize: node.case_number === case_number ? 22 : 12,
            itemStyle: { color: statusColours[node.status] ?? colours.open },
          })),
          links: edges.map(({ from, to, reasons, strength }) => ({
            ...{ source: from, target: to, reasons },
            lineStyle: { width: 1 + 4 * strength, color: '#888888' },
          })),
        },
      ],
    },
    900,
  )

const labelOf = (data: unknown): string => {
  const { reasons } = data as { reasons?: readonly string[] }
  return reasons?.join(', ') ?? ''
}
