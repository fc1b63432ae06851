CREATE TABLE "bulk_items" (
	"job_id" uuid NOT NULL,
	"place" integer NOT NULL,
	"session_id" text NOT NULL,
	"session_name" text NOT NULL,
	"result" text DEFAULT 'pending' NOT NULL,
	"said" text,
	CONSTRAINT "bulk_items_job_id_place_pk" PRIMARY KEY("job_id","place")
);
--> statement-breakpoint
CREATE TABLE "bulk_jobs" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"version" bigint DEFAULT 1 NOT NULL,
	"state" text DEFAULT 'running' NOT NULL,
	"workspace" text,
	"filter" jsonb,
	"reason" text NOT NULL,
	"now" boolean DEFAULT false NOT NULL,
	"actor" jsonb NOT NULL,
	"total" integer NOT NULL,
	"abandoned" integer DEFAULT 0 NOT NULL,
	"skipped" integer DEFAULT 0 NOT NULL,
	"failed" integer DEFAULT 0 NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"lease_until" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "breaker" (
	"one" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"version" bigint DEFAULT 1 NOT NULL,
	"tripped_at" timestamp with time zone,
	"holds_until" timestamp with time zone,
	"cleared_at" timestamp with time zone,
	"dead" integer DEFAULT 0 NOT NULL,
	"active" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "fleet_samples" (
	"minute" timestamp with time zone NOT NULL,
	"workspace" text NOT NULL,
	"alive" integer NOT NULL,
	"waiting" integer NOT NULL,
	"stalled" integer NOT NULL,
	"quiet" integer NOT NULL,
	"dead" integer NOT NULL,
	"unknown" integer NOT NULL,
	"cost_micro_usd" bigint DEFAULT 0 NOT NULL,
	"tokens" bigint DEFAULT 0 NOT NULL,
	"conflicts" bigint DEFAULT 0 NOT NULL,
	"feed_lag_ms" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "fleet_samples_minute_workspace_pk" PRIMARY KEY("minute","workspace")
);
--> statement-breakpoint
CREATE TABLE "host_boots" (
	"host_id" text NOT NULL,
	"boot_id" text NOT NULL,
	"first_seen_at" timestamp with time zone NOT NULL,
	CONSTRAINT "host_boots_host_id_boot_id_pk" PRIMARY KEY("host_id","boot_id")
);
--> statement-breakpoint
CREATE TABLE "hosts" (
	"id" text PRIMARY KEY NOT NULL,
	"hostname" text,
	"boot_id" text,
	"boot_since" timestamp with time zone,
	"vouched_by" text,
	"seen_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "reception" (
	"one" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"since" timestamp with time zone NOT NULL,
	"touched_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "server_processes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"seen_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "process_sightings" (
	"session_id" text PRIMARY KEY NOT NULL,
	"prober" text NOT NULL,
	"seen_at" timestamp with time zone,
	"gone_at" timestamp with time zone,
	"gone_reason" text
);
--> statement-breakpoint
CREATE TABLE "session_timeline" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "session_timeline_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"session_id" text NOT NULL,
	"happened_at" timestamp with time zone NOT NULL,
	"kind" text NOT NULL,
	"subject" text,
	"actor" text
);
--> statement-breakpoint
CREATE TABLE "usage_samples" (
	"session_id" text NOT NULL,
	"minute" timestamp with time zone NOT NULL,
	"tokens" bigint NOT NULL,
	"cost_micro_usd" bigint NOT NULL,
	CONSTRAINT "usage_samples_session_id_minute_pk" PRIMARY KEY("session_id","minute")
);
--> statement-breakpoint
CREATE TABLE "thread_waiters" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"position" bigint GENERATED ALWAYS AS IDENTITY (sequence name "thread_waiters_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"thread_id" uuid NOT NULL,
	"session_id" text NOT NULL,
	"session_name" text NOT NULL,
	"new_session" jsonb,
	"token_hash" text NOT NULL,
	"anchor" text,
	"expected_anchor" text,
	"waiting_since" timestamp with time zone NOT NULL,
	"lease_until" timestamp with time zone NOT NULL,
	"granted_reservation" uuid
);
--> statement-breakpoint
ALTER TABLE "session_beats" ADD COLUMN "life" bigint DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "session_beats" ADD COLUMN "connection_id" uuid;--> statement-breakpoint
ALTER TABLE "session_beats" ADD COLUMN "connection_process" uuid;--> statement-breakpoint
ALTER TABLE "session_beats" ADD COLUMN "disconnected_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "undo_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "reservations" ADD COLUMN "released_by" text;--> statement-breakpoint
ALTER TABLE "reservations" ADD COLUMN "release_reason" text;--> statement-breakpoint
ALTER TABLE "reservations" ADD COLUMN "anchor" text;--> statement-breakpoint
ALTER TABLE "reservations" ADD COLUMN "refused" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "reservations" ADD COLUMN "undo_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "threads" ADD COLUMN "version" bigint DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "threads" ADD COLUMN "anchor" text;--> statement-breakpoint
ALTER TABLE "threads" ADD COLUMN "reserved_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "bulk_items" ADD CONSTRAINT "bulk_items_job_id_bulk_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."bulk_jobs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "host_boots" ADD CONSTRAINT "host_boots_host_id_hosts_id_fk" FOREIGN KEY ("host_id") REFERENCES "public"."hosts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "process_sightings" ADD CONSTRAINT "process_sightings_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session_timeline" ADD CONSTRAINT "session_timeline_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "usage_samples" ADD CONSTRAINT "usage_samples_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "thread_waiters" ADD CONSTRAINT "thread_waiters_thread_id_threads_id_fk" FOREIGN KEY ("thread_id") REFERENCES "public"."threads"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "bulk_items_session" ON "bulk_items" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "fleet_samples_workspace" ON "fleet_samples" USING btree ("workspace",minute desc);--> statement-breakpoint
CREATE INDEX "session_timeline_session" ON "session_timeline" USING btree ("session_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "thread_waiters_line" ON "thread_waiters" USING btree ("thread_id","position");--> statement-breakpoint
CREATE INDEX "thread_waiters_lease" ON "thread_waiters" USING btree ("lease_until");--> statement-breakpoint
CREATE INDEX "sessions_undoable" ON "sessions" USING btree ("undo_until") WHERE undo_until is not null;--> statement-breakpoint
CREATE INDEX "sessions_host_active" ON "sessions" USING btree ("host_id") WHERE status = 'active' and host_id is not null;--> statement-breakpoint
CREATE INDEX "reservations_undoable" ON "reservations" USING btree ("thread_id") WHERE undo_until is not null;--> statement-breakpoint
CREATE INDEX "threads_newest" ON "threads" USING btree ("reserved_at" DESC NULLS LAST,"id" DESC NULLS LAST);