type Members<T> = { [key in keyof T]: JsonText<T[key]> };

/** A value as JSON text, so that answers can be put together from cached texts. */
export class JsonText<T> {
  /** Never set: it holds the text to the type of its value. */
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
    const texts = Object.entries<JsonText<unknown>>(members).map(
      ([name, { text }]) => `${JSON.stringify(name)}:${text}`,
    );
    return new JsonText(`{${texts.join()}}`);
  }

  /** Adds members to an object, which has some. */
  static extend<T extends object, More extends object>(
    { text }: JsonText<T>,
    members: More,
  ): JsonText<T & More> {
    const more = JSON.stringify(members);
    return new JsonText(more === '{}' ? text : `${text.slice(0, -1)},${more.slice(1)}`);
  }
}
