/** An answer that is no JSON: a picture, a voice. */
export class FakeFile {
  readonly mime: string
  readonly content: Buffer

  constructor(mime: string, content: Buffer) {
    this.mime = mime
    this.content = content
  }
}
