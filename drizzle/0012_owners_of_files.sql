-- The foreign keys to posts and tasks stay; the table declares them no more, for posts and tasks come
-- after media. The owner of a file follows from its post and its task, and is kept by triggers alone.
ALTER TABLE "content_media" ADD COLUMN "owner_id" uuid;--> statement-breakpoint
CREATE OR REPLACE FUNCTION "note_change"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  signature text := current_setting('velvet_rope.signature', true);
  hidden text[] := string_to_array(coalesce(tg_argv[0], ''), ',');
  derived text[] := '{updated_at,version,fingerprint,teaser,owner_id}';
  whole jsonb := to_jsonb(coalesce(new, old));
  before jsonb;
  after jsonb;
  signed jsonb;
  hidden_column text;
  label text;
BEGIN
  IF coalesce(signature, '') = '' THEN RETURN NULL; END IF;
  signed := signature::jsonb;
  IF tg_op <> 'INSERT' THEN before := to_jsonb(old) - derived; END IF;
  IF tg_op <> 'DELETE' THEN after := to_jsonb(new) - derived; END IF;
  IF tg_op = 'UPDATE' THEN
    SELECT jsonb_object_agg(key, value), jsonb_object_agg(key, after -> key) INTO before, after
    FROM jsonb_each(before) WHERE value IS DISTINCT FROM after -> key;
    IF before IS NULL THEN RETURN NULL; END IF;
  END IF;
  FOREACH hidden_column IN ARRAY hidden LOOP
    IF before -> hidden_column <> 'null' THEN before := before || jsonb_build_object(hidden_column, '(hidden)'); END IF;
    IF after -> hidden_column <> 'null' THEN after := after || jsonb_build_object(hidden_column, '(hidden)'); END IF;
  END LOOP;
  label := coalesce(
    nullif(whole ->> 'title', ''), nullif(whole ->> 'full_name', ''), nullif(whole ->> 'email', ''),
    nullif(whole ->> 'payee_name', ''), nullif(whole ->> 'caption', ''), nullif(whole ->> 'note', ''),
    nullif(whole ->> 'file_name', ''), nullif(whole ->> 'role', '')
  );
  -- What has no name of its own is called by the people that it is between.
  IF label IS NULL THEN
    SELECT string_agg(coalesce(nullif("full_name", ''), "email"), ' → ' ORDER BY "part") INTO label
    FROM (VALUES
      (1, whole ->> 'subscriber_id'),
      (2, (SELECT "subscriber_id"::text FROM "ledger_transactions" WHERE "id" = (whole ->> 'charge_id')::uuid)),
      (3, whole ->> 'influencer_id')
    ) "people" ("part", "person") JOIN "profiles" ON "profiles"."id" = "person"::uuid;
  END IF;
  INSERT INTO "audit_entries"
    ("actor_id", "actor_email", "actor_role", "address", "request_id", "operation", "action", "entity", "entity_id", "label", "before", "after")
  VALUES (
    (signed ->> 'userId')::uuid, signed ->> 'email', signed ->> 'role', signed ->> 'address',
    (signed ->> 'requestId')::uuid, signed ->> 'operation',
    CASE tg_op WHEN 'INSERT' THEN 'created' WHEN 'UPDATE' THEN 'changed' ELSE 'deleted' END,
    tg_table_name, coalesce(whole ->> 'id', whole ->> 'user_id', whole ->> 'staff_id'),
    left(coalesce(label, ''), 120),
    before, after
  );
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION "set_media_owner"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  new.owner_id := coalesce(
    (SELECT coalesce(influencer_id, created_by) FROM content_posts WHERE id = new.post_id),
    (SELECT assigned_to FROM tasks WHERE id = new.task_id),
    new.created_by
  );
  RETURN new;
END $$;--> statement-breakpoint
CREATE TRIGGER "content_media_owner" BEFORE INSERT OR UPDATE OF "post_id", "task_id", "owner_id" ON "content_media"
  FOR EACH ROW EXECUTE FUNCTION "set_media_owner"();--> statement-breakpoint
CREATE FUNCTION "renew_media_owner"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF tg_table_name = 'tasks' THEN
    UPDATE content_media SET owner_id = NULL WHERE task_id = new.id;
  ELSE
    -- A file of a task is never moved to another influencer silently: placing it again decides.
    UPDATE content_media SET owner_id = NULL WHERE post_id = new.id AND task_id IS NULL;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "content_posts_media_owner" AFTER UPDATE OF "influencer_id" ON "content_posts"
  FOR EACH ROW WHEN (old.influencer_id IS DISTINCT FROM new.influencer_id) EXECUTE FUNCTION "renew_media_owner"();--> statement-breakpoint
CREATE TRIGGER "tasks_media_owner" AFTER UPDATE OF "assigned_to" ON "tasks"
  FOR EACH ROW WHEN (old.assigned_to IS DISTINCT FROM new.assigned_to) EXECUTE FUNCTION "renew_media_owner"();--> statement-breakpoint
UPDATE "content_media" SET owner_id = NULL;
