import type { complaints } from '#src/features/trust/complaints/server/complaints.table.ts';
import { addComplaint } from '#src/features/trust/complaints/server/complaints.testing.ts';
import type { TestApp, TestUser } from '#test/harness.ts';
import { publish } from '#test/posts.ts';
import { childSafetyOfficers } from './escalations.table.ts';

/** Makes an admin the officer, whoever it was before. */
export async function makeOfficer(
  { db }: Pick<TestApp, 'db'>,
  { id }: { id: string },
): Promise<void> {
  await db.delete(childSafetyOfficers);
  await db.insert(childSafetyOfficers).values({ role: 'officer', userId: id });
}

/** A report of a minor in a published post. */
export async function reportMinor(
  app: TestApp,
  influencer: TestUser,
  values: Partial<typeof complaints.$inferInsert> = {},
) {
  const post = await publish(app, influencer, { mediaType: 'image', caption: 'Reported' });
  const about = { kind: 'minor', postId: post.id, influencerId: influencer.id } as const;
  const complaintId = await addComplaint(app, { ...about, ...values });
  return { complaintId, postId: post.id, mediaId: post.mediaId, s3Key: post.s3Key };
}
