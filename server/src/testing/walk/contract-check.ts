import { ErrorBody } from '@zhanggui/contract/error-body.ts'
import type { Route } from '@zhanggui/contract/routes.ts'
import { File, type TSchema } from '@zhanggui/contract/schema.ts'
import { isYuan } from '@zhanggui/domain/money.ts'
import { Ajv, type ValidateFunction } from 'ajv'
import { answerSchema, type Schema, statusesOf } from '../../platform/http/openapi/openapi.ts'
import type { App } from '../../platform/http/serve.ts'

const ajv = new Ajv({ strict: false, ownProperties: true })
ajv.addKeyword({ keyword: 'yuan', type: 'number', validate: (_: boolean, value: number) => isYuan(value) })

type Validators = { of(schema: TSchema): ValidateFunction }

/** Validators of answers, each compiled once. */
function makeValidators(prepare: (schema: Schema) => Schema): Validators {
  const compiled = new WeakMap<object, ValidateFunction>()
  return {
    of: (schema) => {
      const known = compiled.get(schema) ?? ajv.compile(prepare(answerSchema(schema as Schema)))
      compiled.set(schema, known)
      return known
    },
  }
}

const returned = makeValidators((schema) => schema)
const sentOut = makeValidators(closed)

/**
 * Compares every JSON answer of an application with its contract: the status, the fields, and no field besides. What the
 * handler returned is looked at as well as what was sent, as the serializer converts what does not fit; it also drops what
 * the contract does not name.
 * @param report takes a sentence about each answer that contradicts the contract
 */
export function compareAnswers({ fastify }: App, report: (contradiction: string) => void): void {
  const compare = (route: Route | undefined, status: number, body: unknown, validators: Validators) => {
    if (!route || status < 200) return
    const where = `${route.name} answers ${status}`
    if (!statusesOf(route).includes(status)) return report(`${where}, which its contract does not name`)
    const schema = schemaOf(route, status)
    const fits = schema && validators.of(schema)
    if (fits && !fits(body))
      report(
        `${where}: ${ajv.errorsText(fits.errors, { dataVar: 'body' })} ${JSON.stringify(fits.errors?.[0]?.params)}`,
      )
  }
  fastify.addHook('preSerialization', async (request, reply, answer) => {
    const asSent = () => JSON.parse(JSON.stringify(answer)) as unknown
    compare(request.routeOptions.config.route, reply.statusCode, asSent(), returned)
    return answer
  })
  fastify.addHook('onSend', async (request, reply, sent) => {
    const isJson = String(reply.getHeader('content-type')).startsWith('application/json')
    const text = Buffer.isBuffer(sent) ? sent.toString() : sent
    if (isJson && typeof text === 'string' && text !== '')
      compare(request.routeOptions.config.route, reply.statusCode, JSON.parse(text), sentOut)
    return sent
  })
}

function schemaOf(route: Route, status: number): TSchema | undefined {
  if (status >= 400) return ErrorBody
  const schema = status === 202 ? route.accepted : route.response
  return schema === File ? undefined : schema
}

/** The schema without room for fields that it does not name. */
function closed(schema: Schema): Schema {
  const { properties, items, additionalProperties: others } = schema
  const fields = Object.entries(properties ?? {}).map(([name, field]) => [name, closed(field)])
  return {
    ...schema,
    ...(properties && { properties: Object.fromEntries(fields), additionalProperties: others ?? false }),
    ...(items && { items: closed(items) }),
    ...(others && typeof others === 'object' && { additionalProperties: closed(others) }),
  }
}
