CREATE TABLE "audit" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	"actor_kind" text NOT NULL,
	"actor_id" text NOT NULL,
	"actor_name" text NOT NULL,
	"action" text NOT NULL,
	"target_kind" text NOT NULL,
	"target_id" text NOT NULL,
	"target_name" text,
	"workspace" text,
	"reason" text,
	"before" jsonb,
	"after" jsonb
);
--> statement-breakpoint
CREATE INDEX "audit_newest" ON "audit" USING btree ("at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "audit_actor_newest" ON "audit" USING btree ("actor_id","at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "audit_actor_name_newest" ON "audit" USING btree ("actor_name","at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "audit_action_newest" ON "audit" USING btree ("action","at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "audit_target_newest" ON "audit" USING btree ("target_id","at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "audit_target_kind_newest" ON "audit" USING btree ("target_kind","at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "audit_workspace_newest" ON "audit" USING btree ("workspace","at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE workspace is not null;--> statement-breakpoint

-- Per statement, so that one which would touch no row is refused too. Dropping the whole table stays the owner's, as
-- for a restore into this database.
create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  raise exception 'the audit trail is append-only: % is refused', tg_op using errcode = 'insufficient_privilege';
end $$;
--> statement-breakpoint
create trigger audit_append_only before update or delete or truncate on audit
for each statement execute function refuse_audit_change();
--> statement-breakpoint
-- Also in sessions that switch ordinary triggers off (session_replication_role = replica).
alter table audit enable always trigger audit_append_only;
