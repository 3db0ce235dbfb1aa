/** When false reports take the service from an application. */
export type FalseReportBound = {
  /** The share of false reports among decided ones, in percent. */
  percent: number
  /** Fewer decided reports take nothing from anyone. */
  leastDecided: number
}
