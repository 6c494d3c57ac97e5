CREATE TABLE "media_networks" (
	"user_id" uuid NOT NULL,
	"network" text NOT NULL,
	"since" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_use" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"replaced_at" timestamp (3) with time zone,
	CONSTRAINT "media_networks_user_id_network_pk" PRIMARY KEY("user_id","network")
);
--> statement-breakpoint
CREATE TABLE "media_use" (
	"user_id" uuid NOT NULL,
	"day" date NOT NULL,
	"hour" timestamp (3) with time zone NOT NULL,
	"hour_files" bit(2048) NOT NULL,
	"hour_bytes" bigint NOT NULL,
	"earlier_files" integer DEFAULT 0 NOT NULL,
	"reported_at" timestamp (3) with time zone,
	CONSTRAINT "media_use_user_id_day_pk" PRIMARY KEY("user_id","day")
);
--> statement-breakpoint
ALTER TABLE "media_networks" ADD CONSTRAINT "media_networks_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "media_use" ADD CONSTRAINT "media_use_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "media_networks_last_use_idx" ON "media_networks" USING btree ("last_use");--> statement-breakpoint
CREATE INDEX "media_use_day_idx" ON "media_use" USING btree ("day");--> statement-breakpoint
CREATE INDEX "media_use_reported_idx" ON "media_use" USING btree ("reported_at");--> statement-breakpoint
CREATE INDEX "profiles_pictures_idx" ON "profiles" USING gin (array_remove(array["page_hero_image", "page_ready_section_background", "profile_photo_s_3_key"]
    || "page_about_images" || "page_sneak_peek_images" || "page_why_signup_images", null));