ALTER TABLE "bulk_jobs" ADD COLUMN "undo_actor" jsonb;--> statement-breakpoint
ALTER TABLE "bulk_jobs" ADD COLUMN "undone" integer DEFAULT 0 NOT NULL;