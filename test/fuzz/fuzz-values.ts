import fc from 'fast-check';

/** The parts of a JSON Schema that the API description uses. */
export type JsonSchema = {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  exclusiveMaximum?: number;
  minItems?: number;
  maxItems?: number;
  items?: JsonSchema;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
};

const LONG_TEXT = 'x'.repeat(70_000);

/** Must never appear in a page as it is. */
export const MARKUP = '<script>alert(1)</script>';

/** Text that programs often stumble over. */
const HOSTILE_TEXT = fc.constantFrom(
  '',
  ' ',
  '\0',
  'a\0b',
  '\uD800',
  '\uFEFF',
  '\u202Egnp.exe',
  '%',
  '%00',
  '%2e%2e%2f',
  '../../etc/passwd',
  "' or 1=1 --",
  '"; drop table users; --',
  '${7*7}{{7*7}}',
  MARKUP,
  '=1+1',
  '__proto__',
  'constructor',
  'NaN',
  '-1',
  '1e400',
  '99999999999999999999',
  '2026-02-30',
  '+275760-09-13T00:00:00.001Z',
  '0000-00-00',
  '-000001-01-01T00:00:00Z',
  '\r\nset-cookie: a=b',
  LONG_TEXT,
);

/** Any JSON, with values at the limits of its types. */
const HOSTILE: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: HOSTILE_TEXT },
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom<unknown>(null, true, 0, -0, -1, 0.1, 2 ** 31, 2 ** 53, -(2 ** 63), 1e308, [], {}),
  fc.jsonValue({ maxDepth: 3 }),
  fc.constant(JSON.parse('{"__proto__":{"isAdmin":true},"constructor":{"prototype":1}}')),
  fc.constant(Array.from({ length: 2_000 }, (_, index) => index)),
  fc.constant(JSON.parse('['.repeat(500) + ']'.repeat(500))),
);

/** Creates values for the schemas of one API description. */
export function createFuzzer(
  schemas: Record<string, JsonSchema>,
  /** Draws the id of an existing record. */
  knownId: fc.Arbitrary<string>,
) {
  const textOf = ({ format, pattern, minLength = 0, maxLength = 60 }: JsonSchema) => {
    if (format === 'uuid') return fc.oneof({ weight: 4, arbitrary: knownId }, fc.uuid());
    if (format === 'email') return fc.emailAddress();
    if (format === 'date') return dates.map((date) => date.toISOString().slice(0, 10));
    if (format === 'date-time') return dates.map((date) => date.toISOString());
    if (format === 'uri') return fc.webUrl();
    if (pattern) {
      try {
        return fc.stringMatching(new RegExp(pattern, 'u'));
      } catch {
        // fast-check does not know every syntax.
      }
    }
    const most = Math.min(maxLength, minLength + 80);
    const text = fc.string({ unit: 'grapheme', minLength, maxLength: most });
    const hostile = HOSTILE_TEXT.map((each) => each.slice(0, maxLength));
    return fc.oneof(
      { weight: 3, arbitrary: text },
      hostile.filter((each) => each.length >= minLength),
    );
  };
  const dates = fc.date({
    min: new Date('1930-01-01'),
    max: new Date('2090-01-01'),
    noInvalidDate: true,
  });

  function valueOf(schema: JsonSchema | undefined, depth = 0): fc.Arbitrary<unknown> {
    if (!schema || depth > 6) return fc.jsonValue({ maxDepth: 1 });
    if (schema.$ref) return valueOf(schemas[schema.$ref.split('/').at(-1)!], depth + 1);
    if (schema.const !== undefined) return fc.constant(schema.const);
    if (schema.enum) return fc.constantFrom(...schema.enum);
    const choices = schema.anyOf ?? schema.oneOf;
    if (choices) return fc.oneof(...choices.map((choice) => valueOf(choice, depth + 1)));
    if (schema.allOf) {
      const parts = schema.allOf.map((part) => valueOf(part, depth + 1));
      return fc.tuple(...parts).map((values) => Object.assign({}, ...values) as unknown);
    }
    const types = [schema.type ?? 'object'].flat();
    return fc.oneof(...types.map((type) => typedValueOf(type, schema, depth)));
  }

  function typedValueOf(type: string, schema: JsonSchema, depth: number): fc.Arbitrary<unknown> {
    const min = schema.minimum ?? (schema.exclusiveMinimum ?? -1_000_001) + 1;
    const max = Math.max(min, schema.maximum ?? (schema.exclusiveMaximum ?? 1_000_001) - 1);
    switch (type) {
      case 'string':
        return textOf(schema);
      case 'integer':
        return fc.integer({ min: Math.max(min, -(2 ** 31)), max: Math.min(max, 2 ** 31) });
      case 'number':
        return fc.double({ min, max, noNaN: true });
      case 'boolean':
        return fc.boolean();
      case 'null':
        return fc.constant(null);
      case 'array': {
        const minLength = schema.minItems ?? 0;
        const maxLength = Math.min(schema.maxItems ?? 4, minLength + 3);
        return fc.array(valueOf(schema.items, depth + 1), { minLength, maxLength });
      }
      default: {
        const properties = Object.entries(schema.properties ?? {});
        const model = Object.fromEntries(
          properties.map(([name, property]) => [name, valueOf(property, depth + 1)]),
        );
        return fc.record(model, { requiredKeys: schema.required ?? [] });
      }
    }
  }

  /** A value of the schema in which one field, or the whole, is hostile, missing or unknown. */
  const nearlyValueOf = (schema: JsonSchema | undefined): fc.Arbitrary<unknown> =>
    fc.tuple(valueOf(schema), HOSTILE, fc.nat(), fc.nat(9)).map(([value, hostile, at, kind]) => {
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return hostile;
      const names = Object.keys(value);
      const name = names[at % names.length];
      if (name === undefined || kind === 0) return { ...value, unknownField: hostile };
      if (kind > 1) return { ...value, [name]: hostile };
      return Object.fromEntries(Object.entries(value).filter(([key]) => key !== name));
    });

  return {
    /** Valid half of the time, otherwise nearly valid or hostile. */
    anyValueOf: (schema: JsonSchema | undefined): fc.Arbitrary<unknown> =>
      fc.oneof(
        { weight: 5, arbitrary: valueOf(schema) },
        { weight: 4, arbitrary: nearlyValueOf(schema) },
        { weight: 1, arbitrary: HOSTILE },
      ),
    hostileText: HOSTILE_TEXT,
  };
}
