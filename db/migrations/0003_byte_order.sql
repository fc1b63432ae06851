DROP INDEX "sessions_newest";--> statement-breakpoint
DROP INDEX "sessions_active_newest";--> statement-breakpoint
DROP INDEX "sessions_workspace_newest";--> statement-breakpoint
CREATE INDEX "sessions_newest" ON "sessions" USING btree ("started_at" DESC NULLS FIRST,id collate "C" desc);--> statement-breakpoint
CREATE INDEX "sessions_active_newest" ON "sessions" USING btree ("started_at" DESC NULLS FIRST,id collate "C" desc) WHERE status = 'active';--> statement-breakpoint
CREATE INDEX "sessions_workspace_newest" ON "sessions" USING btree ("workspace","started_at" DESC NULLS FIRST,id collate "C" desc);