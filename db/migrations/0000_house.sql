CREATE TABLE "changes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"xid" "xid8" DEFAULT pg_current_xact_id() NOT NULL,
	"topic" text NOT NULL,
	"entity" text NOT NULL,
	"version" bigint NOT NULL,
	"body" jsonb,
	"at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "feed" (
	"one" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"epoch" bigint NOT NULL,
	"floor" "xid8" NOT NULL,
	"system_identifier" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "leaders" (
	"name" text PRIMARY KEY NOT NULL,
	"holder" text NOT NULL,
	"term" bigint NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "context_queries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "context_queries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"session_id" text NOT NULL,
	"path" text NOT NULL,
	"scope" text,
	"queried_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "session_beats" (
	"session_id" text PRIMARY KEY NOT NULL,
	"last_beat_at" timestamp with time zone,
	"beats" boolean NOT NULL,
	"timeout_ms" integer NOT NULL,
	"open" boolean DEFAULT true NOT NULL
);
--> statement-breakpoint
CREATE TABLE "session_usage" (
	"session_id" text NOT NULL,
	"source" text NOT NULL,
	"input_tokens" bigint,
	"output_tokens" bigint,
	"reasoning_tokens" bigint,
	"cache_read_tokens" bigint,
	"cache_write_tokens" bigint,
	"tool_calls" bigint,
	"cost_micro_usd" bigint,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "session_usage_session_id_source_pk" PRIMARY KEY("session_id","source")
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" text PRIMARY KEY NOT NULL,
	"version" bigint DEFAULT 1 NOT NULL,
	"name" text NOT NULL,
	"workspace" text NOT NULL,
	"thread" text NOT NULL,
	"thread_id" uuid NOT NULL,
	"status" text DEFAULT 'active' NOT NULL,
	"client_instance_id" text,
	"native_actor_key" text,
	"native_parent_actor_key" text,
	"native_instance_key" text,
	"external_session_id" text,
	"provider" text,
	"model" text,
	"harness" text,
	"thinking_level" text,
	"host_id" text,
	"hostname" text,
	"pid" integer,
	"process_start_time" text,
	"boot_id" text,
	"worktree_path" text,
	"execution_root" text,
	"base_state" text,
	"anchor_state" text,
	"anchor_root" text,
	"attach_reason" text,
	"attach_precedence" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"winning_attach_rule" text,
	"probe_source" text,
	"probe_confidence" real,
	"report_flush_state" text,
	"labels" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"stall_ms" integer NOT NULL,
	"last_progress_at" timestamp with time zone,
	"activity" text,
	"waiting_for" text,
	"edit_count" integer DEFAULT 0 NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"completed_at" timestamp with time zone,
	"ended_by" text,
	"end_reason" text,
	"registered_by" text NOT NULL,
	"announced_state" text DEFAULT 'unknown' NOT NULL,
	CONSTRAINT "sessions_status" CHECK ("sessions"."status" in ('active', 'abandoned', 'complete', 'merged')),
	CONSTRAINT "sessions_completed_iff_ended" CHECK (("sessions"."status" = 'active') = ("sessions"."completed_at" is null))
);
--> statement-breakpoint
CREATE TABLE "usage_intervals" (
	"session_id" text NOT NULL,
	"source" text NOT NULL,
	"series" text NOT NULL,
	"interval" text NOT NULL,
	CONSTRAINT "usage_intervals_session_id_source_series_interval_pk" PRIMARY KEY("session_id","source","series","interval")
);
--> statement-breakpoint
CREATE TABLE "reservations" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"thread_id" uuid NOT NULL,
	"session_id" text NOT NULL,
	"session_name" text NOT NULL,
	"generation" bigint NOT NULL,
	"token_hash" text NOT NULL,
	"reserved_at" timestamp with time zone NOT NULL,
	"released_at" timestamp with time zone,
	"released_as" text
);
--> statement-breakpoint
CREATE TABLE "threads" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"workspace" text NOT NULL,
	"name" text NOT NULL,
	"generation" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "threads_name" UNIQUE("workspace","name")
);
--> statement-breakpoint
ALTER TABLE "context_queries" ADD CONSTRAINT "context_queries_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session_beats" ADD CONSTRAINT "session_beats_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session_usage" ADD CONSTRAINT "session_usage_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "usage_intervals" ADD CONSTRAINT "usage_intervals_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reservations" ADD CONSTRAINT "reservations_thread_id_threads_id_fk" FOREIGN KEY ("thread_id") REFERENCES "public"."threads"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "changes_order" ON "changes" USING btree ("xid","id");--> statement-breakpoint
CREATE INDEX "context_queries_session" ON "context_queries" USING btree ("session_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "sessions_newest" ON "sessions" USING btree ("started_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "sessions_active_newest" ON "sessions" USING btree ("started_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE status = 'active';--> statement-breakpoint
CREATE INDEX "sessions_workspace_newest" ON "sessions" USING btree ("workspace","started_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "sessions_parent" ON "sessions" USING btree ("native_parent_actor_key") WHERE native_parent_actor_key is not null;--> statement-breakpoint
CREATE INDEX "sessions_completed" ON "sessions" USING btree ("completed_at") WHERE status <> 'active';--> statement-breakpoint
CREATE UNIQUE INDEX "reservations_one_owner" ON "reservations" USING btree ("thread_id") WHERE released_at is null;--> statement-breakpoint
CREATE INDEX "reservations_held" ON "reservations" USING btree ("session_id") WHERE released_at is null;--> statement-breakpoint
CREATE INDEX "reservations_history" ON "reservations" USING btree ("thread_id","generation" DESC NULLS LAST);