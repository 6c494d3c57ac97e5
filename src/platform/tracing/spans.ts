import type { Span, SpanOptions, Tracer } from '@opentelemetry/api';

/** What opens spans while traces are exported. */
export type Tracing = {
  tracer: Tracer;
  /** Runs as a part of the trace that these headers of a request name, if they name one. */
  continueTrace<T>(headers: Record<string, string | undefined>, call: () => T): T;
  /** Whether a span of this process is open where this runs. */
  isInTrace(): boolean;
};

type Attributes = Record<string, string | number>;
type Described = { name: string; kind: SpanKindName; attributes?: Attributes };
type SpanKindName = keyof typeof KINDS;

// The values of SpanKind, whose package is loaded only while traces are exported.
const KINDS = { internal: 0, server: 1, client: 2, consumer: 4 } as const;
const ERROR = 2;

let current: Tracing | null = null;

/** Lets all spans from now on be exported, or none with null. */
export function setTracing(tracing: Tracing | null): void {
  current = tracing;
}

/** What opens spans; null if no traces are exported. */
export function currentTracing(): Tracing | null {
  return current;
}

/** Opens a span below the current one. Nothing in it may be personal data. */
export function openSpan({ tracer }: Tracing, { name, kind, attributes }: Described): Span {
  const options: SpanOptions = { kind: KINDS[kind], ...(attributes && { attributes }) };
  return tracer.startSpan(name, options);
}

/** Marks a span as failed with the class of the error, whose message may quote what people typed. */
export function failSpan(span: Span, error: unknown): void {
  const type = error instanceof Error ? error.name : 'Error';
  span.setAttribute('error.type', type);
  span.setStatus({ code: ERROR });
}

/** Runs a function within a span if traces are exported. */
export async function withSpan<T>(
  described: Described,
  call: (span: Span | null) => Promise<T>,
): Promise<T> {
  if (!current) return call(null);
  const { name, kind, attributes } = described;
  const options: SpanOptions = { kind: KINDS[kind], ...(attributes && { attributes }) };
  return current.tracer.startActiveSpan(name, options, async (span) => {
    try {
      return await call(span);
    } catch (error) {
      failSpan(span, error);
      throw error;
    } finally {
      span.end();
    }
  });
}
