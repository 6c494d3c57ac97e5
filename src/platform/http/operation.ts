import { OpenAPIHono, type RouteConfig, type z } from '@hono/zod-openapi';
import type { Context, MiddlewareHandler } from 'hono';
import type { HidingPolicy } from '#src/lib/age.ts';
import type { ClientCall } from '#src/lib/api/client-types.ts';
import { DomainError } from '#src/lib/problem.ts';
import { ROLES, type Role } from '#src/lib/roles.ts';
import { auditChangesBy } from '#src/platform/database/audit.ts';
import type { Db } from '#src/platform/database/db.ts';
import { exportOf, viewOf, type RecordedAccess } from '#src/platform/database/recorded-access.ts';
import type { AnyDefinition, Definition, Method, Out } from './definition.ts';
import { Download, sendDownload } from './download.ts';
import { refuseForeignLinks } from './foreign-links.ts';
import { JsonText } from './json-text.ts';
import {
  defaultThrottle,
  describeErrors,
  describeThrottle,
  MAXIMUM_BODY_BYTES,
  THROTTLE_HEADERS,
  type Access,
} from './responses.ts';
import { requireStorableText } from './storable-text.ts';
import { throttle, type ThrottleClass, type Throttles } from './throttle.ts';

/** How long a sign-in or confirmation counts for operations that need one. */
export const CONFIRMATION_MINUTES = 10;

/** The user who makes a request, with a valid session. */
export type Actor = {
  userId: string;
  sessionId: string;
  role: Role | null;
  /** Whether a staff member is limited to certain influencers. */
  isLimited: boolean;
  /** Whether the back office set the password and the user must choose a new one first. */
  mustChangePassword: boolean;
  /** Whether the user's role requires a second factor that the user has not set up. */
  mustSetUpSecondFactor: boolean;
  /** Whether the user proved the identity on this device within {@link CONFIRMATION_MINUTES}. */
  isConfirmed: boolean;
  /** The admin or staff member who views the product as this fan, and until when. */
  viewedBy: { userId: string; until: Date } | null;
  email: string;
  fullName: string;
};

/** Whether something is available to admins and staff while they view the product as a fan. */
export type ViewingAsFan = { whileViewingAsFan: boolean };

/** The variables that the server adds to the context of every request. */
export type RequestEnv = {
  Variables: {
    /**
     * Finds the actor; queries the database once per request.
     * @throws DomainError 'viewing-as-fan' if the actor views as a fan and the caller does not expect it
     */
    findActor: (expected?: ViewingAsFan) => Promise<Actor | 'suspended' | null>;
    /** Network address of the client. */
    clientAddress: string;
    /** What limits count: the address, or the network of an IPv6 address. */
    clientNetwork: string;
    /** What signed-in callers are counted by. */
    throttles: Throttles;
    /** Records what an admin or staff member viewed or took out; others are not recorded. */
    recordAccess: (
      actor: Pick<Actor, 'userId' | 'email' | 'role'>,
      access: RecordedAccess,
      tx?: Db,
    ) => Promise<void>;
    /** Lets a read come from a replica that contains all changes of the caller; it may be repeated. */
    readLagging: <T>(run: () => Promise<T>) => Promise<T>;
    /** The policy of the region of this request, if it hides creators from whoever makes it. */
    creatorsHiddenBy?: HidingPolicy;
    /** Set after the access check of the operation. */
    actor: Actor | null;
    /** Nonce of the response's content security policy. */
    secureHeadersNonce?: string;
  };
};

type Call<A, Pa, Q, B> = {
  actor: A;
  params: Out<Pa>;
  query: Out<Q>;
  body: Out<B>;
  context: Context<RequestEnv>;
};

/** A declared operation, created only by {@link open}, {@link signedIn} or {@link as}. */
export type Operation<C> = {
  route: RouteConfig;
  handler: (c: Context<RequestEnv>) => Promise<Response>;
  /** Exists only as a type: the {@link ClientCall} of the operation. */
  clientCall?: C;
};

/** Finds the actor and checks the access. @throws DomainError when access is denied */
export async function requireAccess(
  c: Context<RequestEnv>,
  access: Access,
  expected?: ViewingAsFan,
): Promise<Actor | null> {
  const actor = checkAccess(c, access, await c.get('findActor')(expected));
  if (actor) auditChangesBy(actor);
  return actor;
}

function checkAccess(
  c: Context<RequestEnv>,
  access: Access,
  actor: Actor | 'suspended' | null,
): Actor | null {
  if (access === 'anyone') return actor === 'suspended' ? null : actor;
  // The session is over, so what it has left in the browser's cache must not stay readable.
  if (!actor || actor === 'suspended') c.header('clear-site-data', '"cache"');
  if (actor === 'suspended') throw new DomainError('suspended');
  if (!actor) throw new DomainError('unauthenticated');
  if (access === 'signed-in') return actor;
  if (!actor.role || !access.includes(actor.role)) throw new DomainError('forbidden');
  if (actor.mustChangePassword) throw new DomainError('password-change-required');
  if (actor.mustSetUpSecondFactor) throw new DomainError('second-factor-setup-required');
  return actor;
}

/** Whose calls count: also while viewing as a fan it is the person at the device. */
export function callerOf({ userId, viewedBy }: Actor): string {
  return viewedBy?.userId ?? userId;
}

/** Requires that the actor signed in or confirmed the identity recently. @throws DomainError */
export function requireConfirmation({ isConfirmed }: Actor): void {
  if (!isConfirmed) throw new DomainError('confirmation-required');
}

