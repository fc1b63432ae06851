ALTER TABLE "tokens" DROP CONSTRAINT "tokens_kind";--> statement-breakpoint
ALTER TABLE "changes" ADD COLUMN "workspace" text;--> statement-breakpoint
ALTER TABLE "people" ADD COLUMN "version" bigint DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "people" ADD COLUMN "last_sign_in_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "owner_id" text;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "secret_hash" text;--> statement-breakpoint
ALTER TABLE "tokens" ADD COLUMN "version" bigint DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "tokens" ADD COLUMN "role" text DEFAULT 'agent' NOT NULL;--> statement-breakpoint
ALTER TABLE "tokens" ADD COLUMN "host_id" text;--> statement-breakpoint
ALTER TABLE "tokens" DROP COLUMN "kind";--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_secret" UNIQUE("secret_hash");--> statement-breakpoint
ALTER TABLE "people" ADD CONSTRAINT "people_role" CHECK ("people"."role" in ('viewer', 'operator', 'admin'));--> statement-breakpoint
ALTER TABLE "tokens" ADD CONSTRAINT "tokens_role" CHECK ("tokens"."role" in ('agent', 'host', 'viewer'));--> statement-breakpoint
ALTER TABLE "tokens" ADD CONSTRAINT "tokens_host" CHECK (("tokens"."role" = 'host') = ("tokens"."host_id" is not null));--> statement-breakpoint
-- Sessions from before belong to the token that they name, where that is one token.
UPDATE "sessions" s SET "owner_id" = t.id FROM (SELECT min(id::text) AS id, name FROM "tokens" GROUP BY name HAVING count(*) = 1) t
WHERE s.registered_by = 'token ' || t.name;
