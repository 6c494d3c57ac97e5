import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import type { Seed } from '#src/demo/seed-context.ts';
import { addDocument } from '#src/features/agency/performers/server/documents.ts';
import {
  performerDocuments,
  performerVerifications,
} from '#src/features/agency/performers/server/verification.table.ts';
import type { DocumentDetails } from '#src/features/agency/performers/verification.schema.ts';
import { DAY_MS, formatUtcDay } from '#src/lib/dates.ts';
import type { Config } from '#src/platform/config/config.ts';
import type { Storage } from '#src/platform/storage/storage.ts';

/** What the seed of documents needs beside the database. */
export type PerformerServices = {
  config: Pick<Config, 'secrets' | 'publicUrl'>;
  storage: Storage;
};

/** The state of a performer; nobody has looked at those who are `unverified`. */
export type DemoState =
  | 'unverified'
  | 'started'
  | 'checked'
  | 'verified'
  | 'rejected'
  | 'expired'
  | 'expiring';

const BACKGROUND = '<rect width="900" height="600" fill="#e7e0d4"/>';
const LINES = [0, 1, 2, 3]
  .map(
    (line) =>
      `<rect x="400" y="${210 + line * 70}" width="${380 - line * 55}" height="22" rx="11" fill="#8a8f98"/>`,
  )
  .join('');

/** An abstract card: a field of color for the portrait, and bars for the text. */
const drawCard = (hue: number) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="900" height="600">${BACKGROUND}
    <rect x="70" y="70" width="760" height="460" rx="36" fill="hsl(${hue} 35% 78%)"/>
    <rect x="110" y="110" width="500" height="40" rx="20" fill="hsl(${hue} 45% 35%)"/>
    <rect x="110" y="200" width="230" height="290" rx="18" fill="hsl(${hue} 30% 55%)"/>
    <circle cx="225" cy="310" r="62" fill="hsl(${hue} 40% 86%)"/>
    <path d="M135 490 a90 90 0 0 1 180 0z" fill="hsl(${hue} 40% 86%)"/>${LINES}</svg>`;

/** An abstract head beside a sheet of paper. */
const drawFace = (hue: number) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="900" height="600">
    <rect width="900" height="600" fill="hsl(${hue} 25% 30%)"/>
    <circle cx="310" cy="240" r="140" fill="hsl(${hue} 40% 80%)"/>
    <path d="M90 600 a220 220 0 0 1 440 0z" fill="hsl(${hue} 40% 60%)"/>
    <rect x="560" y="300" width="260" height="170" rx="8" fill="#f7f4ee" transform="rotate(-5 690 385)"/>
    <rect x="600" y="365" width="180" height="30" rx="6" fill="#3b3f46" transform="rotate(-5 690 380)"/></svg>`;

/** Gives the performers documents, and checks in every state. */
export async function seedPerformerChecks(
  seed: Seed,
  services: PerformerServices,
  performers: { id: string; country: string; state: DemoState }[],
): Promise<void> {
  for (const [index, performer] of performers.entries()) {
    const { state } = performer;
    if (state === 'unverified') continue;
    const startedAt = seed.daysAgo(state === 'expired' ? 60 : 20 - (index % 10));
    const ids = await addDocuments(seed, services, { ...performer, state, index, startedAt });
    await addCheck(seed, {
      performerId: performer.id,
      index,
      state,
      startedAt,
      ...ids,
    });
  }
}

type DemoCheck = {
  index: number;
  state: Exclude<DemoState, 'unverified'>;
  startedAt: Date;
};

function expiryOf({ state, index }: Pick<DemoCheck, 'state' | 'index'>, { daysAgo }: Seed): string {
  const ago = { expired: 12, expiring: -12 };
  const day = daysAgo(state in ago ? ago[state as keyof typeof ago] : -400 - index * 37);
  return formatUtcDay(day);
}

async function addDocuments(
  seed: Seed,
  services: PerformerServices,
  { id: performerId, country, ...check }: DemoCheck & { id: string; country: string },
) {
  const { db, staffId } = seed;
  const { index, startedAt } = check;
  const hue = (index * 47) % 360;
  const actor = { userId: staffId, isLimited: false };
  async function add(details: DocumentDetails, drawing: string) {
    const bytes = await sharp(Buffer.from(drawing)).jpeg().toBuffer();
    const scanFile = () => Promise.resolve(null);
    const upload = { details, bytes };
    const id = await addDocument({ db, scanFile, ...services }, actor, performerId, upload);
    const createdAt = new Date(startedAt.getTime() + 60 * 60_000);
    await db.update(performerDocuments).set({ createdAt }).where(eq(performerDocuments.id, id));
    return id;
  }
  const number = `DEMO${String(1_000_003 + index * 7_919)}`;
  const kind = index % 2 === 0 ? 'passport' : 'id-card';
  const paper = {
    kind,
    country,
    number,
    expiresOn: expiryOf(check, seed),
  } as const;
  return {
    documentId: await add(paper, drawCard(hue)),
    facePictureId: await add({ kind: 'face-picture' }, drawFace(hue)),
  };
}

async function addCheck(
  seed: Seed,
  {
    state,
    startedAt,
    performerId,
    index,
    ...ids
  }: DemoCheck & {
    performerId: string;
    documentId: string;
    facePictureId: string;
  },
): Promise<void> {
  const { db, staffId, adminId } = seed;
  const [word, status] = [
    `LANTERN ${417 + index}`,
    state === 'expired' || state === 'expiring' ? 'verified' : state,
  ] as const;
  const check = { performerId, word, startedAt, status } as const;
  const checked = {
    ...ids,
    expiresOn: expiryOf({ state, index }, seed),
    checkedBy: staffId,
    checkedAt: new Date(startedAt.getTime() + DAY_MS),
  };
  const decided = {
    decidedBy: adminId,
    decidedAt: new Date(startedAt.getTime() + 2 * DAY_MS),
  };
  await db.insert(performerVerifications).values({
    ...check,
    ...(status !== 'started' && checked),
    ...(status !== 'started' && status !== 'checked' && decided),
    ...(status === 'rejected' && {
      reason: 'The name on the document is not legible.',
    }),
  });
}
