type Values = Readonly<Record<string, unknown>>

/**
 * What a shop should know before it saves its rules of distribution.
 * @param values of the form, as they are typed
 * @param afterSaleDays how long after receipt a buyer may ask for a refund; undefined for those who may not know
 */
export function configWarnings(values: Values, afterSaleDays: unknown): string[] {
  const quota = Number(values.store_brokerage_quota)
  const days = Number(values.extract_time)
  const sum = Number(values.store_brokerage_ratio) + Number(values.store_brokerage_two)
  return [
    sum > 100 && '返佣比例之和不能超过100%',
    Number(values.store_brokerage_status) === 1 && quota >= 0 && '消费门槛可能被认定为入门费，建议关闭',
    afterSaleDays !== undefined && days < Number(afterSaleDays) && '冻结期短于售后期，退款后可能追不回佣金',
  ].filter((text) => text !== false)
}
