CREATE TABLE "account_changes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"changed_by" uuid,
	"changed_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"own_since" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "announced_decisions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"rule" text NOT NULL,
	"record_id" uuid NOT NULL,
	"announced_by" uuid NOT NULL,
	"announced_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "announced_decisions_rule_check" CHECK ("announced_decisions"."rule" in ('correction', 'payout', 'bank-details', 'tax-details', 'identity', 'appeal', 'second-factor-reset', 'child-safety-officer', 'post-review'))
);
--> statement-breakpoint
ALTER TABLE "post_contents" DROP CONSTRAINT "post_contents_changed_by_users_id_fk";
--> statement-breakpoint
DROP INDEX "post_contents_changed_by_idx";--> statement-breakpoint
CREATE UNIQUE INDEX "account_changes_key" ON "account_changes" USING btree ("user_id",coalesce("changed_by", "user_id"));--> statement-breakpoint
CREATE INDEX "account_changes_changed_by_idx" ON "account_changes" USING btree ("changed_by");--> statement-breakpoint
CREATE UNIQUE INDEX "announced_decisions_record_key" ON "announced_decisions" USING btree ("rule","record_id");--> statement-breakpoint
-- Written by hand, up to the end. One function records that somebody set or changed the account of another person.
CREATE FUNCTION "record_account_change"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  actor uuid := (nullif(current_setting('velvet_rope.signature', true), '')::jsonb ->> 'userId')::uuid;
  changed jsonb := to_jsonb(coalesce(new, old));
  person uuid := coalesce(changed ->> 'user_id', changed ->> 'id')::uuid;
BEGIN
  -- Also with the deletion of a user, whose account is gone already.
  IF actor IS NULL OR actor = person OR NOT EXISTS (SELECT FROM users WHERE id = person) THEN
    RETURN coalesce(new, old);
  END IF;
  INSERT INTO account_changes (user_id, changed_by)
  SELECT person, by FROM (
    SELECT actor AS by
    UNION
    -- Two people reset a second factor.
    SELECT requested_by FROM second_factor_resets
    WHERE tg_table_name = 'second_factors' AND tg_op = 'DELETE' AND user_id = person AND requested_by <> person
  ) changers
  ON CONFLICT (user_id, coalesce(changed_by, user_id)) DO UPDATE SET changed_at = now(), own_since = NULL;
  RETURN coalesce(new, old);
END $$;--> statement-breakpoint
CREATE TRIGGER "users_created_by_others" AFTER INSERT ON "users"
  FOR EACH ROW EXECUTE FUNCTION "record_account_change"();--> statement-breakpoint
CREATE TRIGGER "users_changed_by_others" AFTER UPDATE OF "email" ON "users"
  FOR EACH ROW WHEN (old.email <> new.email) EXECUTE FUNCTION "record_account_change"();--> statement-breakpoint
CREATE TRIGGER "users_invited_by_others" AFTER UPDATE OF "invited_at" ON "users"
  FOR EACH ROW WHEN (new.invited_at IS NOT NULL) EXECUTE FUNCTION "record_account_change"();--> statement-breakpoint
CREATE TRIGGER "email_confirmations_by_others" AFTER INSERT ON "email_confirmations"
  FOR EACH ROW EXECUTE FUNCTION "record_account_change"();--> statement-breakpoint
CREATE TRIGGER "credentials_changed_by_others" AFTER UPDATE OF "password" ON "credentials"
  FOR EACH ROW EXECUTE FUNCTION "record_account_change"();--> statement-breakpoint
CREATE TRIGGER "user_roles_changed_by_others" AFTER INSERT OR UPDATE OF "role" ON "user_roles"
  FOR EACH ROW EXECUTE FUNCTION "record_account_change"();--> statement-breakpoint
CREATE TRIGGER "passkeys_added_by_others" AFTER INSERT ON "passkeys"
  FOR EACH ROW EXECUTE FUNCTION "record_account_change"();--> statement-breakpoint
CREATE TRIGGER "second_factors_added_by_others" AFTER INSERT ON "second_factors"
  FOR EACH ROW EXECUTE FUNCTION "record_account_change"();--> statement-breakpoint
-- Before, while the request of a reset exists.
CREATE TRIGGER "second_factors_removed_by_others" BEFORE DELETE ON "second_factors"
  FOR EACH ROW EXECUTE FUNCTION "record_account_change"();--> statement-breakpoint
-- A person, and everybody who set or changed that account, or the account of one of those, less than 30
-- days of own sign-ins ago.
CREATE FUNCTION "people_behind"(person uuid, moment timestamptz) RETURNS SETOF uuid LANGUAGE sql STABLE AS $$
  WITH RECURSIVE behind (id) AS (
    SELECT person WHERE person IS NOT NULL
    UNION
    SELECT c.changed_by FROM behind JOIN account_changes c ON c.user_id = behind.id
    WHERE c.changed_by IS NOT NULL AND (c.own_since IS NULL OR c.own_since > moment - interval '30 days')
  )
  SELECT id FROM behind
$$;--> statement-breakpoint
-- Whether nobody is behind both. False for somebody whom nobody knows any more.
CREATE FUNCTION "are_independent"(one uuid, other uuid, moment timestamptz) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT one IS NOT NULL AND other IS NOT NULL AND NOT EXISTS (
    SELECT people_behind(one, moment) INTERSECT SELECT people_behind(other, moment)
  )
$$;--> statement-breakpoint
-- When the two become independent; null while the 30 days of an account have not begun.
CREATE FUNCTION "independent_from"(one uuid, other uuid) RETURNS timestamptz LANGUAGE sql STABLE AS $$
  SELECT min(c.own_since + interval '30 days') FROM account_changes c
  WHERE c.user_id IN (SELECT people_behind(one, now()) UNION SELECT people_behind(other, now()))
    AND are_independent(one, other, c.own_since + interval '30 days')
$$;--> statement-breakpoint
CREATE TRIGGER "announced_decisions_audited" AFTER INSERT OR UPDATE ON "announced_decisions"
  FOR EACH ROW EXECUTE FUNCTION "note_change"();--> statement-breakpoint
CREATE TRIGGER "account_changes_audited" AFTER DELETE ON "account_changes"
  FOR EACH ROW EXECUTE FUNCTION "note_change"();--> statement-breakpoint
-- Nobody recorded who created the accounts that exist; admins see the list once.
INSERT INTO "account_changes" ("user_id") SELECT "user_id" FROM "user_roles" WHERE "role" IN ('admin', 'staff');
