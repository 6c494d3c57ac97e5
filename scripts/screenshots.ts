import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { chromium, type Browser, type BrowserContextOptions } from '@playwright/test';
import { AGE_CONFIRMED, AGE_COOKIE } from '#src/lib/age.ts';
import { findTestBrowser, withMouse } from '../e2e/support/browser.ts';
import { readArguments } from './commands.mjs';
import { startDemoProduct } from './product.ts';
import { openSignedIn, settle } from './screens.ts';

type Who = 'newcomer' | 'visitor' | 'fan' | 'staff' | 'scout' | 'admin' | 'influencer';

const FOLDER = 'screenshots';
const WIDTHS = [360, 768, 1440];
const SCHEMES = ['dark', 'light'] as const;

/** Viewers with full-page screenshots. */
const FULL_PAGE = new Set<Who>(['visitor']);

/** The sources of ids for {name} in addresses: viewer, API address and list whose first record is used. */
const RECORDS = {
  influencer: ['admin', '/api/influencers/options?search=Marlowe', 'options'],
  application: ['admin', '/api/applications?status=pending&sort=received', 'rows'],
  accepted: ['admin', '/api/applications?status=accepted', 'rows'],
  task: ['admin', '/api/tasks?status=review', 'rows'],
  user: ['admin', '/api/users?search=scout', 'rows'],
  fan: ['admin', '/api/users?search=fan@demo', 'rows'],
  message: ['admin', '/api/inbox', 'rows'],
  entry: ['admin', '/api/audit', 'rows'],
  plan: ['admin', '/api/plans', 'rows'],
  subscriber: ['admin', '/api/subscribers', 'rows'],
  event: ['admin', '/api/payment-events', 'rows'],
  payment: ['admin', '/api/payments', 'rows'],
  dispute: ['admin', '/api/disputes', 'rows'],
  correction: ['admin', '/api/corrections', 'rows'],
  blockedFile: ['admin', '/api/blocked-files?search=rooftop', 'rows'],
  performer: ['admin', '/api/performers', 'rows'],
  agreement: ['admin', '/api/signed-agreements', 'rows'],
  complaint: ['admin', '/api/complaints', 'rows'],
  review: ['admin', '/api/post-reviews', 'rows'],
  finding: ['admin', '/api/ledger-findings', 'rows'],
  difference: ['admin', '/api/reconciliation/items?status=open', 'rows'],
  payout: ['admin', '/api/payouts', 'rows'],
  bankFile: ['admin', '/api/bank-files', 'rows'],
  ownPayout: ['influencer', '/api/my-payouts', 'rows'],
  purchase: ['fan', '/api/purchases', 'rows'],
} as const;
type Ids = Record<string, string>;

