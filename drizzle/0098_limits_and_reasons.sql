ALTER TABLE "users" ADD COLUMN "suspended_for" text;--> statement-breakpoint
ALTER TABLE "user_subscriptions" ADD COLUMN "is_withheld" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "complaints" ADD COLUMN "hides_post_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "user_subscriptions_withheld_idx" ON "user_subscriptions" USING btree ("influencer_id") WHERE "user_subscriptions"."is_withheld";--> statement-breakpoint
CREATE INDEX "complaints_hides_post_idx" ON "complaints" USING btree ("hides_post_at") WHERE "complaints"."hides_post_at" is not null;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_suspended_for_check" CHECK ("users"."suspended_for" in ('violation', 'other'));--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_suspended_for_banned" CHECK ("users"."suspended_for" is null or "users"."banned");--> statement-breakpoint
create function withhold_new_subscription() returns trigger language plpgsql as $$
begin
  -- Waits for a suspension that is being committed, whose own update does not see this row.
  select suspended_for = 'violation' into new.is_withheld from users where id = new.influencer_id for share;
  new.is_withheld := coalesce(new.is_withheld, false);
  return new;
end $$;--> statement-breakpoint
create trigger user_subscriptions_withheld before insert on user_subscriptions
  for each row execute function withhold_new_subscription();--> statement-breakpoint
create function withhold_subscriptions() returns trigger language plpgsql as $$
begin
  update user_subscriptions set is_withheld = new.suspended_for is not distinct from 'violation'
  where influencer_id = new.id and is_withheld is distinct from (new.suspended_for is not distinct from 'violation');
  return null;
end $$;--> statement-breakpoint
create trigger users_withhold_subscriptions after update of suspended_for on users
  for each row when (old.suspended_for is distinct from new.suspended_for)
  execute function withhold_subscriptions();
