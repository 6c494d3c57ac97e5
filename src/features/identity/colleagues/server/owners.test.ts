import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApplication } from '#src/features/agency/applications/server/applications.testing.ts';
import { userRoles } from '#src/features/identity/accounts/server/accounts.table.ts';
import { addComplaint } from '#src/features/trust/complaints/server/complaints.testing.ts';
import { insertTask } from '#src/features/work/tasks/server/tasks.testing.ts';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';
import { limitStaffTo } from '#test/limited.ts';

let app: TestApp;
let admin: TestUser;
let staff: TestUser;
let influencer: TestUser;
beforeAll(async () => {
  app = await createTestApp();
  admin = await app.as('admin');
  staff = await app.as('staff');
  influencer = await app.as('influencer');
});
afterAll(() => app.close());

const assign = (ids: string[], ownerId: string | null, user = admin) =>
  app.call('PUT', '/api/tasks/owner', { user, body: { ids, ownerId } });
const listTasks = async (query: string, user = admin): Promise<string[]> => {
  const { json } = await app.call('GET', `/api/tasks?${query}`, { user });
  return json.rows.map(({ id }: { id: string }) => id).toSorted();
};

test('the back office lists the colleagues who may work, and nobody else', async () => {
  const gone = await app.as('staff');
  await app.db.update(userRoles).set({ role: 'subscriber' }).where(eq(userRoles.userId, gone.id));
  const { json } = await app.call('GET', '/api/colleagues', { user: staff });
  const ids = json.colleagues.map(({ id }: { id: string }) => id);
  expect(ids).toEqual(expect.arrayContaining([admin.id, staff.id]));
  expect(ids).not.toContain(gone.id);
  expect(ids).not.toContain(influencer.id);
});

test('lists are filtered by owner: one’s own, a colleague’s, and nobody’s', async () => {
  const [mine, theirs, nobodys] = [
    await insertTask(app, influencer),
    await insertTask(app, influencer),
    await insertTask(app, influencer),
  ];
  await assign([mine], admin.id);
  await assign([theirs], staff.id);
  const filter = `assignedTo=${influencer.id}&owner=`;
  expect(await listTasks(`${filter}me`)).toEqual([mine]);
  expect(await listTasks(`${filter}me`, staff)).toEqual([theirs]);
  expect(await listTasks(`${filter}${staff.id}`)).toEqual([theirs]);
  expect(await listTasks(`${filter}nobody`)).toEqual([nobodys]);
  const { json } = await app.call('GET', `/api/tasks?${filter}${staff.id}`, { user: admin });
  expect(json.rows[0].owner).toEqual({ id: staff.id, name: expect.any(String) });
});

test('whoever creates a task owns it, and influencers do not see who does', async () => {
  const body = { title: 'Owned', assignees: [influencer.id], dueDate: null };
  const { json } = await app.call('POST', '/api/tasks', { user: staff, body });
  const path = `/api/tasks/${json.tasks[0].id}`;
  expect((await app.call('GET', path, { user: admin })).json.owner.id).toBe(staff.id);
  const seen = await app.call('GET', path, { user: influencer });
  expect(seen.json.owner).toBeNull();
  expect(JSON.stringify(seen.json)).not.toContain(staff.id);
});

test('many records get an owner at once, and each that cannot says why', async () => {
  const limited = await app.as('staff');
  const own = await app.as('influencer');
  await limitStaffTo(app, limited, own);
  const [visible, hidden] = [await insertTask(app, own), await insertTask(app, influencer)];
  const { json } = await assign([visible, hidden, visible], limited.id);
  expect(json.changed).toEqual([visible]);
  expect(json.refused).toEqual([
    { id: hidden, reason: expect.stringContaining('doesn’t have access to it') },
  ]);
});

test('nobody outside the back office becomes an owner', async () => {
  const { json } = await assign([await insertTask(app, influencer)], influencer.id);
  expect(json.code).toBe('invalid-input');
});

describe('a complaint', () => {
  const assignComplaint = (id: string, ownerId: string) =>
    app.call('PUT', '/api/complaints/owner', { user: admin, body: { ids: [id], ownerId } });

  test('with an owner is in the list, the queue and the bell of this colleague', async () => {
    const id = await addComplaint(app);
    await addComplaint(app);
    await assignComplaint(id, staff.id);
    const listed = await app.call('GET', '/api/complaints?owner=me', { user: staff });
    expect(listed.json.rows).toMatchObject([{ id, owner: { id: staff.id } }]);
    const queue = await app.call('GET', '/api/work-queue?owner=me', { user: staff });
    expect(queue.json.items).toContainEqual(
      expect.objectContaining({ kind: 'complaint', count: 1 }),
    );
    const bell = await app.call('GET', '/api/staff-notifications', { user: staff });
    expect(bell.json.notifications).toContainEqual(
      expect.objectContaining({ id, kind: 'assigned_complaint' }),
    );
  });

  test('about a minor cannot be owned by staff, who may not see it', async () => {
    const id = await addComplaint(app, { kind: 'minor' });
    expect((await assignComplaint(id, staff.id)).json).toMatchObject({
      changed: [],
      refused: [{ id }],
    });
    expect((await assignComplaint(id, admin.id)).json.changed).toEqual([id]);
  });
});

test('an owner can be removed, and the deletion of a colleague removes them everywhere', async () => {
  const task = await insertTask(app, influencer);
  const application = await createApplication(app.db);
  const leaving = await app.as('staff');
  await assign([task], leaving.id);
  await app.call('PUT', '/api/applications/owner', {
    user: admin,
    body: { ids: [application], ownerId: leaving.id },
  });
  await app.call('DELETE', `/api/users/${leaving.id}`, { user: admin });
  const { json } = await app.call('GET', `/api/applications/${application}`, { user: admin });
  expect(json.owner).toBeNull();
  expect((await app.call('GET', `/api/tasks/${task}`, { user: admin })).json.owner).toBeNull();
  await assign([task], staff.id);
  await assign([task], null);
  expect((await app.call('GET', `/api/tasks/${task}`, { user: admin })).json.owner).toBeNull();
});
