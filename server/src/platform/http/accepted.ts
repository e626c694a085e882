/** An answer with status 202: the work continues in the background. The route's `accepted` describes the body. */
export class Accepted<Body> {
  readonly body: Body

  constructor(body: Body) {
    this.body = body
  }
}
