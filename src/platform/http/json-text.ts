type Members<T> = { [key in keyof T]: JsonText<T[key]> };

type WithoutNulls<T> = {
  [key in keyof T as null extends T[key] ? never : key]: T[key];
} & { [key in keyof T as null extends T[key] ? key : never]?: NonNullable<T[key]> };

/** A value as JSON text, so that responses can be assembled from cached parts. */
export class JsonText<T> {
  /** Never set: it ties the text to the type of its value. */
  declare readonly value: T;
  readonly text: string;

  private constructor(text: string) {
    this.text = text;
  }

  static of<T>(value: T): JsonText<T> {
    return new JsonText(JSON.stringify(value));
  }

  static array<T>(items: JsonText<T>[]): JsonText<T[]> {
    return new JsonText(`[${items.map(({ text }) => text).join()}]`);
  }

  static object<T extends object>(members: Members<T>): JsonText<T> {
    let text = '';
    for (const [name, member] of Object.entries<JsonText<unknown>>(members)) {
      text += `${text && ','}${JSON.stringify(name)}:${member.text}`;
    }
    return new JsonText(`{${text}}`);
  }

  /** Adds members with these names, which need no escaping, to a non-empty object, and omits nulls. */
  static extend<T extends object, More extends object, Name extends keyof More & string>(
    { text }: JsonText<T>,
    members: More,
    names: readonly Name[],
  ): JsonText<T & WithoutNulls<Pick<More, Name>>> {
    let extended = text.slice(0, -1);
    for (const name of names) {
      const value = members[name];
      if (value !== null) extended += `,"${name}":${JSON.stringify(value)}`;
    }
    return new JsonText(`${extended}}`);
  }
}
