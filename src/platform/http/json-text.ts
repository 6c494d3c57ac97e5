type Members<T> = { [key in keyof T]: JsonText<T[key]> };

type WithoutNulls<T> = {
  [key in keyof T as null extends T[key] ? never : key]: T[key];
} & { [key in keyof T as null extends T[key] ? key : never]?: NonNullable<T[key]> };

type Bytes = Uint8Array<ArrayBuffer>;

const COMMA = Buffer.from(',');
const ARRAY_START = Buffer.from('[');
const ARRAY_END = Buffer.from(']');
const OBJECT_END = Buffer.from('}');

/**
 * A value as JSON text in UTF-8, so that responses can be assembled from cached parts: nothing is copied
 * or encoded before {@link JsonText.toBytes}.
 */
export class JsonText<T> {
  /** Never set: it ties the text to the type of its value. */
  declare readonly value: T;
  readonly #parts: readonly Bytes[];

  private constructor(parts: readonly Bytes[]) {
    this.#parts = parts;
  }

  static of<T>(value: T): JsonText<T> {
    return new JsonText([Buffer.from(JSON.stringify(value))]);
  }

  static array<T>(items: readonly JsonText<T>[]): JsonText<T[]> {
    const parts = items.flatMap((item, index) =>
      index === 0 ? item.#parts : [COMMA, ...item.#parts],
    );
    return new JsonText([ARRAY_START, ...parts, ARRAY_END]);
  }

  static object<T extends object>(members: Members<T>): JsonText<T> {
    const parts = Object.entries<JsonText<unknown>>(members).flatMap(([name, member], index) => [
      Buffer.from(`${index === 0 ? '{' : ','}${JSON.stringify(name)}:`),
      ...member.#parts,
    ]);
    return new JsonText([...parts, OBJECT_END]);
  }

  /** Adds members with these names, which need no escaping, to a non-empty object, and omits nulls. */
  static extend<T extends object, More extends object, Name extends keyof More & string>(
    base: JsonText<T>,
    members: More,
    names: readonly Name[],
  ): JsonText<T & WithoutNulls<Pick<More, Name>>> {
    let added = '';
    for (const name of names) {
      const value = members[name];
      if (value !== null) added += `,"${name}":${JSON.stringify(value)}`;
    }
    const last = base.#parts.at(-1)!;
    return new JsonText([
      ...base.#parts.slice(0, -1),
      last.subarray(0, -1),
      Buffer.from(`${added}}`),
    ]);
  }

  toBytes(): Bytes {
    return Buffer.concat(this.#parts);
  }
}
