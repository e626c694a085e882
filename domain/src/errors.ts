/** The request itself is wrong, whatever is stored. The server answers 400. */
export class BadInput extends Error {
  readonly field: string | undefined

  /**
   * @param message Chinese, names the thing and says what to do
   * @param field path of the field at fault, `attrValue[2].price`; left out when the whole request is at fault
   */
  constructor(message: string, field?: string) {
    super(message)
    this.name = 'BadInput'
    this.field = field
  }
}

/** The request fits the contract, but breaks a rule of the shop. The server answers 422. */
export class Refusal extends Error {
  readonly code: string

  /**
   * @param message Chinese, names the thing and says what to do next
   * @param code upper-case word that clients may act on
   */
  constructor(message: string, code = 'BUSINESS_RULE') {
    super(message)
    this.name = 'Refusal'
    this.code = code
  }
}
