import { sql, type SQL } from 'drizzle-orm';
import { contentMedia } from '#src/features/content/media/server/content-media.table.ts';
import { postPeople } from '#src/features/content/posts/server/post-people.table.ts';
import { contentPosts } from '#src/features/content/posts/server/posts.table.ts';
import { isBlocked } from '#src/features/content/publication-rule/server/publication-rule.ts';
import { checkLedger } from '#src/features/money/ledger/server/check-ledger.ts';
import { ALL_LEDGER_RULES } from '#src/features/money/payouts/server/all-ledger-rules.ts';
import type { Db } from '#src/platform/database/db.ts';

type ForeignKey = { name: string; query: string };

/** A statement for each foreign key that finds a row whose referenced row is missing. */
const FOREIGN_KEYS = sql`
  select conname as name, format(
    'select 1 from %s child where %s and not exists (select from %s parent where %s) limit 1',
    conrelid::regclass,
    (select string_agg(format('child.%I is not null', a.attname), ' and ')
      from unnest(conkey) k join pg_attribute a on a.attrelid = conrelid and a.attnum = k),
    confrelid::regclass,
    (select string_agg(format('parent.%I = child.%I', b.attname, a.attname), ' and ')
      from unnest(conkey, confkey) k (child, parent)
      join pg_attribute a on a.attrelid = conrelid and a.attnum = k.child
      join pg_attribute b on b.attrelid = confrelid and b.attnum = k.parent)) as query
  from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace order by conname`;

/** The rules that triggers enforce for each row, as queries for what breaks them. */
const TRIGGER_RULES: Record<string, SQL> = {
  'a file belongs to the influencer of its post': sql`
    select from ${contentMedia} m join ${contentPosts} p on p.id = m.post_id
    where m.owner_id is distinct from p.influencer_id`,
  'a post has the time of its newest publication': sql`
    select from ${contentPosts} p where p.last_published_at is distinct from p.published_at`,
  // One post of each influencer stands for all: nobody else is in them, and their texts share their words.
  'what is published may be published': sql`
    select from (select distinct on (p.influencer_id) p.* from ${contentPosts} p
      where p.published_at is not null order by p.influencer_id, p.published_at desc) p
    where ${isBlocked({
      id: sql`p.id`,
      influencerId: sql`p.influencer_id`,
      publishAt: sql`p.publish_at`,
      caption: sql`p.caption`,
      aiUse: sql`p.ai_use`,
    })} or exists (select from ${postPeople})`,
};

/** Checks what the seed did not let PostgreSQL check for each row. @returns what is wrong, in words */
export async function checkSeed(
  db: Db,
  onRule: (rule: string) => void = () => {},
): Promise<string[]> {
  const wrong: string[] = [];
  const { rows: keys } = await db.execute<ForeignKey>(FOREIGN_KEYS);
  for (const { name, query } of keys) {
    onRule(name);
    const { rowCount } = await db.execute(sql.raw(query));
    if (rowCount) wrong.push(`${name}: a referenced row is missing`);
  }
  for (const [rule, query] of Object.entries(TRIGGER_RULES)) {
    onRule(rule);
    const { rowCount } = await db.execute(sql`${query} limit 1`);
    if (rowCount) wrong.push(`Not true: ${rule}`);
  }
  onRule('the ledger');
  for (const { rule, subject, expected, found } of await checkLedger(db, ALL_LEDGER_RULES)) {
    wrong.push(`Not true: ${rule} (${subject}: expected ${expected}, found ${found})`);
  }
  return wrong;
}
