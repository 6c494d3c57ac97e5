import { eq, isNotNull, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { insertMessage } from '#src/features/backoffice/inbox/server/inbox.testing.ts';
import { contentPosts } from '#src/features/content/posts/server/posts.table.ts';
import { publishDuePosts } from '#src/features/content/posts/server/publishing.ts';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import { contactReplies } from '#src/features/work/contact/server/contact-replies.table.ts';
import { contactMessages } from '#src/features/work/contact/server/contact.table.ts';
import { createTestApp, type TestApp, type TestUser } from '#test/harness.ts';
import { createUploadedFile, publish, subscribe } from '#test/posts.ts';
import { bannedTerms } from './banned-terms.table.ts';

let app: TestApp;
let admin: TestUser;
let staff: TestUser;
let influencer: TestUser;
beforeAll(async () => {
  app = await createTestApp();
  [admin, staff, influencer] = [
    await app.as('admin'),
    await app.as('staff'),
    await app.as('influencer'),
  ];
  for (const body of [
    { term: 'Lantern', level: 'refuse' },
    { term: 'Velvet Curtain', level: 'refuse' },
    { term: 'harbor', level: 'flag' },
  ]) {
    await app.call('POST', '/api/banned-terms', { user: admin, body });
  }
});
afterAll(() => app.close());

const found = async (text: string) => {
  const { rows } = await app.db.execute<{ term: string }>(
    sql`select term from banned_terms_in(${text}) order by term`,
  );
  return rows.map(({ term }) => term);
};

describe('a banned term is found', () => {
  test.each([
    ['in another case', 'A LANTERN at night'],
    ['with accents', 'a länterñ'],
    ['with digits and symbols for letters', 'a 1@n73rn'],
    ['with a capital I for an l', 'a Iantern'],
    ['with letters of other alphabets', 'a lаntеrn, lαntern'],
    ['with capitals of other alphabets', 'LАNTЕRN'],
    ['with letters apart', 'l a n t e r n'],
    ['with dots between', 'l.a-n_t*e/r n'],
    ['with invisible characters', 'lan\u200Btern, la\u00ADntern'],
    ['in fullwidth letters', 'ｌａｎｔｅｒｎ'],
    ['with digits behind', 'lantern99'],
    ['with a mark behind', 'lantern!'],
    ['as an emphasized word', '**lantern**'],
  ])('%s: %s', async (_name, text) => {
    expect(await found(text)).toEqual(['Lantern']);
  });

  test('as several words with anything between them', async () => {
    expect(await found('velvet -- CURTAIN!')).toEqual(['Velvet Curtain']);
    expect(await found('velvet and curtain')).toEqual([]);
  });
});

test.each(['lanterns', 'a lan tern', 'plantern', '', '2024', 'Alan turned'])(
  'other words are no banned term: %s',
  async (text) => {
    expect(await found(text)).toEqual([]);
  },
);

const REFUSED = { status: 400, message: '“Lantern” isn’t allowed' };

describe('a text with a banned term is refused', () => {
  async function publishing(caption: string) {
    const mediaId = await createUploadedFile(app, staff, { state: 'ready' });
    const post = { caption, category: 'Cosplay', aiUse: 'none', influencerId: influencer.id };
    const body = { ...post, mediaIds: [mediaId] };
    return app.call('POST', '/api/posts', { user: staff, body });
  }
  type Texts = [
    name: string,
    path: string,
    send: () => Promise<{ status: number; json: { errors: object[] } }>,
  ];
  const version = async (id: string) => {
    const { rows } = await app.db.execute<{ version: number }>(
      sql`select version from ${profiles} where id = ${id}`,
    );
    return rows[0]!.version;
  };
  const TEXTS: Texts[] = [
    ['as caption of a new post', 'caption', () => publishing('Lantern light')],
    [
      'as another caption',
      'caption',
      async () => {
        const { id } = await publish(app, influencer);
        const body = { caption: 'L a n t e r n', category: 'Cosplay', aiUse: 'none', version: 1 };
        return app.call('PATCH', `/api/posts/${id}`, { user: staff, body });
      },
    ],
    [
      'as captions of many files',
      'posts.1.caption',
      async () => {
        const posts = await Promise.all(
          ['Window', 'Lantern', 'Door'].map(async (caption) => ({
            caption,
            mediaId: await createUploadedFile(app, staff, { state: 'ready' }),
            at: new Date(Date.now() + 86_400_000),
          })),
        );
        const shared = { category: 'Cosplay', aiUse: 'none', influencerId: influencer.id };
        const body = { ...shared, timeZone: 'UTC', isScheduled: true, posts };
        return app.call('POST', '/api/posts/plan', { user: staff, body });
      },
    ],
    [
      'as the name of an influencer among the users',
      'fullName',
      async () => {
        const { json } = await app.call('GET', `/api/users/${influencer.id}`, { user: admin });
        const { phone, email, version: current } = json;
        const body = { version: current, fullName: 'Ada Lantern', phone, email };
        return app.call('PATCH', `/api/users/${influencer.id}`, { user: admin, body });
      },
    ],
    [
      'in the own profile',
      'bio',
      async () =>
        app.call('PUT', '/api/profile', {
          user: staff,
          body: {
            version: await version(staff.id),
            fullName: 'Ada Quill',
            phone: null,
            bio: 'Lantern keeper',
          },
        }),
    ],
    [
      'on the page of an influencer',
      'pageAboutContent',
      async () =>
        app.call('PATCH', `/api/influencers/${influencer.id}`, {
          user: staff,
          body: { version: await version(influencer.id), pageAboutContent: 'Lantern' },
        }),
    ],
  ];
  test.each(TEXTS)('%s', async (_name, path, send) => {
    const { status, json } = await send();
    expect({ status, errors: json.errors }).toMatchObject({
      status: REFUSED.status,
      errors: [{ path, message: REFUSED.message }],
    });
  });

  test('but not with one that is only flagged, which needs two approvals', async () => {
    const { status, json } = await publishing('At the harbor');
    expect(status).toBe(200);
    const { rows } = await app.db.execute(sql`
      select signal from ${contentPosts} p, review_signals(p.id, p.influencer_id, p.caption)
      where p.id = ${json.id} and signal = 'banned-term'`);
    expect(rows).toHaveLength(1);
  });
});

test('nothing is created of many files while one caption has a banned term', async () => {
  const captions = await app.db.select({ caption: contentPosts.caption }).from(contentPosts);
  expect(captions.map(({ caption }) => caption)).not.toContain('Window');
});

describe('a caption whose term was banned later', () => {
  async function addScheduled(caption: string, publishedAt: Date | null = null) {
    const { id } = await publish(app, influencer, { caption, publishedAt });
    return id;
  }
  const isPublished = async (id: string) => {
    const [post] = await app.db.select().from(contentPosts).where(eq(contentPosts.id, id));
    return post!.publishedAt !== null;
  };
  const ban = (level: string) =>
    app.call('POST', '/api/banned-terms', { user: admin, body: { term: 'Beacon', level } });
  let scheduled: string;
  let other: string;
  let published: string;
  beforeAll(async () => {
    scheduled = await addScheduled('The beacon');
    other = await addScheduled('The door');
    published = await addScheduled('Another beacon', new Date());
    await ban('refuse');
  });

  test('is not published by the job, which publishes the others', async () => {
    await publishDuePosts(app.services);
    expect([await isPublished(scheduled), await isPublished(other)]).toEqual([false, true]);
  });

  test('says so in the studio, among the blocked posts', async () => {
    const address = `/api/posts?state=blocked&influencerId=${influencer.id}`;
    const { json } = await app.call('GET', address, { user: staff });
    expect(json.posts).toMatchObject([
      { id: scheduled, obstacles: [{ obstacle: 'banned-term', performerId: null }] },
    ]);
  });

  test('is refused with many others, and names the term', async () => {
    const body = { ids: [scheduled] };
    const { json } = await app.call('POST', '/api/posts/publish', { user: staff, body });
    expect(json).toMatchObject({ changed: [], refused: [{ reason: '“Beacon” isn’t allowed' }] });
  });

  test('is refused by the database too', async () => {
    const constraint = { cause: { constraint: 'content_posts_allowed_caption' } };
    const { id, publishedAt } = contentPosts;
    const publishBySql = app.db.update(contentPosts).set({ publishedAt: new Date() });
    await expect(publishBySql.where(eq(id, scheduled))).rejects.toMatchObject(constraint);
    const rename = app.db.update(contentPosts).set({ caption: 'A beacon' });
    await expect(rename.where(isNotNull(publishedAt))).rejects.toMatchObject(constraint);
  });

  test('stays published if it was, until the caption changes', async () => {
    expect(await isPublished(published)).toBe(true);
    await app.db
      .update(contentPosts)
      .set({ category: 'Goth' })
      .where(eq(contentPosts.id, published));
    expect(await isPublished(published)).toBe(true);
  });
});

test('a search for a banned term finds nothing', async () => {
  const fan = await app.as('subscriber');
  await subscribe(app, fan, influencer);
  await publish(app, influencer, { caption: 'Window' });
  const captions = async (search: string) => {
    const { json } = await app.call('GET', `/api/feed?search=${search}`, { user: fan });
    return json.posts.map(({ caption }: { caption: string }) => caption);
  };
  expect(await captions('window')).toEqual(['Window']);
  expect(await captions('beacon')).toEqual([]);
  const { json } = await app.call('GET', '/api/search?q=beacon', { user: fan });
  expect(json.results).toEqual([]);
});

describe('a message with a banned term', () => {
  const LETTER = {
    name: 'Ines Calloway',
    email: 'ines@example.test',
    topic: 'My account',
    message: 'The old l.a.n.t.e.r.n is broken.',
  };
  const contact = (values: object = {}) =>
    app.call('POST', '/api/contact', { body: { ...LETTER, ...values } });
  const stored = async () => [
    (await app.db.select().from(contactMessages)).length,
    (await app.db.select().from(contactReplies)).length,
  ];
  const reply = (id: string, text: string) =>
    app.call('POST', `/api/inbox/${id}/replies`, { user: staff, body: { text, after: null } });
  const template = (text: string, title = 'Lights') =>
    app.call('POST', '/api/reply-templates', { user: staff, body: { title, text } });

  type Sending = [name: string, path: string, send: (id: string) => ReturnType<typeof contact>];
  beforeAll(() => app.limits.contact.reset('local'));

  test.each([
    ['of a visitor', 'message', () => contact()],
    [
      'by the name of a visitor',
      'name',
      () => contact({ name: 'Lantern', message: 'A question.' }),
    ],
    [
      'of an influencer',
      'message',
      () =>
        app.call('POST', '/api/agency-messages', {
          user: influencer,
          body: { topic: 'My payouts', message: LETTER.message },
        }),
    ],
    ['of the staff', 'text', (id: string) => reply(id, 'A lantern')],
    ['as a reply template', 'text', () => template('Thank you for the lantern.')],
  ] as Sending[])('%s is refused, and nothing is stored', async (_name, path, send) => {
    const id = await insertMessage(app);
    const before = await stored();
    const { status, json } = await send(id);
    expect({ status, errors: json.errors }).toMatchObject({
      status: REFUSED.status,
      errors: [{ path, message: REFUSED.message }],
    });
    expect(await stored()).toEqual(before);
  });

  test('is refused as another text of a template', async () => {
    const { json } = await template('Thank you.', 'Thanks');
    const body = { title: 'Thanks', text: 'A lantern', version: 1 };
    const path = `/api/reply-templates/${json.id}`;
    expect((await app.call('PUT', path, { user: staff, body })).status).toBe(400);
  });

  test.each(['Report content', 'Copyright (DMCA)'])(
    'arrives if it is a report: %s',
    async (topic) => {
      expect((await contact({ topic })).status).toBe(200);
    },
  );

  test('arrives as a mail, which nobody can correct any more', async () => {
    const messageId = await insertMessage(app);
    const mail = { isReceived: true, fromEmail: 'ines@example.test', mailId: '<1@example.test>' };
    const received = app.db
      .insert(contactReplies)
      .values({ messageId, ...mail, text: 'The lantern' });
    await expect(received).resolves.toMatchObject({ rowCount: 1 });
  });

  test('is refused by the database too', async () => {
    await expect(insertMessage(app, { message: 'A lantern' })).rejects.toMatchObject({
      cause: { constraint: 'contact_messages_allowed_text' },
    });
    const answer = { messageId: await insertMessage(app), text: 'A lantern' };
    await expect(app.db.insert(contactReplies).values(answer)).rejects.toMatchObject({
      cause: { constraint: 'contact_replies_allowed_text' },
    });
  });

  test('is not sent again if its term was banned after it failed', async () => {
    const messageId = await insertMessage(app);
    const failed = { text: 'A paper boat', failedAt: new Date(), failure: 'refused' } as const;
    const [stored] = await app.db
      .insert(contactReplies)
      .values({ messageId, ...failed })
      .returning({ id: contactReplies.id });
    const body = { term: 'Paper Boat', level: 'refuse' };
    await app.call('POST', '/api/banned-terms', { user: admin, body });
    const path = `/api/inbox/${messageId}/replies/${stored!.id}/resend`;
    expect((await app.call('POST', path, { user: staff })).status).toBe(400);
    const { json } = await app.call('GET', '/api/banned-terms/matches?term=paper%20boat', {
      user: admin,
    });
    expect(json.kinds).toMatchObject([
      { kind: 'reply', count: 1, newest: [{ id: messageId, label: 'A paper boat' }] },
    ]);
  });
});

describe('a task with a banned term', () => {
  const TASK = { title: 'Autumn set', description: 'Twelve pictures.' };
  const create = async () => {
    const body = { ...TASK, assignees: [influencer.id] };
    const { json } = await app.call('POST', '/api/tasks', { user: staff, body });
    return json.tasks[0].id as string;
  };
  const submit = (id: string, notes: string) =>
    app.call('POST', `/api/tasks/${id}/submit`, {
      user: influencer,
      body: { notes, method: 'Email' },
    });
  const decide = async (action: string, body: object) => {
    const id = await create();
    await submit(id, 'All twelve are there.');
    return app.call('POST', `/api/tasks/${id}/${action}`, { user: staff, body });
  };
  const tries: [name: string, path: string, send: () => ReturnType<TestApp['call']>][] = [
    [
      'as title',
      'title',
      () =>
        app.call('POST', '/api/tasks', {
          user: staff,
          body: { title: 'Lantern set', assignees: [influencer.id] },
        }),
    ],
    [
      'as another description',
      'description',
      async () =>
        app.call('PUT', `/api/tasks/${await create()}`, {
          user: staff,
          body: { ...TASK, description: 'A lantern', assignedTo: influencer.id, version: 1 },
        }),
    ],
    [
      'as item of a template',
      'checklist',
      () =>
        app.call('POST', '/api/task-templates', {
          user: staff,
          body: { ...TASK, name: 'Set', dueDays: null, checklist: ['A lantern'] },
        }),
    ],
    ['as notes of a submission', 'notes', async () => submit(await create(), 'With a lantern')],
    [
      'as requested change',
      'comment',
      () => decide('request-changes', { comment: 'Less lantern, please' }),
    ],
    ['as reason', 'reason', () => decide('fail', { reason: 'The lantern' })],
  ];
  test.each(tries)('is refused %s', async (_name, path, send) => {
    const { status, json } = await send();
    expect([status, json.errors]).toMatchObject([400, [{ path }]]);
  });
});

test('existing texts are counted before a term is added', async () => {
  const { json } = await app.call('GET', '/api/banned-terms/matches?term=w1ndow', { user: admin });
  expect(json.kinds).toMatchObject([{ kind: 'post', count: 1, newest: [{ label: 'Window' }] }]);
});

test('a term is there once, however it is written, and needs letters', async () => {
  const add = (term: string) =>
    app.call('POST', '/api/banned-terms', { user: admin, body: { term, level: 'flag' } });
  expect((await add('lant3rn')).json.code).toBe('conflict');
  expect((await add('…!')).json.code).toBe('invalid-input');
});

test('a term can be flagged instead, and removed', async () => {
  const [term] = await app.db
    .select()
    .from(bannedTerms)
    .where(sql`term = 'Velvet Curtain'`);
  const path = `/api/banned-terms/${term!.id}`;
  const body = { level: 'flag' };
  expect((await app.call('PUT', `${path}/level`, { user: admin, body })).status).toBe(200);
  const { json } = await app.call('GET', '/api/banned-terms?level=flag', { user: admin });
  expect(json.rows.map((row: { term: string }) => row.term)).toEqual(['harbor', 'Velvet Curtain']);
  await app.call('DELETE', path, { user: admin });
  expect(await found('velvet curtain')).toEqual([]);
});
