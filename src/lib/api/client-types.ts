import type { z } from 'zod';

/** A response whose JSON has this type. */
export type JsonResponse<T> = Pick<Response, 'ok' | 'status' | 'headers'> & { json(): Promise<T> };

/** Every value of a query or path arrives as text. */
type Texts<T> = { [key in keyof T]: string | number | string[] };
type Text<T> = { [key in keyof T]: string };
/** Optional if all its fields are. */
type Part<K extends string, T> =
  Record<never, never> extends T ? { [key in K]?: T } : { [key in K]: T };
type Input<Pa, Q, B> = (Pa extends z.ZodType ? Part<'param', Text<z.input<Pa>>> : unknown) &
  (Q extends z.ZodType ? Part<'query', Texts<z.input<Q>>> : unknown) &
  (B extends z.ZodType ? { json: z.input<B> } : unknown);

type Options = { init?: RequestInit; headers?: Record<string, string> };
type Send<I, O> =
  Record<never, never> extends I
    ? (input?: I, options?: Options) => Promise<JsonResponse<O>>
    : (input: I, options?: Options) => Promise<JsonResponse<O>>;

/** Nested by the parts of the path: `/api/tasks/{id}` is `api.tasks[':id']`. */
type AtPath<P extends string, T> = P extends `/${infer Head}/${infer Rest}`
  ? { [key in PathPart<Head>]: AtPath<`/${Rest}`, T> }
  : P extends `/${infer Last}`
    ? { [key in PathPart<Last>]: T }
    : never;
type PathPart<T extends string> = T extends `{${infer Name}}` ? `:${Name}` : T;

/**
 * The typed client's view of one operation. The types of hono's own client say the same, but took more
 * than half of the whole type check.
 */
export type ClientCall<M extends string, P extends string, Pa, Q, B, O> = AtPath<
  P,
  { [key in `$${M}`]: Send<Input<Pa, Q, B>, O extends z.ZodType ? z.output<O> : never> }
>;

/** The intersection of a union's members. */
export type Intersection<T> = (T extends unknown ? (member: T) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never;
