import type { Context } from 'hono';
import type { Pool } from 'pg';
import { z } from 'zod';
import { DomainError } from '#src/lib/problem.ts';
import type { Config } from '#src/platform/config/config.ts';
import { as, open, operations, type Actor, type RequestEnv } from '#src/platform/http/operation.ts';
import type { RateLimit } from '#src/platform/http/rate-limit.ts';
import { findRegionPolicy } from '#src/platform/http/region.ts';
import type { Log } from '#src/platform/log/log.ts';
import {
  ageOverviewSchema,
  ageStateSchema,
  newAgeCheckSchema,
  startedAgeCheckSchema,
  walletAnswerSchema,
  type AgeOverview,
  type AgeState,
} from '../age-checks.schema.ts';
import { readAgeCookie, setCheckCookie, setVerifiedCookies } from './age-cookies.ts';
import { getAgeOverview } from './age-overview.ts';
import { answerByBrowser } from './eu-wallet/settle-wallet-check.ts';
import {
  findAgeCheck,
  followAgeCheck,
  startAgeCheck,
  type AgeCheckServices,
} from './own-age-check.ts';
import type { ViewerAge } from './viewer-age.ts';

type Dependencies = AgeCheckServices & {
  pool: Pool;
  log: Log;
  config: Pick<Config, 'ageChecks' | 'secrets' | 'publicUrl' | 'regions'>;
  viewerAge: ViewerAge;
  limits: { ageCheck: RateLimit; ageResult: RateLimit };
};

const STATE: AgeState = {
  isRequired: true,
  isVerified: false,
  methods: ['yoti'],
  validDays: 90,
  isFan: false,
  check: { method: 'yoti', status: 'open' },
};
const OVERVIEW: AgeOverview = {
  blocked: ['US-TX'],
  verified: ['GB', 'FR'],
  regionSource: 'header',
  validDays: 90,
  methods: [{ method: 'yoti', isOffered: true, passed: 214, failed: 12, unfinished: 31 }],
  verifiedFans: 402,
  verifiedVisitors: 118,
  revoked: 1,
};

/** Checks belong to fans; others who are signed in check the age of their browser. */
const fanOf = (actor: Actor | null) =>
  actor?.role === 'subscriber' && !actor.viewedBy ? actor.userId : null;

/** The age of visitors and fans, where a declaration is not enough. */
export function ageChecksApi(services: Dependencies) {
  const { db, config, limits, viewerAge, ageProviders } = services;

  /** The check of this browser, unless it verified another account. */
  async function findOwnCheck(c: Context<RequestEnv>, userId: string | null) {
    const id = readAgeCookie(c, config, 'check');
    const check = id ? await findAgeCheck(db, id) : null;
    const isOthers = userId && check?.verifiedUserId && check.verifiedUserId !== userId;
    return isOthers ? null : check;
  }

  async function getState(c: Context<RequestEnv>, actor: Actor | null) {
    const userId = fanOf(actor);
    const check = await findOwnCheck(c, userId);
    const state: AgeState = {
      isRequired: findRegionPolicy(c, config.regions) === 'verified',
      isVerified: await viewerAge.mayView(c),
      methods: ageProviders.map(({ method }) => method),
      validDays: config.ageChecks.validDays,
      isFan: userId !== null,
      check: check && { method: check.method, status: check.status },
    };
    return { state, check };
  }

  /** Gives the browser that started a check its result. */
  async function collectResult(c: Context<RequestEnv>, actor: Actor | null): Promise<AgeState> {
    const id = readAgeCookie(c, config, 'check');
    // A page that waits calls often; the provider is requested less often.
    if (id && (await limits.ageResult.tryConsume(id))) await followAgeCheck(services, id);
    const { state, check } = await getState(c, actor);
    if (!check?.verificationId || !check.seconds) return state;
    setVerifiedCookies(c, config, { id: check.verificationId, seconds: check.seconds });
    return { ...state, isVerified: true };
  }

  return operations([
    open.post(
      '/api/age-check',
      {
        id: 'startAgeCheck',
        summary: 'Start to verify the age of whoever uses this browser; the answer says where',
        body: newAgeCheckSchema,
        output: startedAgeCheckSchema,
        errors: ['not-supported', 'rate-limited', 'provider-unavailable'],
        example: {
          url: 'https://age.example/?sessionId=14010f56-3f04-4f1f-84e7-a43ff723ef86',
          credentialRequest: null,
        },
      },
      async ({ actor, body, context }) => {
        const userId = fanOf(actor);
        // Whoever failed can try again, but not forever.
        await limits.ageCheck.consume(userId ?? context.var.clientNetwork);
        const { id, started } = await startAgeCheck(services, userId, body.method);
        setCheckCookie(context, config, id);
        return started;
      },
    ),
    open.post(
      '/api/age-check/result',
      {
        id: 'collectAgeResult',
        summary:
          'Get whether an age has to be verified where this browser is, and collect the result of its check',
        output: ageStateSchema,
        errors: ['provider-unavailable'],
        example: { ...STATE, isVerified: true, check: { method: 'yoti', status: 'passed' } },
      },
      ({ actor, context }) => collectResult(context, actor),
    ),
    open.post(
      '/api/age-check/wallet-answer',
      {
        id: 'answerAgeCheck',
        summary:
          'Submit what a wallet answered through the Digital Credentials API to the check of this browser',
        body: walletAnswerSchema,
        output: z.object({}),
        errors: ['not-found'],
        example: {},
      },
      async ({ body, context }) => {
        const id = readAgeCookie(context, config, 'check');
        if (!id) throw new DomainError('not-found', 'This browser has no open check');
        await answerByBrowser(services, id, body);
        return {};
      },
    ),
    as('admin').get(
      '/api/age-overview',
      {
        id: 'getAgeOverview',
        summary: 'Get the policies of regions, the methods, and how many checks were passed',
        output: ageOverviewSchema,
        example: OVERVIEW,
      },
      () => getAgeOverview(services),
    ),
  ]);
}