/** Runs before validation, so that callers without access learn nothing about the input. */
function guard(
  access: Access,
  options: ViewingAsFan & { throttleClass: ThrottleClass; needsConfirmation: boolean },
): MiddlewareHandler<RequestEnv> {
  return async (c, next) => {
    const actor = await requireAccess(c, access, options);
    c.set('actor', actor);
    await (actor
      ? throttle(c, options.throttleClass, callerOf(actor))
      : throttle(c, 'anonymous', c.var.clientNetwork));
    if (options.needsConfirmation) refuseForeignLinks(c);
    if (actor && options.needsConfirmation) requireConfirmation(actor);
    await next();
  };
}

function describe(
  method: Method,
  path: string,
  access: Access,
  definition: AnyDefinition,
): RouteConfig {
  const { id, summary, params, query, body, output, produces, errors = [], example } = definition;
  const needsConfirmation = definition.needsConfirmation ?? produces !== undefined;
  const throttleClass = definition.throttle ?? defaultThrottle(method, produces);
  const { whileViewingAsFan = false } = definition;
  const middleware = guard(access, { throttleClass, needsConfirmation, whileViewingAsFan });
  return {
    method,
    middleware,
    path,
    operationId: id,
    summary,
    tags: [path.split('/')[2] ?? 'api'],
    'x-access': access,
    'x-throttle': describeThrottle(access === 'anyone' ? 'anonymous' : throttleClass),
    ...(definition.views && { 'x-recorded-view': definition.views.entity }),
    ...(definition.mayLag && { 'x-may-lag': true }),
    ...(body && { 'x-max-body-bytes': MAXIMUM_BODY_BYTES }),
    security: access === 'anyone' ? [] : [{ session: [] }, { bearer: [] }],
    request: {
      ...(params && { params }),
      ...(query && { query }),
      ...(body && { body: { required: true, content: { 'application/json': { schema: body } } } }),
    },
    responses: {
      200: {
        description: 'Success',
        content: { [produces ?? 'application/json']: { schema: output, example } },
        headers: THROTTLE_HEADERS,
      },
      ...describeErrors(errors, access, {
        hasInput: Boolean(params || query || body),
        hasBody: Boolean(body),
        needsConfirmation,
        whileViewingAsFan,
      }),
    },
  };
}

/** Sends the result of an operation, and records what the back office takes out or views. */
async function answer(
  c: Context<RequestEnv>,
  { views }: Pick<AnyDefinition, 'views'>,
  { input, result }: { input: object; result: unknown },
): Promise<Response> {
  if (result instanceof JsonText) {
    return c.body(result.toBytes(), 200, { 'content-type': 'application/json' });
  }
  const actor = c.get('actor');
  if (result instanceof Download) {
    if (actor) await c.var.recordAccess(actor, exportOf(c.req.path, result.name, input));
    return sendDownload(c, result);
  }
  if (actor && views) await c.var.recordAccess(actor, viewOf(views, c.req.param('id'), result));
  return c.json(result as object);
}

function declarer<A extends Actor | null>(access: Access) {
  const declare =
    <M extends Method>(method: M) =>
    <
      P extends `/api/${string}`,
      O extends z.ZodType,
      Pa extends z.ZodObject | undefined = undefined,
      Q extends z.ZodObject | undefined = undefined,
      B extends z.ZodType | undefined = undefined,
    >(
      path: P,
      definition: Definition<Pa, Q, B, O>,
      run: (call: Call<A, Pa, Q, B>) => Promise<z.input<O> | JsonText<z.input<O>> | Download>,
    ): Operation<ClientCall<M, P, Pa, Q, B, O>> => {
      const { params, query, body } = definition;
      return {
        route: describe(method, path, access, definition),
        handler: async (c) => {
          const valid = (target: string) => {
            const input = (c.req.valid as (target: string) => unknown)(target);
            requireStorableText(input);
            return input;
          };
          const call = {
            actor: c.get('actor') as A,
            params: params ? valid('param') : undefined,
            query: query ? valid('query') : undefined,
            body: body ? valid('json') : undefined,
            context: c,
          } as Call<A, Pa, Q, B>;
          const input: object = {
            ...call.query,
            ...(definition.produces ? (call.body as object) : {}),
          };
          const result = definition.mayLag
            ? await c.get('readLagging')(() => run(call))
            : await run(call);
          return answer(c, definition, { input, result });
        },
      };
    };
  return {
    get: declare('get'),
    post: declare('post'),
    put: declare('put'),
    patch: declare('patch'),
    delete: declare('delete'),
  };
}

/** Declares an operation that anyone may call; `actor` is null for visitors. */
export const open = declarer<Actor | null>('anyone');

/** Declares an operation for every signed-in user, including users without a role. */
export const signedIn = declarer<Actor>('signed-in');

/** Declares an operation for users with one of these roles. */
export function as(...roles: [Role, ...Role[]]) {
  return declarer<Actor>(roles);
}

/** Declares an operation for users with any role. */
export const anyRole = as(...ROLES);

/** A router for the operations of a feature. */
export type FeatureApi<C> = { router: OpenAPIHono<RequestEnv>; clientCall?: C };

type CallOf<Op> = Op extends Operation<infer C> ? C : never;

/** Creates a router for the operations of a feature. Invalid input is answered with problem+json. */
export function operations<const T extends readonly Operation<unknown>[]>(
  list: T,
): FeatureApi<CallOf<T[number]>> {
  const router = new OpenAPIHono<RequestEnv>({
    defaultHook: (result) => {
      if (result.success) return;
      const fields = result.error.issues.map((issue) => ({
        path: issue.path.join('.'),
        message: issue.message,
      }));
      throw new DomainError('invalid-input', fields[0]?.message, fields);
    },
  });
  for (const { route, handler } of list) router.openapi(route, handler);
  return { router };
}