/** Every screen by viewer: name and address. A newcomer has not confirmed their age. */
const SCREENS: Record<Who, [string, string][]> = {
  newcomer: [
    ['age-gate', '/'],
    ['age-gate-of-an-influencer', '/marlowe-vesperine'],
    ['adults-only', '/adults-only'],
  ],
  visitor: [
    ['landing', '/'],
    ['auth', '/auth'],
    ['subscribe', '/subscribe'],
    ['signup', '/signup'],
    ['thank-you', '/thank-you'],
    ['for-creators', '/for-creators'],
    ['forgot-password', '/forgot-password'],
    ['contact', '/contact'],
    ['report', '/report'],
    ['report-without-link', '/report-status'],
    ['consents-without-link', '/consents'],
    ['application-without-link', '/application'],
    ['cancel-without-link', '/cancel'],
    ['price-without-link', '/price'],
    ['terms', '/terms'],
    ['custodian', '/2257'],
    ['privacy', '/privacy'],
    ['offline', '/offline.html'],
    ['public-page', '/marlowe-vesperine'],
    ['influencer-not-found', '/nobody-at-all'],
    ['checkout-logged-out', '/marketplace/subscribe/marlowe-vesperine'],
    ['not-found', '/there/is/nothing'],
  ],
  fan: [
    ['my-feed', '/my-feed'],
    ['public-feed', '/my-feed?tab=public'],
    ['my-feed-filtered-empty', '/my-feed?search=zzzzzz'],
    ['marketplace', '/marketplace'],
    ['marketplace-empty', '/marketplace?search=zzzzzz'],
    ['marketplace-subscribe', '/marketplace/subscribe/odalys-ferncroft'],
    ['my-subscriptions', '/my-subscriptions'],
    ['subscription-required', '/subscriptions/00000000-0000-4000-8000-000000000000'],
    ['purchases', '/my-subscriptions?tab=purchases'],
    ['receipt', '/receipts/{purchase}'],
    ['my-account', '/my-account'],
  ],
  influencer: [
    ['dashboard', '/dashboard'],
    ['my-tasks', '/my-tasks'],
    ['profile', '/profile'],
    ['my-account', '/my-account'],
    ['my-content', '/my-content'],
    ['my-calendar', '/my-content/calendar'],
    ['my-vault', '/vault'],
    ['public-page', '/marlowe-vesperine'],
    ['earnings', '/earnings'],
    ['my-payouts', '/my-payouts'],
    ['statement', '/statements/{ownPayout}'],
  ],
  staff: [
    ['dashboard', '/dashboard'],
    ['applications', '/applications'],
    ['applications-all', '/applications?status=all'],
    ['application', '/applications?id={application}'],
    ['application-accepted', '/applications?id={accepted}'],
    ['applications-filtered-empty', '/applications?search=zzzzzz'],
    ['influencers', '/influencers'],
    ['influencers-filtered-empty', '/influencers?search=zzzzzz'],
    ['influencer-create', '/influencers?action=create'],
    ['influencer', '/influencers/{influencer}'],
    ['influencer-profile', '/influencers/edit/{influencer}'],
    ['influencer-my-page', '/influencers/edit/{influencer}?tab=my-page'],
    ['influencer-payouts', '/influencers/edit/{influencer}?tab=payouts'],
    ['influencer-notes', '/influencers/edit/{influencer}?tab=notes'],
    ['influencer-not-found', '/influencers/00000000-0000-4000-8000-000000000000'],
    ['import', '/import'],
    ['users', '/users'],
    ['fan', '/fans/{fan}'],
    ['user-create', '/users?action=create'],
    ['inbox', '/inbox'],
    ['message', '/inbox?id={message}'],
    ['inbox-filtered-empty', '/inbox?search=zzzzzz'],
    ['tasks', '/tasks'],
    ['tasks-filtered-empty', '/tasks?search=zzzzzz'],
    ['task', '/tasks?task={task}'],
    ['task-create', '/tasks?action=create'],
    ['profile', '/profile'],
    ['content', '/content'],
    ['calendar', '/content/calendar'],
    ['calendar-by-influencer', '/content/calendar?view=influencers'],
    ['schedule-files', '/content/plan'],
    ['content-filtered-empty', '/content?state=failed'],
    ['vault', '/vault'],
    ['vault-filtered-empty', '/vault?search=zzzzzz'],
    ['content-new', '/content/new'],
    ['reports', '/reports'],
    ['plans', '/subscription-plans'],
    ['plan', '/subscription-plans?plan={plan}'],
    ['plan-create', '/subscription-plans?action=create'],
    ['plans-filtered-empty', '/subscription-plans?search=zzzzzz'],
    ['subscribers', '/subscribers'],
    ['subscriber', '/subscribers?id={subscriber}'],
    ['subscribers-filtered-empty', '/subscribers?search=zzzzzz'],
    ['payouts', '/payouts'],
    ['payouts-run', '/payouts?action=run'],
    ['payouts-filtered-empty', '/payouts?search=zzzzzz'],
    ['bank-files', '/bank-files'],
    ['bank-file', '/bank-files/{bankFile}'],
    ['bank-files-import', '/bank-files/import'],
    ['performers', '/performers'],
    ['performer', '/performers/{performer}'],
    ['records-by-name', '/record-index'],
    ['records-by-work', '/record-index/works'],
    ['records-of-removed-works', '/record-index/works?state=removed'],
    ['records-filtered-empty', '/record-index?search=zzzzzz'],
    ['agreements', '/agreements'],
    ['agreement', '/agreements?agreement={agreement}'],
    ['agreements-filtered-empty', '/agreements?search=zzzzzz'],
    ['agreements-missing', '/agreements/missing'],
    ['agreements-templates', '/agreements/templates'],
    ['corrections', '/corrections'],
    ['price-change', '/price-changes'],
    ['correction', '/corrections?correction={correction}'],
    ['corrections-filtered-empty', '/corrections?search=zzzzzz'],
    ['reviews', '/reviews'],
    ['review', '/reviews?post={review}'],
    ['review-times', '/reviews/times'],
    ['policies', '/policies'],
    ['complaints', '/complaints'],
    ['complaint', '/complaints?complaint={complaint}'],
    ['complaints-filtered-empty', '/complaints?search=zzzzzz'],
    ['disputes', '/disputes'],
    ['dispute', '/disputes?dispute={dispute}'],
    ['disputes-filtered-empty', '/disputes?search=zzzzzz'],
    ['my-account', '/my-account'],
    ['statement', '/statements/{payout}'],
    ['statement-not-found', '/statements/00000000-0000-4000-8000-000000000000'],
  ],
  scout: [
    ['dashboard', '/dashboard'],
    ['influencers', '/influencers'],
    ['users', '/users'],
    ['payouts', '/payouts'],
    ['disputes', '/disputes'],
    ['reports', '/reports'],
  ],
  admin: [
    ['dashboard', '/dashboard'],
    ['user', '/users?id={user}'],
    ['automation', '/automation'],
    ['compliance-report', '/complaints/report'],
    ['escalations', '/escalations'],
    ['invoices', '/invoices'],
    ['tax-report', '/tax-report'],
    ['payee-reports', '/payee-reports'],
    ['audit', '/audit'],
    ['audit-entry', '/audit?entry={entry}'],
    ['audit-filtered-empty', '/audit?search=zzzzzz'],
    ['payments', '/payments'],
    ['payment', '/payments?payment={payment}'],
    ['reconciliation', '/reconciliation'],
    ['reconciliation-item', '/reconciliation?item={difference}'],
    ['reconciliation-runs', '/reconciliation/runs'],
    ['reconciliation-filtered-empty', '/reconciliation?search=zzzzzz'],
    ['blocked-files', '/vault/blocked-files'],
    ['blocked-file', '/vault/blocked-files?file={blockedFile}'],
    ['blocked-files-filtered-empty', '/vault/blocked-files?search=zzzzzz'],
    ['jobs', '/jobs'],
    ['jobs-empty', '/jobs?search=zzzzzz'],
    ['job-queues', '/jobs/queues'],
    ['ledger-checks', '/ledger-checks'],
    ['ledger-finding', '/ledger-checks?finding={finding}'],
    ['payment-events', '/payment-events'],
    ['disputes', '/disputes'],
    ['dispute', '/disputes?dispute={dispute}'],
    ['payment-event', '/payment-events?event={event}'],
    ['payments-filtered-empty', '/payments?search=zzzzzz'],
    ['debug', '/debug'],
    ['marketplace', '/marketplace'],
  ],
};

