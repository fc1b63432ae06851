CREATE INDEX "bulk_items_to_do" ON "bulk_items" USING btree ("job_id","place") WHERE result = 'pending';--> statement-breakpoint
CREATE INDEX "bulk_items_to_undo" ON "bulk_items" USING btree ("job_id","place") WHERE result = 'abandoned' and said is null;--> statement-breakpoint
CREATE INDEX "reservations_undoable_session" ON "reservations" USING btree ("session_id") WHERE undo_until is not null;