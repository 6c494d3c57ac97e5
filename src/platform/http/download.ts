/** A file as the response of an operation, streamed while it is generated. */
export class Download {
  readonly name: string;
  readonly type: string;
  readonly chunks: AsyncIterable<Uint8Array>;

  constructor(name: string, type: string, chunks: AsyncIterable<Uint8Array>) {
    this.name = name;
    this.type = type;
    this.chunks = chunks;
  }
}