const only = readArguments('scripts/screenshots.ts', process.argv.slice(2)).values.only?.toString();
// All screens, or those whose names contain one of the terms: --only=payouts,statement
const isSelected = ([name]: [string, string]) =>
  only === undefined || only.split(',').some((word) => name.includes(word));

const isSignedIn = (who: Who) => who !== 'newcomer' && who !== 'visitor';

async function findIds(browser: Browser, url: string): Promise<Ids> {
  const ids: Ids = {};
  for (const [name, [who, address, list]] of Object.entries(RECORDS)) {
    const page = await openSignedIn(browser, url, who);
    const response = await page.context().request.get(address);
    const found: Record<string, { id: string }[]> = await response.json();
    const first = found[list]?.[0];
    if (!first) throw new Error(`There is no record at ${address}`);
    ids[name] = first.id;
    await page.context().close();
  }
  return ids;
}

async function openAs(browser: Browser, url: string, who: Who, options: BrowserContextOptions) {
  if (isSignedIn(who)) return openSignedIn(browser, url, who, options);
  const context = await browser.newContext({ baseURL: url, reducedMotion: 'reduce', ...options });
  if (who === 'visitor') {
    await context.addCookies([{ name: AGE_COOKIE, value: AGE_CONFIRMED, url }]);
  }
  return context.newPage();
}

async function takeScreenshots(browser: Browser, url: string, who: Who, ids: Ids): Promise<void> {
  for (const width of WIDTHS) {
    for (const colorScheme of SCHEMES) {
      const viewport = { width, height: width < 600 ? 844 : 900 };
      const hasTouch = width < 1000;
      const page = await openAs(browser, url, who, { colorScheme, viewport, hasTouch });
      for (const [name, address] of SCREENS[who].filter(isSelected)) {
        await page.goto(address.replace(/\{(\w+)\}/, (_, record: string) => ids[record]!));
        await settle(page, FULL_PAGE.has(who));
        const file = path.join(FOLDER, `${who}-${name}-${width}-${colorScheme}.png`);
        await page.screenshot({ path: file, fullPage: FULL_PAGE.has(who) });
      }
      await page.context().close();
    }
  }
}

mkdirSync(FOLDER, { recursive: true });
const product = await startDemoProduct();
try {
  const browser = await chromium.launch(withMouse(await findTestBrowser()));
  const ids = await findIds(browser, product.url);
  for (const who of Object.keys(SCREENS) as Who[]) {
    console.log(`Screens of: ${who}`);
    await takeScreenshots(browser, product.url, who, ids);
  }
  await browser.close();
} finally {
  await product.stop();
}
console.log(`Look at them in ${FOLDER}/`);
