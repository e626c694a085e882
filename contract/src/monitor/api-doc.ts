import { routes } from '../routes.ts'
import * as t from '../schema.ts'

export const apiDoc = routes('api-doc', {
  openapi: {
    method: 'GET',
    path: '/openapi.json',
    permission: 'admin:system:apidoc',
    errors: [404],
    summary: '接口文档（OpenAPI 3.1）',
    etag: true,
    response: t.Json(),
  },
})
