CREATE TABLE "commission_rates" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"plan_id" uuid NOT NULL,
	"percent" numeric(5, 2) NOT NULL,
	"effective_from" timestamp (3) with time zone NOT NULL,
	"reason" text NOT NULL,
	"created_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "commission_rates_start_key" UNIQUE("plan_id","effective_from"),
	CONSTRAINT "commission_rates_percent_check" CHECK ("commission_rates"."percent" between 0 and 100),
	CONSTRAINT "commission_rates_reason_check" CHECK (btrim("commission_rates"."reason") <> '')
);
--> statement-breakpoint
ALTER TABLE "commission_rates" ADD CONSTRAINT "commission_rates_plan_id_subscription_plans_id_fk" FOREIGN KEY ("plan_id") REFERENCES "public"."subscription_plans"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "commission_rates" ADD CONSTRAINT "commission_rates_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
-- What payments were recorded with never changes: not the first commission of a plan, and no later one.
CREATE FUNCTION "refuse_commission_change"() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  raise exception 'a commission that has started is never changed' using errcode = 'check_violation';
end
$$;--> statement-breakpoint
CREATE TRIGGER "commission_rates_final" BEFORE UPDATE OF "id", "plan_id", "percent", "effective_from", "reason", "created_at"
  ON "commission_rates" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_commission_change"();--> statement-breakpoint
CREATE FUNCTION "refuse_commission_removal"() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  -- A plan is deleted with its influencer; then its row is gone already.
  if old.effective_from <= now() and exists (select from subscription_plans where id = old.plan_id) then
    raise exception 'a commission that has started is never removed' using errcode = 'check_violation';
  end if;
  return old;
end
$$;--> statement-breakpoint
CREATE TRIGGER "commission_rates_started" BEFORE DELETE ON "commission_rates"
  FOR EACH ROW EXECUTE FUNCTION "refuse_commission_removal"();--> statement-breakpoint
CREATE TRIGGER "subscription_plans_commission_final" BEFORE UPDATE ON "subscription_plans"
  FOR EACH ROW WHEN (old."platform_commission_percent" IS DISTINCT FROM new."platform_commission_percent")
  EXECUTE FUNCTION "refuse_commission_change"();--> statement-breakpoint
CREATE TRIGGER "commission_rates_audited" AFTER INSERT OR UPDATE OR DELETE ON "commission_rates"
  FOR EACH ROW EXECUTE FUNCTION "note_change"();
