DROP INDEX "sessions_parent";--> statement-breakpoint
CREATE INDEX "sessions_actor" ON "sessions" USING btree ("native_actor_key","started_at",id collate "C") WHERE native_actor_key is not null;--> statement-breakpoint
CREATE INDEX "sessions_active_actor" ON "sessions" USING btree ("native_actor_key") WHERE status = 'active' and native_actor_key is not null;--> statement-breakpoint
CREATE INDEX "sessions_active_external" ON "sessions" USING btree ("external_session_id") WHERE status = 'active' and external_session_id is not null;--> statement-breakpoint
CREATE INDEX "sessions_active_client" ON "sessions" USING btree ("client_instance_id") WHERE status = 'active' and client_instance_id is not null;--> statement-breakpoint
CREATE INDEX "sessions_active_worktree" ON "sessions" USING btree (md5(worktree_path),"host_id") WHERE status = 'active' and worktree_path is not null;--> statement-breakpoint
CREATE INDEX "sessions_active_root" ON "sessions" USING btree (md5(execution_root)) WHERE status = 'active' and execution_root is not null;--> statement-breakpoint
CREATE INDEX "sessions_parent" ON "sessions" USING btree ("native_parent_actor_key","started_at",id collate "C") WHERE native_parent_actor_key is not null;